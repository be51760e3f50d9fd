import { type Invitation, invitationRules } from '@hudur/core'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { tabDrafts } from '../../../device/tab-drafts.ts'
import { Link } from '../../../router/link.tsx'
import { text } from '../../../text/ar.ts'
import { counted, wholeNumber } from '../../../text/format.ts'
import { Back } from '../../../ui/arrows.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ShareBar } from '../../../ui/share-bar.tsx'
import { say } from '../../../ui/toast.tsx'
import { firstMessage } from '../../invitations/guests/guest-message.ts'
import { NextGuest } from './next-guest.tsx'
import { isReminder, type Round, type RoundEvent, sendQueue } from './send-queue.ts'
import { useSending } from './use-sending.ts'

const words = text.sending

type SendRoundProps = {
  event: RoundEvent
  invitations: readonly Invitation[]
  round: Round
  /** The id of the account or the link that sends. */
  account: string
  /** Where the guests are listed. */
  guestsAddress: string
  /** Whether the host sends, who can store the text with the event and remind guests later. */
  isHost?: boolean
}

/** Returns the name of a round in the drafts of this tab. «لم تُرسل» has no beginning: it goes on where it stopped. */
const roundName = (eventId: string, { group, since }: Round) => (group === 'unsent' ? eventId : `${eventId} ${group} ${since}`)

/** Returns the name of the draft that has the text of a round; undefined where the text is stored with the event. */
function messageDraft(isHost: boolean, eventId: string, round: Round) {
  if (!isHost) return 'sending'
  return isReminder(round.group) ? `sending ${roundName(eventId, round)}` : undefined
}

function storedMessage(account: string, draft: string | undefined) {
  const stored = draft && tabDrafts.read(account, draft)
  return typeof stored === 'string' ? stored : undefined
}

/** The guests who were skipped in a round. They are stored in this tab: a messenger may end the page. */
function useSkipped(account: string, name: string) {
  const draft = `skipped ${name}`
  const [ids, setIds] = useState<ReadonlySet<string>>(() => {
    const stored = tabDrafts.read(account, draft)
    return new Set(Array.isArray(stored) ? stored : [])
  })

  function change(changed: ReadonlySet<string>) {
    setIds(changed)
    tabDrafts.write(account, draft, [...changed])
  }

  return {
    ids,
    add: (id: string) => change(new Set(ids).add(id)),
    clear: () => change(new Set()),
    /** Forgets them for the next time the round is opened. */
    forget: () => tabDrafts.remove(account, draft),
  }
}

/** Sends the invitations of a round one after another: each press opens the chat of a guest and shows the next one. */
export function SendRound({ event, invitations, round, account, guestsAddress, isHost = false }: SendRoundProps) {
  const sending = useSending(invitations, { account, since: round.group === 'unsent' ? undefined : round.since })
  const skipped = useSkipped(account, roundName(event.id, round))
  const draft = messageDraft(isHost, event.id, round)
  const [message, setMessage] = useState(() => storedMessage(account, draft) ?? firstMessage(round.group, event))

  function changeMessage(changed: string) {
    setMessage(changed)
    // A text that is not stored with the event is stored in this tab: a messenger may end the page.
    if (draft !== undefined) tabDrafts.write(account, draft, changed)
  }

  const queue = sendQueue(sending.marked, round, skipped.ids)
  const { next } = queue
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-[minmax(0,1fr)] gap-4 max-md:pb-32">
      <header className="flex items-center gap-2">
        <Link
          aria-label={words.toGuests}
          className="target grid size-11 shrink-0 place-items-center"
          onClick={skipped.forget}
          to={guestsAddress}
        >
          <Back aria-hidden="true" className="size-5" strokeWidth={1.7} />
        </Link>
        <div className="min-w-0 grow">
          <h1 className="font-semibold text-lg leading-7">{words.title}</h1>
          <p className="truncate text-muted text-sm" dir="auto">
            {event.name}، {words.of[round.group]}
          </p>
        </div>
      </header>
      {queue.total > 0 && <Progress done={queue.done} total={queue.total} />}
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
        <RoundEnd
          guestsAddress={guestsAddress}
          isHost={isHost}
          onBack={skipped.clear}
          onLeave={skipped.forget}
          queue={queue}
          round={round}
        />
      )}
    </div>
  )
}

/** Names the guests whose mark could not be saved: together those with the same reason. */
function failureText({ failed, reasonOf }: ReturnType<typeof useSending>) {
  const reasons = [...new Set(failed.map(({ id }) => reasonOf(id)))]
  return reasons
    .map(reason => {
      const guests = failed.filter(({ id }) => reasonOf(id) === reason).map(invitationRules.guestLabel)
      return [words.markFailed(guests.join('، ')), ...(reason ? [reason] : [])].join('. ')
    })
    .join('. ')
}

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <div>
      <p className="flex items-baseline gap-2">
        <b className="font-semibold text-3xl tabular-nums leading-tight">{wholeNumber(done)}</b>
        <span className="text-muted">{words.progress(wholeNumber(total))}</span>
        <span className="ms-auto text-muted text-sm">{words.left(wholeNumber(total - done))}</span>
      </p>
      <ShareBar className="mt-2 h-2.5" label={words.title} total={total} value={done} />
    </div>
  )
}

/** Says to whom an invitation was sent last, with a button that removes the mark: WhatsApp may have been left without sending. */
function LastSent({ invitation, onUndo }: { invitation: Invitation; onUndo: (invitation: Invitation) => Promise<void> }) {
  const [isPending, setPending] = useState(false)
  const guest = invitationRules.guestLabel(invitation)

  async function undo() {
    setPending(true)
    try {
      await onUndo(invitation)
      say.done(words.undone(guest))
    } catch {
      say.failure(text.sending.noAnswer)
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
      <Button className="text-accent" isPending={isPending} onPress={() => void undo()} variant="ghost">
        {words.undo}
      </Button>
    </div>
  )
}

type RoundEndProps = {
  guestsAddress: string
  isHost: boolean
  round: Round
  queue: ReturnType<typeof sendQueue>
  onBack: () => void
  /** Called when the list of guests is opened. */
  onLeave: () => void
}

function RoundEnd({ guestsAddress, isHost, round, queue: { total, skipped }, onBack, onLeave }: RoundEndProps) {
  const toGuests = (
    <ButtonLink onClick={onLeave} to={guestsAddress} variant={skipped.length > 0 ? 'outline' : 'primary'}>
      {words.toGuests}
    </ButtonLink>
  )
  if (total === 0) return <Empty action={toGuests} title={words.nobody} />
  if (skipped.length === 0)
    return (
      <Empty action={toGuests} title={round.group === 'unsent' ? words.allSent : words.allReminded}>
        {isHost && words.allSentAdvice}
      </Empty>
    )
  return (
    <Empty
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button onPress={onBack}>{words.backToSkipped}</Button>
          {toGuests}
        </div>
      }
      title={words.skipped(counted(skipped.length, text.events.guests.guestWord))}
    >
      {skipped.map(invitationRules.guestLabel).join('، ')}. {words.skippedAdvice}
    </Empty>
  )
}
