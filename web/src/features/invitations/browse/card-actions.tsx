import { type CardChange, type HistoryEntry, type Invitation, Refusal } from '@hudur/core'
import { Ban, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../../text/ar.ts'
import { counted, invitationMoment } from '../../../text/format.ts'
import { Undo } from '../../../ui/arrows.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Numeric } from '../../../ui/numeric.tsx'
import { say } from '../../../ui/toast.tsx'
import { useChangeCard, useInvitationHistory } from '../queries.ts'
import { invitationName } from './status.tsx'

const words = text.data.cardChanges

type CardActionsProps = { invitation: Invitation; onChange: (invitation: Invitation) => void }

/** Buttons that give an invitation a new card, cancel it or restore it. The first two ask for confirmation. */
export function CardActions({ invitation, onChange }: CardActionsProps) {
  const change = useChangeCard()
  const [asked, setAsked] = useState<'reissue' | 'cancel'>()
  const name = invitationName(invitation)

  function start(kind: CardChange['kind']) {
    change.mutate(
      { kind, id: invitation.id },
      {
        onSuccess(changed) {
          setAsked(undefined)
          onChange(changed)
          say.done(words.done[kind])
        },
        onError: error => say.failure(error instanceof Refusal ? error.message : words.failed),
      },
    )
  }

  if (invitation.state === 'cancelled')
    return (
      <Notice
        action={
          <Button isPending={change.isPending} onPress={() => start('restore')} size="sm">
            <Undo aria-hidden="true" className="size-5" strokeWidth={1.6} />
            {words.restore}
          </Button>
        }
        tone="warning"
      >
        {words.isCancelled}
      </Notice>
    )
  return (
    <div className="flex flex-wrap gap-2">
      <Button onPress={() => setAsked('reissue')} size="sm" variant="outline">
        <RefreshCw aria-hidden="true" className="size-5" strokeWidth={1.6} />
        {words.reissue}
      </Button>
      <Button className="text-danger" onPress={() => setAsked('cancel')} size="sm" variant="ghost">
        <Ban aria-hidden="true" className="size-5" strokeWidth={1.6} />
        {words.cancel}
      </Button>
      {asked && (
        <ConfirmDialog
          confirm={words[asked]}
          dismiss={words.dismiss[asked]}
          isDanger={asked === 'cancel'}
          isOpen
          isPending={change.isPending}
          onConfirm={() => start(asked)}
          onOpenChange={() => setAsked(undefined)}
          title={words.questions[asked](name)}
        >
          {words.consequences[asked]}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Lists who changed the card of an invitation, sent it or answered, and when; nothing where nobody did. */
export function InvitationHistory({ id }: { id: string }) {
  const { data, isError } = useInvitationHistory(id)
  if (isError) return <p className="text-muted text-sm">{words.historyFailed}</p>
  if (!data || data.length === 0) return null
  return (
    <section aria-label={words.history}>
      <h3 className="mb-1 font-semibold text-sm">{words.history}</h3>
      <ol className="text-sm">
        {data.map(entry => (
          <li className="border-separator border-t py-1.5 first:border-0" key={JSON.stringify(entry)}>
            {entry.kind === 'answer' ? (
              <PastAnswer answer={entry} />
            ) : entry.kind === 'sent' ? (
              words.sentVia(text.sending.via[entry.via])
            ) : (
              words.kinds[entry.kind]
            )}
            <span className="block text-muted text-xs">
              <Numeric>{invitationMoment(entry.at)}</Numeric>
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

function PastAnswer({ answer: { isGuests, people, note } }: { answer: Extract<HistoryEntry, { kind: 'answer' }> }) {
  const { attends, declined } = text.data.answer
  return (
    <>
      {isGuests ? words.byGuest : words.byHost}
      {': '}
      {people > 0 ? attends(counted(people, text.data.personWord)) : declined}
      {note && (
        <bdi className="block break-words" dir="auto">
          «{note}»
        </bdi>
      )}
    </>
  )
}
