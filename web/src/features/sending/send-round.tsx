import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { tabDraftStore } from '../../device/tab-drafts.ts'
import { Link } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { BackIcon } from '../../ui/arrows.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ShareBar } from '../../ui/share-bar.tsx'
import { notify } from '../../ui/toast.tsx'
import { initialMessage } from '../invitations/guest-message.ts'
import { GuestPageGaps } from './message-gaps.tsx'
import { NextGuest } from './next-guest.tsx'
import { isReminder, type SendingEvent, type SendingRound, sendingQueueOf } from './send-queue.ts'
import { useSending } from './use-sending.ts'

const words = text.sending

type SendRoundProps = {
  event: SendingEvent
  invitations: readonly Invitation[]
  round: SendingRound
  account: string
  guestsPath: string
  /** Whether the host is sending, who can save the text with the event and remind guests later. People with a family link cannot. */
  isHost?: boolean
}

/** Returns the name of a round in the drafts of this tab. Each `unsent` round continues the previous one, so they share a name. */
const roundDraftName = (eventId: string, { group, since }: SendingRound) => (group === 'unsent' ? eventId : `${eventId} ${group} ${since}`)

/** Returns the name of the draft that stores the text of a round in this tab; undefined if the text is saved with the event. */
function messageDraftName(isHost: boolean, eventId: string, round: SendingRound) {
  if (!isHost) return 'sending'
  return isReminder(round.group) ? `sending ${roundDraftName(eventId, round)}` : undefined
}

function readStoredMessage(account: string, draft: string | undefined) {
  const stored = draft && tabDraftStore.read(account, draft)
  return typeof stored === 'string' ? stored : undefined
}

/** Returns the invitations skipped in a round. They are stored for this tab, because opening a messenger may close the page. */
function useSkippedGuests(account: string, name: string) {
  const draft = `skipped ${name}`
  const [ids, setIds] = useState<ReadonlySet<string>>(() => {
    const stored = tabDraftStore.read(account, draft)
    return new Set(Array.isArray(stored) ? stored : [])
  })

  function changeSkippedIds(changed: ReadonlySet<string>) {
    setIds(changed)
    tabDraftStore.write(account, draft, [...changed])
  }

  return {
    ids,
    add: (id: string) => changeSkippedIds(new Set(ids).add(id)),
    clear: () => changeSkippedIds(new Set()),
    /** Removes the stored ids, so that no guest is skipped when the round is opened again. */
    forget: () => tabDraftStore.remove(account, draft),
  }
}

/** Sends the invitations of a round one after another. Each press opens the chat with a guest and shows the next guest. */
export function SendRound({ event, invitations, round, account, guestsPath, isHost = false }: SendRoundProps) {
  const sending = useSending(invitations, { account, since: round.group === 'unsent' ? undefined : round.since })
  const skipped = useSkippedGuests(account, roundDraftName(event.id, round))
  const draft = messageDraftName(isHost, event.id, round)
  const [message, setMessage] = useState(() => readStoredMessage(account, draft) ?? initialMessage(round.group, event))

  function changeMessage(changed: string) {
    setMessage(changed)
    // A text that is not saved with the event is stored for this tab, because opening a messenger may close the page.
    if (draft !== undefined) tabDraftStore.write(account, draft, changed)
  }

  const queue = sendingQueueOf(sending.marked, round, skipped.ids)
  const { next } = queue
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-[minmax(0,1fr)] gap-4 max-md:pb-32">
      <header className="flex items-center gap-2">
        <Link
          aria-label={words.toGuests}
          className="target grid size-11 shrink-0 place-items-center"
          onClick={skipped.forget}
          to={guestsPath}
        >
          <BackIcon aria-hidden="true" className="size-5" strokeWidth={1.7} />
        </Link>
        <div className="min-w-0 grow">
          <h1 className="font-semibold text-lg leading-7">{words.title}</h1>
          <p className="truncate text-muted text-sm" dir="auto">
            {event.name}، {words.of[round.group]}
          </p>
        </div>
      </header>
      {isHost && next && sending.marked.every(({ sentAt }) => sentAt === null) && <GuestPageGaps event={event} />}
      {queue.total > 0 && <SendingProgress done={queue.done} total={queue.total} />}
      {sending.failed.length > 0 && (
        <Notice
          action={
            <Button onPress={sending.retry} size="sm" variant="outline">
              {text.ui.retry}
            </Button>
          }
          tone="danger"
        >
          {failureText(sending)}
        </Notice>
      )}
      {sending.last && <LastSent invitation={sending.last} key={sending.last.id} onUndo={sending.undo} />}
      {next ? (
        <NextGuest
          event={event}
          invitation={next}
          isHost={isHost}
          key={next.id}
          message={message}
          onMessage={changeMessage}
          onSkip={() => skipped.add(next.id)}
          round={round}
          sending={sending}
        />
      ) : (
        <RoundEnd guestsPath={guestsPath} isHost={isHost} onBack={skipped.clear} onLeave={skipped.forget} queue={queue} round={round} />
      )}
    </div>
  )
}

/** Returns the error text with the guests whose «sent» mark could not be saved, grouped by the reason. */
function failureText({ failed, reasonOf }: ReturnType<typeof useSending>) {
  const reasons = [...new Set(failed.map(({ id }) => reasonOf(id)))]
  return reasons
    .map(reason => {
      const guests = failed.filter(({ id }) => reasonOf(id) === reason).map(invitationRules.guestLabel)
      return [words.markFailed(guests.join('، ')), ...(reason ? [reason] : [])].join('. ')
    })
    .join('. ')
}

function SendingProgress({ done, total }: { done: number; total: number }) {
  return (
    <div>
      <p className="flex items-baseline gap-2">
        <b className="font-semibold text-3xl tabular-nums leading-tight">{formatWholeNumber(done)}</b>
        <span className="text-muted">{words.progress(formatWholeNumber(total))}</span>
        <span className="ms-auto text-muted text-sm">{words.left(formatWholeNumber(total - done))}</span>
      </p>
      <ShareBar className="mt-2 h-2.5" label={words.title} total={total} value={done} />
    </div>
  )
}

/** Shows to whom an invitation was sent last. The mark can be removed, because the user may have left WhatsApp without sending. */
function LastSent({ invitation, onUndo }: { invitation: Invitation; onUndo: (invitation: Invitation) => Promise<void> }) {
  const [isPending, setPending] = useState(false)
  const guest = invitationRules.guestLabel(invitation)

  async function undoLastSent() {
    setPending(true)
    try {
      await onUndo(invitation)
      notify.done(words.undone(guest))
    } catch {
      notify.failure(text.sending.noAnswer)
      setPending(false)
    }
  }

  return (
    <div className="flex items-center gap-2 border-separator border-y py-1.5">
      <Check aria-hidden="true" className="size-5 shrink-0 text-success" strokeWidth={1.8} />
      <p className="min-w-0 grow break-words text-sm" role="status">
        <b className="font-semibold" dir="auto">
          {guest}
        </b>{' '}
        {words.sent}
      </p>
      <Button className="text-accent" isPending={isPending} onPress={() => void undoLastSent()} variant="ghost">
        {words.undo}
      </Button>
    </div>
  )
}

type RoundEndProps = {
  guestsPath: string
  isHost: boolean
  round: SendingRound
  queue: ReturnType<typeof sendingQueueOf>
  onBack: () => void
  onLeave: () => void
}

function RoundEnd({ guestsPath, isHost, round, queue: { total, skipped }, onBack, onLeave }: RoundEndProps) {
  const toGuests = (
    <ButtonLink onClick={onLeave} to={guestsPath} variant={skipped.length > 0 ? 'outline' : 'primary'}>
      {words.toGuests}
    </ButtonLink>
  )
  if (total === 0) return <EmptyState action={toGuests} title={words.nobody} />
  if (skipped.length === 0)
    return (
      <EmptyState action={toGuests} title={round.group === 'unsent' ? words.allSent : words.allReminded}>
        {isHost && words.allSentAdvice}
      </EmptyState>
    )
  return (
    <EmptyState
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button onPress={onBack}>{words.backToSkipped}</Button>
          {toGuests}
        </div>
      }
      title={words.skipped(formatCountedNoun(skipped.length, text.events.guests.guestWord))}
    >
      {skipped.map(invitationRules.guestLabel).join('، ')}. {words.skippedAdvice}
    </EmptyState>
  )
}
