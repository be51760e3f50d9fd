import type { ScanAnswer } from '@hudur/core/check-in/contract'
import * as invitationRules from '@hudur/core/invitations/rules'
import { type Direction, insideOf } from '@hudur/core/invitations/rules'
import { type ReactNode, useState } from 'react'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import { usePlacesLeft } from '../../backend/hooks/use-places-left.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatGregorianDay, formatTimeAndDay, formatWholeNumber, isEventOfToday } from '../../text/format.ts'
import { SmallStar } from '../../ui/vip-mark.tsx'
import { AdmitButtons } from './admit-buttons.tsx'
import type { ScanRequest } from './queries.ts'
import { invitationCodeOf } from './use-scanner.ts'
import { AdmissionRows, SeatRows, VerdictRows } from './verdict-rows.tsx'
import { type Verdict, VerdictEdge, VerdictSign, verdictClasses } from './verdict-sign.tsx'
import { useIsWomensHall } from './womens-hall.ts'

const words = text.scanner

/** Font sizes of the verdict's word. The limit in vw keeps it within a phone's width even if the device doubles the text size. */
const wordSizeClasses = {
  admitted: 'text-[min(5.25rem,26vw)]',
  used: 'text-[min(4.25rem,20vw)]',
  refused: 'text-[min(4.25rem,20vw)]',
  exited: 'text-[min(5.25rem,26vw)]',
  'not-inside': 'text-[min(4.25rem,20vw)]',
} as const

/** CSS classes that put sign and word side by side on a phone in landscape. */
const landscapeClasses = {
  box: 'short:flex-row short:gap-4',
  sign: 'short:size-14',
  word: 'short:mt-0 short:h-auto short:text-[min(3.75rem,8vw)]',
}

/** A name with more characters than this takes three lines on a phone and leaves no room for a large sign. */
const MAX_SHORT_NAME_LENGTH = 40

/** Returns the name and the event of a scanned guest; undefined if the invitation is unknown. */
const guestDetailsOf = ({ scanDetails, refused }: ScanAnswer) => scanDetails ?? refused

const hasLongName = (answer: ScanAnswer) => (guestDetailsOf(answer)?.guestName.length ?? 0) > MAX_SHORT_NAME_LENGTH

/** Returns whether a scan was of people who leave. */
const isExit = ({ outcome }: ScanAnswer) => outcome === 'exited' || outcome === 'not-inside'

/** Returns how many more people could be admitted or, after an exit, could leave. */
function peopleLeftOf(answer: ScanAnswer) {
  const { invitation } = answer
  if (!invitation) return 0
  return isExit(answer) ? insideOf(invitation) : invitationRules.remainingPlaces(invitation)
}

/** Returns whether the verdict of an admitted guest shows a table, a note or the band of a VIP. */
const hasGateFields = ({ outcome, invitation }: ScanAnswer) =>
  outcome === 'admitted' && Boolean(invitation?.isVip || invitation?.table || invitation?.note)

const isVipScan = ({ outcome, invitation }: ScanAnswer) => outcome !== 'refused' && invitation?.isVip === true

/** Returns the text in place of a name: «دعوة عامة», or «ضيف · 2 من 4» where the scanner may not show the name. */
function namelessGuestText({ invitation, refused }: ScanAnswer, isWomensHall: boolean) {
  const { currentScans, maxScans } = invitation ?? refused ?? {}
  if (currentScans === undefined || maxScans === undefined) return isWomensHall ? words.woman : words.nameless
  if (invitation?.generationType === 'count') return words.anyGuest
  const nameless = isWomensHall ? words.namelessWoman : words.namelessGuest
  return nameless(formatWholeNumber(currentScans), formatWholeNumber(maxScans))
}

/** Returns why a formerly valid card is refused: `replaced` or `cancelled`; undefined for any other answer. */
function withdrawalReasonOf({ refused }: ScanAnswer) {
  const reason = refused?.reason
  return reason === 'replaced' || reason === 'cancelled' ? reason : undefined
}

/** Returns the large word that a verdict shows, such as «تفضّل». */
function verdictWordOf(verdict: Verdict, answer: ScanAnswer, isWomensHall: boolean) {
  const withdrawal = withdrawalReasonOf(answer)
  if (withdrawal) return words.withdrawn[withdrawal]
  if (answer.isTrial) return words.trial
  if (isWomensHall && verdict === 'admitted') return words.welcomeHer
  return isWomensHall && verdict === 'exited' ? words.recentScans.wentOut : words.words[verdict]
}

export type VerdictProps = {
  verdict: Verdict
  answer: ScanAnswer
  request: ScanRequest
  /** The name of the guest, once a download has brought the invitation of a code that was unknown when it was scanned. */
  knownGuest: string | undefined
  onAdmit: (code: string, people: number, direction: Direction) => void
  undo: ReactNode
}

/** Shows the verdict on a scan (admitted, used, refused, or of an exit) by colour, shape and word, large enough to read at arm's length. */
export function VerdictCard({ verdict, answer, request, knownGuest, onAdmit, undo }: VerdictProps) {
  const hasGate = hasGateFields(answer)
  // A long name, the table and the buttons for more people must fit on a phone without scrolling. The sign and the word then become
  // smaller.
  const isTight = peopleLeftOf(answer) > 0 || hasLongName(answer) || hasGate
  const isVip = isVipScan(answer)
  const isWomensHall = useIsWomensHall(answer)
  return (
    <section className={`relative flex flex-1 flex-col overflow-hidden lg:rounded-xl ${verdictClasses[verdict]}`} data-verdict={verdict}>
      <VerdictEdge verdict={verdict} />
      {isVip && <VipBand className="min-h-11 short:min-h-9" verdict={verdict} />}
      <div
        className={`mb-auto flex flex-col items-center px-5 text-center ${isTight ? 'pt-5 lg:pt-10' : 'pt-[clamp(1.75rem,4dvh,4rem)]'} ${hasGate ? 'pb-3 max-lg:pt-3 short:pt-5' : 'pb-4'}`}
      >
        <div className={`flex flex-col items-center ${landscapeClasses.box}`}>
          <VerdictSign
            className={`${isTight ? 'size-[clamp(60px,11dvh,148px)]' : 'size-[clamp(88px,min(38vw,19dvh,60dvh-17rem),148px)]'} ${landscapeClasses.sign}`}
            isVip={isVip}
            verdict={verdict}
          />
          <p
            className={`mt-3 flex items-center font-semibold leading-none ${isTight ? 'h-20 text-[min(4.75rem,22vw)] lg:h-24' : `h-24 ${wordSizeClasses[verdict]}`} ${landscapeClasses.word}`}
          >
            {verdictWordOf(verdict, answer, isWomensHall)}
          </p>
        </div>
        <VerdictTexts answer={answer} knownGuest={knownGuest} request={request} />
      </div>
      <SeatRows answer={answer} />
      <VerdictActions answer={answer} onAdmit={onAdmit} request={request} undo={undo} />
      <VerdictRows answer={answer} request={request} />
    </section>
  )
}

/** Shows a small verdict for the camera dialog, without the details that nobody reads between two guests. */
export function BriefVerdict({ verdict, answer, request, knownGuest, onAdmit, undo }: VerdictProps) {
  const isVip = isVipScan(answer)
  const isWomensHall = useIsWomensHall(answer)
  return (
    <section className={`relative flex flex-col overflow-hidden rounded-xl ${verdictClasses[verdict]}`} data-verdict={verdict}>
      <VerdictEdge verdict={verdict} />
      {isVip && <VipBand className="min-h-8" verdict={verdict} />}
      <div className={`flex flex-col items-center px-4 text-center ${isVip ? 'pt-2' : 'pt-7'} ${hasGateFields(answer) ? 'pb-2' : 'pb-3'}`}>
        <p className="flex items-center gap-3 whitespace-nowrap font-semibold text-[min(2.25rem,10vw)] leading-tight">
          <VerdictSign className="size-12 shrink-0" isVip={isVip} verdict={verdict} />
          {verdictWordOf(verdict, answer, isWomensHall)}
        </p>
        <VerdictTexts answer={answer} knownGuest={knownGuest} request={request} />
      </div>
      <SeatRows answer={answer} isBrief />
      <VerdictActions answer={answer} onAdmit={onAdmit} request={request} undo={undo} />
      <dl className="px-5 pb-2">
        <AdmissionRows answer={answer} at={request.at} />
      </dl>
    </section>
  )
}

function VipBand({ verdict, className }: { verdict: Verdict; className: string }) {
  return (
    <p
      className={`flex items-center justify-center gap-2.5 bg-vip font-semibold text-lg text-vip-foreground leading-none ${verdict === 'used' ? 'mt-2.5' : ''} ${className}`}
    >
      <SmallStar className="size-4.5" />
      {words.vip}
      <SmallStar className="size-4.5" />
    </p>
  )
}

function VerdictTexts({ answer, request, knownGuest }: Pick<VerdictProps, 'answer' | 'request' | 'knownGuest'>) {
  const { scanDetails: details, refused, success, message, advice, admitted = 0, exited = 0 } = answer
  const guest = guestDetailsOf(answer)
  const isWomensHall = useIsWomensHall(answer)
  const [isNameShown, setNameShown] = useState(false)
  const isHidden = answer.hidesNames === true && !isNameShown
  const withdrawal = withdrawalReasonOf(answer)
  const serverTime = useServerTime()
  const said = isWomensHall ? words.sayToHer : words.say
  const newCard = withdrawal === 'replaced' && refused ? newCardOf(refused) : undefined
  return (
    <>
      {guest && (
        <p className={`mt-1 font-semibold leading-normal ${hasLongName(answer) && !isHidden ? 'text-xl' : 'text-[1.625rem]'}`}>
          {(!isHidden && guest.guestName) || namelessGuestText(answer, isWomensHall)}
        </p>
      )}
      {isHidden && guest?.guestName && (
        <button className="min-h-11 px-4 font-semibold underline underline-offset-4" onClick={() => setNameShown(true)} type="button">
          {words.showName}
        </button>
      )}
      <p className={details ? 'mt-1' : `mt-1 font-semibold leading-normal ${refused ? 'text-lg' : 'text-[1.375rem]'}`}>{message}</p>
      {admitted > 1 && <p className="mt-1 font-semibold text-lg">{words.came(formatCountedNoun(admitted, words.personWord))}</p>}
      {exited > 1 && <p className="mt-1 font-semibold text-lg">{words.left(formatCountedNoun(exited, words.personWord))}</p>}
      {details && !isEventOfToday(details.eventDate, new Date(serverTime(request.at.getTime()))) && (
        <p className="mt-2 rounded-lg border-2 border-current px-3 py-1 font-semibold">
          {words.otherDay(formatGregorianDay(details.eventDate))}
        </p>
      )}
      {advice && <p className="mt-2 font-semibold">{advice}</p>}
      {answer.replicaAt !== undefined && (
        <p className="mt-2 font-semibold">{offlineUnknownText(answer.replicaAt, request.at, knownGuest)}</p>
      )}
      {newCard?.usedText && <p className="mt-2 font-semibold text-lg">{newCard.usedText}</p>}
      {withdrawal && (
        <p className="mt-3 font-semibold text-2xl leading-normal">
          <span className="block font-normal text-base">{said.to}</span>
          {said[newCard?.said ?? withdrawal]}
        </p>
      )}
      {success && !details && <p className="mt-2 font-semibold">{words.noDetails}</p>}
    </>
  )
}

/** Returns a text about the card that replaced a scanned one. A device without a server does not know when the card was replaced. */
function newCardOf({ currentScans: used = 0, maxScans: places = 0, scannedAt, at, isSent }: NonNullable<ScanAnswer['refused']>) {
  const isUsedSince = at !== undefined && (scannedAt ?? '') > at
  const usedText = isUsedSince ? words.newCardUsed : words.invitationUsed
  return {
    usedText: used > 0 && usedText(formatWholeNumber(used), formatWholeNumber(places)),
    said: used > 0 && used >= places ? 'cancelled' : isSent === false ? 'unsent' : 'replaced',
  } as const
}

/**
 * Returns the text for a code that a device without a server does not know: the age of its list and what to do, or that the guest is known
 * now.
 */
function offlineUnknownText(replicaAt: string | null, at: Date, knownGuest: string | undefined) {
  const { from, none, known } = words.offlineUnknown
  if (knownGuest !== undefined) return known(knownGuest)
  return replicaAt === null ? none : from(formatTimeAndDay(replicaAt, at))
}

/** Shows the buttons that admit more people by the same invitation, or let more people leave, and the undo button. */
function VerdictActions({ answer, request, onAdmit, undo }: Omit<VerdictProps, 'verdict' | 'knownGuest'>) {
  const { answered, present } = usePlacesLeft(answer.invitation)
  const isWomensHall = useIsWomensHall(answer)
  const direction = isExit(answer) ? 'out' : 'in'
  const left = direction === 'out' ? peopleLeftOf(answer) : present
  const admit = (people: number) => onAdmit(invitationCodeOf(answer, request), people, direction)
  return (
    <>
      {left > 0 && <AdmitButtons direction={direction} isWomensHall={isWomensHall} placesLeft={left} onAdmit={admit} />}
      {direction === 'in' && present === 0 && answered > 0 && (
        <p className="px-5 pb-4 text-center font-semibold">{words.family.noneLeft}</p>
      )}
      {undo && (
        <div aria-live="off" className="px-5 pb-4">
          {undo}
        </div>
      )}
    </>
  )
}
