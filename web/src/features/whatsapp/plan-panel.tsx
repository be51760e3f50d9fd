import { Refusal } from '@hudur/core/refusals'
import type { Plan } from '@hudur/core/whatsapp/contract'
import { type SubmitEvent, useState } from 'react'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { useOfficeWhatsApp } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatInvitationMoment } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { usePlan, useSavePlan } from './queries.ts'

const words = text.whatsapp.plan
const DEFAULTS = { days: 3, remindAt: '18:00', thankAt: '12:00' }

/** Sets when the guests of an event are reminded and thanked by themselves. Rendered only where the office has templates for them. */
export function WhatsAppPlanPanel({ event }: { event: { id: string } }) {
  const office = useOfficeWhatsApp()
  return office && (office.reminder || office.thanks) ? <PlanPanel eventId={event.id} office={office} /> : null
}

type Office = NonNullable<ReturnType<typeof useOfficeWhatsApp>>

function PlanPanel({ eventId, office }: { eventId: string; office: Office }) {
  const plan = usePlan(eventId)
  return (
    <Panel note={words.note} title={words.title}>
      <LoadFailure query={plan}>{words.loadFailed}</LoadFailure>
      {!plan.data && !plan.isError && <Skeleton className="h-24" />}
      {plan.data && <PlanForm eventId={eventId} key={JSON.stringify(plan.data)} office={office} plan={plan.data} />}
    </Panel>
  )
}

function PlanForm({ eventId, office, plan }: { eventId: string; office: Office; plan: Plan }) {
  const [remind, setRemind] = useState(plan.remind)
  const [thank, setThank] = useState(plan.thank)
  const [failure, setFailure] = useState<string>()
  const save = useSavePlan()
  const isOffline = useIsOffline()

  async function savePlan(submitted: SubmitEvent<HTMLFormElement>) {
    submitted.preventDefault()
    if (save.isPending) return
    setFailure(undefined)
    try {
      await save.mutateAsync({ eventId, remind, thank })
      notify.done(words.saved)
    } catch (error) {
      setFailure(error instanceof Refusal ? error.message : text.generator.noAnswer)
    }
  }

  return (
    <form className="grid gap-4" noValidate onSubmit={submitted => void savePlan(submitted as SubmitEvent<HTMLFormElement>)}>
      {office.reminder && (
        <div className="grid gap-3">
          <Switch isSelected={remind !== null} onChange={is => setRemind(is ? { days: DEFAULTS.days, at: DEFAULTS.remindAt } : null)}>
            {words.remind}
          </Switch>
          {remind && (
            <div className="flex flex-wrap gap-3">
              <NumberField
                className="min-w-40 grow"
                label={words.days}
                maxValue={30}
                minValue={1}
                onChange={days => setRemind({ ...remind, days })}
                value={remind.days}
              />
              <TimeField onChange={at => setRemind({ ...remind, at })} value={remind.at} />
            </div>
          )}
          <Due planned={plan.reminder} />
        </div>
      )}
      {office.thanks && (
        <div className="grid gap-3">
          <Switch isSelected={thank !== null} onChange={is => setThank(is ? { at: DEFAULTS.thankAt } : null)}>
            {words.thank}
          </Switch>
          {thank && <TimeField onChange={at => setThank({ at })} value={thank.at} />}
          <Due planned={plan.thanks} />
        </div>
      )}
      {failure && (
        <Notice tone="danger">
          {words.failed}: {failure}
        </Notice>
      )}
      <Button className="justify-self-start" isDisabled={isOffline} isPending={save.isPending} type="submit" variant="outline">
        {words.save}
      </Button>
    </form>
  )
}

const TimeField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <TextField className="min-w-32" isLtr label={words.hour} onChange={onChange} type="time" value={value} />
)

/** Says when a planned message is sent and to how many guests, or when it was. */
function Due({ planned }: { planned: Plan['reminder'] }) {
  if (!planned) return null
  const { dueAt, guests, doneAt } = planned
  return (
    <p className="text-muted text-sm">
      {doneAt === null
        ? words.due(formatInvitationMoment(dueAt), formatCountedNoun(guests, text.eventGuests.genitiveGuestWord))
        : words.doneAt(formatInvitationMoment(doneAt))}
    </p>
  )
}
