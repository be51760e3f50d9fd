import type { CardAction, HistoryEntry, Invitation } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import { Ban, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatInvitationMoment } from '../../text/format.ts'
import { UndoIcon } from '../../ui/arrows.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { notify } from '../../ui/toast.tsx'
import { useChangeCard, useInvitationHistory } from './queries.ts'
import { invitationTitle } from './status.tsx'

const words = text.data.cardChanges

const AdmissionEntry = deferredComponent(
  async () => (await import('./admission-entry.tsx')).AdmissionEntry,
  () => null,
)
const AttemptEntry = deferredComponent(
  async () => (await import('./admission-entry.tsx')).AttemptEntry,
  () => null,
)

type CardActionsProps = { invitation: Invitation; onChange: (invitation: Invitation) => void }

export function CardActions({ invitation, onChange }: CardActionsProps) {
  const change = useChangeCard()
  const [changeToConfirm, setChangeToConfirm] = useState<'reissue' | 'cancel'>()
  const [changedState, setChangedState] = useState<Invitation['state']>()
  const actions = useRef<HTMLDivElement>(null)
  // The pressed button disappears with the change, so another one gets the focus once the confirmation no longer holds it.
  useEffect(() => {
    if (!changedState) return
    const frame = requestAnimationFrame(() => actions.current?.querySelector('button')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [changedState])
  const name = invitationTitle(invitation)

  async function applyChange(kind: CardAction) {
    try {
      const changed = await change.mutateAsync({ kind, id: invitation.id })
      setChangeToConfirm(undefined)
      setChangedState(changed.state)
      onChange(changed)
      notify.done(words.done[kind])
    } catch (error) {
      notify.failure(error instanceof Refusal ? error.message : words.failed)
    }
  }

  if (invitation.state === 'cancelled')
    return (
      <div ref={actions}>
        <Notice
          action={
            <Button isPending={change.isPending} onPress={() => applyChange('restore')} size="sm">
              <UndoIcon aria-hidden="true" className="size-5" strokeWidth={1.6} />
              {words.restore}
            </Button>
          }
          tone="warning"
        >
          {words.isCancelled}
        </Notice>
      </div>
    )
  return (
    <div className="flex flex-wrap gap-2" ref={actions}>
      <Button onPress={() => setChangeToConfirm('reissue')} size="sm" variant="outline">
        <RefreshCw aria-hidden="true" className="size-5" strokeWidth={1.6} />
        {words.reissue}
      </Button>
      <Button className="text-danger" onPress={() => setChangeToConfirm('cancel')} size="sm" variant="ghost">
        <Ban aria-hidden="true" className="size-5" strokeWidth={1.6} />
        {words.cancel}
      </Button>
      {changeToConfirm && (
        <ConfirmDialog
          confirm={words[changeToConfirm]}
          dismiss={words.dismiss[changeToConfirm]}
          isDanger={changeToConfirm === 'cancel'}
          isOpen
          isPending={change.isPending}
          onConfirm={() => applyChange(changeToConfirm)}
          onOpenChange={() => setChangeToConfirm(undefined)}
          title={words.questions[changeToConfirm](name)}
        >
          {words.consequences[changeToConfirm]}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Returns the React key of an entry. Undoing an admission does not change it, because the dialog of the undo is still open then. */
const entryKey = (entry: HistoryEntry) =>
  entry.kind === 'admission' || entry.kind === 'exit' ? `${entry.at} ${entry.admission}` : JSON.stringify(entry)

/** Lists the changes of an invitation's card, its sendings, answers, admissions and other scans, each with person and time. Renders nothing without entries. */
export function InvitationHistory({ invitation, onChange }: CardActionsProps) {
  const { data, isError } = useInvitationHistory(invitation.id)
  if (isError) return <p className="text-muted text-sm">{words.historyFailed}</p>
  if (!data || data.length === 0) return null
  return (
    <section aria-label={words.history}>
      <h3 className="mb-1 font-semibold text-sm">{words.history}</h3>
      <ol className="text-sm">
        {data.map(entry => (
          <li className="border-separator border-t py-1.5 first:border-0" key={entryKey(entry)}>
            {entry.kind === 'answer' ? (
              <AnswerEntry answer={entry} />
            ) : entry.kind === 'admission' || entry.kind === 'exit' ? (
              <AdmissionEntry admission={entry} invitation={invitation} onUndone={onChange} />
            ) : entry.kind === 'attempt' ? (
              <AttemptEntry attempt={entry} />
            ) : entry.kind === 'sent' ? (
              (entry.isThanks ? words.thankedVia : words.sentVia)(text.sending.via[entry.via])
            ) : entry.kind === 'give-away' ? (
              words.givenAway(entry.formerGuest ?? '')
            ) : (
              words.kinds[entry.kind]
            )}
            <span className="block text-muted text-xs">
              <Numeric>{formatInvitationMoment(entry.at)}</Numeric>
              {entry.by && (
                <>
                  {' · '}
                  <bdi>{entry.by}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function AnswerEntry({ answer: { isGuests, people, note } }: { answer: Extract<HistoryEntry, { kind: 'answer' }> }) {
  const { attends, declined } = text.data.answer
  return (
    <>
      {isGuests ? words.byGuest : words.byHost}
      {': '}
      {people > 0 ? attends(formatCountedNoun(people, text.data.personWord)) : declined}
      {note && (
        <bdi className="block break-words" dir="auto">
          «{note}»
        </bdi>
      )}
    </>
  )
}
