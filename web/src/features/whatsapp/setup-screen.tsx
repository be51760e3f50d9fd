import type { SetupStep } from '@hudur/core/whatsapp/contract'
import { Fragment } from 'react'
import { text } from '../../text/ar.ts'
import { formatInvitationMoment } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSetupSteps } from './queries.ts'

const words = text.whatsapp.setup
/** Stands between the parts of a value, such as a name and a telephone number, which have directions of their own. */
const SEPARATOR = ' · '
const TONES = { fine: 'good', warning: 'waiting', missing: 'bad', unknown: 'quiet' } as const

/** Shows each step of connecting the office's WhatsApp number, as Meta has it now, and what mends it. */
export function WhatsAppSetupScreen() {
  const steps = useSetupSteps()
  return (
    <>
      <PageHeading note={words.note} title={words.title} />
      <Notice className="mb-5" tone="quiet">
        {words.number}
      </Notice>
      <LoadFailure query={steps}>{words.failed}</LoadFailure>
      {!steps.data && !steps.isError && <Skeleton className="h-96" />}
      {steps.data && (
        <ol aria-label={words.list} className="divide-y divide-separator overflow-hidden rounded-xl bg-surface shadow-surface">
          {steps.data.map(step => (
            <StepItem key={step.step} step={step} />
          ))}
        </ol>
      )}
      <Button className="mt-5" isPending={steps.isFetching} onPress={() => void steps.refetch()} variant="outline">
        {words.again}
      </Button>
    </>
  )
}

function StepItem({ step: { step, state, value, stopped } }: { step: SetupStep }) {
  const { title, mend } = words.steps[step]
  return (
    <li className="grid gap-1 px-5 py-4 md:px-7">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="font-semibold">{title}</h2>
        <Chip tone={TONES[state]}>{words.states[state]}</Chip>
      </div>
      {value && (
        <p className="min-w-0 break-words text-muted text-sm">
          {(step === 'webhook' ? [formatInvitationMoment(value)] : value.split(SEPARATOR)).map((part, n) => (
            <Fragment key={part}>
              {n > 0 && SEPARATOR}
              <Numeric>{part}</Numeric>
            </Fragment>
          ))}
        </p>
      )}
      {(state === 'missing' || state === 'warning') && <p className="text-sm">{stopped ? text.whatsappReasons[stopped] : mend}</p>}
    </li>
  )
}
