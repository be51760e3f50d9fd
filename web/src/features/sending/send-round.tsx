import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Check } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useCallingCode } from '../../backend/hooks/use-installation.ts'
import { tabDraftStore } from '../../device/tab-drafts.ts'
import { Link } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { toInternationalPhone } from '../../text/international-phone.ts'
import { BackIcon } from '../../ui/arrows.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { FilterButtons } from '../../ui/filter-buttons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ShareBar } from '../../ui/share-bar.tsx'
import { notify } from '../../ui/toast.tsx'
import { initialMessage } from '../invitations/guest-message.ts'
import { GuestsWithoutPhone } from './guests-without-phone.tsx'
import { GuestPageGaps } from './message-gaps.tsx'
import { NeighbourNumbers } from './neighbour-numbers.tsx'
import { NextGuest } from './next-guest.tsx'
import { partsOf, sidesOf } from './round-parts.ts'
import { countWaiting, isContinued, isReminder, membersOf, type SendingEvent, type SendingRound, sendingQueueOf } from './send-queue.ts'
import { TrialButton } from './trial-button.tsx'
import { useSending } from './use-sending.ts'
import { useSkippedGuests } from './use-skipped-guests.ts'

const words = text.sending

/** The texts of a round that differ between invitations and thanks. */
type RoundWords = Record<'markFailed' | 'undone', (guest: string) => string> & { sent: string }

type SendRoundProps = {
  event: SendingEvent
  invitations: readonly Invitation[]
  round: SendingRound
  account: string
  guestsPath: string
  /** Whether the host is sending, who can save the text with the event and remind guests later. People with a family link cannot. */
  isHost?: boolean
}

/** Returns the name of a round in the drafts of this tab. Rounds that continue the previous one share a name. */
function roundDraftName(eventId: string, { group, since }: SendingRound) {
  if (group === 'unsent') return eventId
  return isContinued(group) ? `${eventId} ${group}` : `${eventId} ${group} ${since}`
}

/** Returns the name of the draft that stores the text of a round in this tab; undefined if the text is saved with the event. */
function messageDraftName(isHost: boolean, eventId: string, round: SendingRound) {
  if (!isHost) return 'sending'
  return isReminder(round.group) ? `sending ${roundDraftName(eventId, round)}` : undefined
}

function readStoredText(account: string, draft: string | undefined) {
  const stored = draft && tabDraftStore.read(account, draft)
  return typeof stored === 'string' ? stored : undefined
}

/** Returns a function that tells whether an invitation has a valid number. Until the calling code is known, every number counts as valid. */
function useHasNumber() {
  const { callingCode, isKnown } = useCallingCode()
  return useMemo(() => {
    const results = new Map<string, boolean>()
    return ({ phone }: Invitation) => {
      if (phone === null || !isKnown) return phone !== null
      const result = results.get(phone) ?? toInternationalPhone(phone, callingCode) !== undefined
      results.set(phone, result)
      return result
    }
  }, [callingCode, isKnown])
}

/** Returns the part of a round that the user has chosen. It is stored for this tab, because opening a messenger may close the page. */
function useRoundPart(account: string, name: string) {
  const draft = `part ${name}`
  const [part, setPart] = useState(() => readStoredText(account, draft) ?? 'all')
  return [
    part,
    (chosen: string) => {
      setPart(chosen)
      tabDraftStore.write(account, draft, chosen)
    },
  ] as const
}

/**
 * Sends the invitations of a round one after another, first those whose guests have a number. Each press opens the chat with a guest and
 * shows the next guest. Guests without a number are listed apart.
 */
export function SendRound({ event, invitations, round, account, guestsPath, isHost = false }: SendRoundProps) {
  const { group, since } = round
  const said = group === 'thanks' ? words.thanks : words
  const sending = useSending(invitations, { sender: account, group, since: isContinued(group) ? undefined : since })
  const name = roundDraftName(event.id, round)
  const skipped = useSkippedGuests(sending.marked, { account, group, draft: `skipped ${name}` })
  const [chosenPart, setPart] = useRoundPart(account, name)
  /** The guest without a number whom the user has opened from the list. */
  const [openedId, setOpenedId] = useState<string>()
  /** The guests whose rows stay in the list although they have been sent to or have a number now, so that nothing moves under the finger. */
  const [keptIds, setKeptIds] = useState<ReadonlySet<string>>(new Set())
  const draft = messageDraftName(isHost, event.id, round)
  /** The text that the user has written for this round. Without it, each guest has the text of the event, or that for the guest's side. */
  const [ownText, setOwnText] = useState(() => readStoredText(account, draft))
  const messageFor = (side?: string | null) => ownText ?? initialMessage(group, event, side)
  const hasNumber = useHasNumber()

  function changeMessage(changed: string) {
    // A text that is not saved with the event is stored for this tab, because opening a messenger may close the page.
    if (draft === undefined) return
    setOwnText(changed)
    tabDraftStore.write(account, draft, changed)
  }

  function openGuest(id: string) {
    setOpenedId(id)
    window.scrollTo({ top: 0 })
  }

  const members = membersOf(sending.marked, round)
  const parts = partsOf(members, hasNumber)
  const part = parts.find(({ id }) => id === chosenPart) ?? parts[0]!
  const queue = sendingQueueOf(members.filter(part.includes), round, { skippedIds: skipped.ids, hasNumber })
  const next = queue.withoutNumber.find(({ id }) => id === openedId) ?? queue.next
  const listedIds = new Set([...queue.withoutNumber.map(({ id }) => id), ...keptIds])
  const listed = members.filter(({ id }) => listedIds.has(id))
  const isEnded = !next && queue.withoutNumber.length === 0
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
          <h1 className="font-semibold text-lg leading-7">{text.toSend.title}</h1>
          <p className="truncate text-muted text-sm" dir="auto">
            {event.name}، {words.of[group]}
          </p>
        </div>
      </header>
      {isHost && !isEnded && group !== 'thanks' && sending.marked.every(({ sentAt }) => sentAt === null) && (
        <>
          <GuestPageGaps event={event} />
          <div>
            <TrialButton event={event} message={messageFor()} />
          </div>
        </>
      )}
      {queue.total > 0 && <SendingProgress done={queue.done} total={queue.total} />}
      <NeighbourNumbers account={account} eventId={event.id} invitations={invitations} />
      {parts.length > 1 && (
        <FilterButtons
          label={text.sendingRound.parts.label}
          onChange={setPart}
          options={parts.map(({ id, label, includes }) => ({ id, label, count: countWaiting(members.filter(includes), round) }))}
          value={part.id}
        />
      )}
      {sending.failed.length > 0 && (
        <Notice
          action={
            <Button onPress={sending.retry} size="sm" variant="outline">
              {text.ui.retry}
            </Button>
          }
          tone="danger"
        >
          {failureText(sending, said)}
        </Notice>
      )}
      {sending.last && !keptIds.has(sending.last.id) && (
        <LastSent invitation={sending.last} key={sending.last.id} onUndo={sending.undo} said={said} />
      )}
      {next && (
        <NextGuest
          event={event}
          invitation={next}
          isHost={isHost}
          key={next.id}
          message={messageFor(next.side)}
          onMessage={changeMessage}
          onSkip={() => skipped.add(next.id)}
          round={round}
          sending={sending}
          sides={sidesOf(members)}
        />
      )}
      {listed.length > 0 && (
        <GuestsWithoutPhone
          event={event}
          invitations={listed}
          messageFor={messageFor}
          onKeep={id => setKeptIds(before => new Set(before).add(id))}
          onOpen={openGuest}
          round={round}
          sending={sending}
        />
      )}
      {isEnded && part.id !== 'all' && queue.skipped.length === 0 && (
        <EmptyState
          action={<Button onPress={() => setPart('all')}>{text.sendingRound.parts.showAll}</Button>}
          title={text.sendingRound.parts.done(part.label)}
        />
      )}
      {isEnded && (part.id === 'all' || queue.skipped.length > 0) && (
        <RoundEnd guestsPath={guestsPath} isHost={isHost} onBack={skipped.clear} onLeave={skipped.forget} queue={queue} round={round} />
      )}
    </div>
  )
}

/** Returns the error text with the guests whose «sent» mark could not be saved, grouped by the reason. */
function failureText({ failed, reasonOf }: ReturnType<typeof useSending>, said: RoundWords) {
  const reasons = [...new Set(failed.map(({ id }) => reasonOf(id)))]
  return reasons
    .map(reason => {
      const guests = failed.filter(({ id }) => reasonOf(id) === reason).map(invitationRules.guestLabel)
      return [said.markFailed(guests.join('، ')), ...(reason ? [reason] : [])].join('. ')
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
      <ShareBar className="mt-2 h-2.5" label={text.toSend.title} total={total} value={done} />
    </div>
  )
}

type LastSentProps = { invitation: Invitation; said: RoundWords; onUndo: (invitation: Invitation) => Promise<void> }

/** Shows to whom a message was sent last. The mark can be removed, because the user may have left WhatsApp without sending. */
function LastSent({ invitation, said, onUndo }: LastSentProps) {
  const [isPending, setPending] = useState(false)
  const guest = invitationRules.guestLabel(invitation)

  async function undoLastSent() {
    setPending(true)
    try {
      await onUndo(invitation)
      notify.done(said.undone(guest))
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
        {said.sent}
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
      <EmptyState
        action={toGuests}
        title={round.group === 'thanks' ? words.thanks.all : round.group === 'unsent' ? words.allSent : words.allReminded}
      >
        {isHost && round.group !== 'thanks' && words.allSentAdvice}
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
      title={words.skipped(formatCountedNoun(skipped.length, text.eventGuests.guestWord))}
    >
      {skipped.map(invitationRules.guestLabel).join('، ')}. {words.skippedAdvice}
    </EmptyState>
  )
}
