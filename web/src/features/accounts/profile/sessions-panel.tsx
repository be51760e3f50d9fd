import type { AccountSession } from '@hudur/core/accounts/contract'
import { Refusal } from '@hudur/core/refusals'
import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../../text/ar.ts'
import { formatDeviceName } from '../../../text/device-name.ts'
import { formatTimeAndDay } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { GrowingList } from '../../../ui/growing-list.tsx'
import { RowsSkeleton } from '../../../ui/list-skeletons.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { notify } from '../../../ui/toast.tsx'
import { errorTextOf } from '../error-text.ts'
import { useEndSession, useSessions } from '../queries.ts'

const words = text.profile.sessions

const SESSION_LIST_STEP = 5

const PHONE_SYSTEMS = ['Android', 'iPhone', 'iPad']

export function SessionsPanel() {
  const sessions = useSessions()
  const { data, error } = sessions
  const [chosen, setChosen] = useState<AccountSession>()
  const { mutateAsync, isPending } = useEndSession()

  async function endSession({ id }: AccountSession) {
    try {
      await mutateAsync({ id })
      notify.done(words.ended)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not-found') notify.done(words.ended)
      else notify.failure(words.endFailed)
    }
    setChosen(undefined)
  }

  return (
    <Panel note={words.note} title={words.title}>
      {error && <LoadFailure query={sessions}>{errorTextOf(error, { failed: words.failed })}</LoadFailure>}
      {!data && !error && <RowsSkeleton />}
      {data && (
        <GrowingList className="divide-y divide-separator" items={data} step={SESSION_LIST_STEP}>
          {session => <SessionItem key={session.id} onEnd={() => setChosen(session)} session={session} />}
        </GrowingList>
      )}
      <ConfirmDialog
        confirm={words.end}
        isDanger
        isOpen={chosen !== undefined}
        isPending={isPending}
        onConfirm={() => chosen && endSession(chosen)}
        onOpenChange={isOpen => isOpen || setChosen(undefined)}
        title={chosen ? words.endQuestion(formatDeviceName(chosen)) : ''}
      >
        {words.endMeans}
      </ConfirmDialog>
    </Panel>
  )
}

function SessionItem({ session, onEnd }: { session: AccountSession; onEnd: () => void }) {
  const { id, system, lastUsedAt, isCurrent } = session
  const heading = `session-${id}`
  const Icon = PHONE_SYSTEMS.includes(system ?? '') ? Smartphone : Laptop
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <span
        aria-hidden="true"
        className={`grid size-10 shrink-0 place-items-center rounded-lg ${isCurrent ? 'bg-accent-soft text-accent-soft-foreground' : 'bg-default text-muted'}`}
      >
        <Icon className="size-5" strokeWidth={1.6} />
      </span>
      <div className="min-w-0 grow">
        <p className="break-words font-medium leading-6" id={heading}>
          {formatDeviceName(session)}
        </p>
        <p className="text-muted text-xs">{isCurrent ? words.now : words.lastUsed(formatTimeAndDay(lastUsedAt, new Date()))}</p>
      </div>
      {isCurrent ? (
        <Chip tone="good">{words.current}</Chip>
      ) : (
        <Button aria-describedby={heading} onPress={onEnd} size="sm" variant="outline">
          {words.end}
        </Button>
      )}
    </li>
  )
}
