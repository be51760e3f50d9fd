import { codeInReadText, printedEventOf, qrCodeText, shownTextOf } from '@hudur/core/check-in/card-text'
import type { AdmissionSummary, ScanAnswer } from '@hudur/core/check-in/contract'
import { insideOf } from '@hudur/core/invitations/rules'
import { toDialableNumber } from '@hudur/core/phone'
import type { ReactNode } from 'react'
import { useInternationalPhone } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import {
  formatInvitationDay,
  formatInvitationMoment,
  formatNumericDay,
  formatTimeAndDay,
  formatTimeOfDay,
  formatWholeNumber,
} from '../../text/format.ts'
import { formatPeople } from '../../text/people.ts'
import { QrCode } from '../../ui/code-picture.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import type { ScanRequest } from './queries.ts'
import { useIsWomensHall } from './womens-hall.ts'

const words = text.scanner.rows

/** Returns whether a door link admitted the guest: its device does not know the code of the invitation, and has only one event. */
const isOfDoorLink = ({ invitation }: ScanAnswer) => invitation?.qrCode === ''

type VerdictRowsProps = { answer: ScanAnswer; request: ScanRequest }

/** Lists the details of the invitation, the most important first; for an unknown one the code or typed text, and the time. */
export function VerdictRows({ answer, request }: VerdictRowsProps) {
  const { scanDetails, invitation } = answer
  if (!scanDetails) return <UnknownInvitationRows answer={answer} request={request} />
  const { eventName, guestName, scannedAt, generationType, createdAt } = scanDetails
  const guest = guestName || text.scanner.anyGuest
  // An event that hides names must not show the guest.
  const isBrief = isOfDoorLink(answer) || answer.hidesNames === true
  return (
    <>
      <dl className="px-5">
        <AdmissionRows answer={answer} at={request.at} />
        <VerdictRow name={words.event}>{eventName}</VerdictRow>
        {!isBrief && <VerdictRow name={words.type}>{text.scanner.types[generationType]}</VerdictRow>}
      </dl>
      {!isBrief && (
        <div className="mx-5 flex items-center gap-5 border-current/35 border-t py-4">
          {invitation && <QrCode className="size-31 shrink-0 rounded" code={qrCodeText(invitation)} label={text.scanner.qrOf(guest)} />}
          <dl className="grid min-w-0 gap-1.5 text-sm">
            <Detail name={words.guest}>{guest}</Detail>
            {invitation?.phone && (
              <Detail name={words.phone}>
                <a className="underline underline-offset-4" href={`tel:${toDialableNumber(invitation.phone)}`}>
                  <Numeric>{invitation.phone}</Numeric>
                </a>
                <ChatLink phone={invitation.phone} />
              </Detail>
            )}
            {scannedAt && (
              <Detail name={words.lastScan}>
                <Numeric>{formatInvitationMoment(scannedAt)}</Numeric>
              </Detail>
            )}
            <Detail name={words.createdAt}>
              <Numeric>{formatInvitationDay(createdAt)}</Numeric>
            </Detail>
          </dl>
        </div>
      )}
    </>
  )
}

/** Renders a link to the guest's WhatsApp chat; nothing if the phone number is invalid. */
function ChatLink({ phone }: { phone: string }) {
  const number = useInternationalPhone(phone)
  if (!number) return null
  return (
    <a className="ms-3 underline underline-offset-4" href={`https://wa.me/${number.replace('+', '')}`} rel="noreferrer" target="_blank">
      {text.ui.whatsapp}
    </a>
  )
}

const NO_SEAT = { table: null, note: null }

/** A table name with at most this many characters is shown in the largest size. A longer one would not fit on a line of a phone. */
const MAX_SHORT_TABLE_NAME_LENGTH = 4
const MAX_MEDIUM_TABLE_NAME_LENGTH = 9

function tableNameSizeClassOf(table: string, isBrief: boolean) {
  if (table.length <= MAX_SHORT_TABLE_NAME_LENGTH) return isBrief ? 'text-[min(2.5rem,12vw)]' : 'text-[min(3.5rem,18vw)]'
  return table.length <= MAX_MEDIUM_TABLE_NAME_LENGTH ? 'text-[min(2.25rem,10vw)]' : 'text-[min(1.625rem,8vw)]'
}

/** Shows the table and the note of an admitted guest, to be read at arm's length. `isBrief`: smaller, for the camera dialog. */
export function SeatRows({ answer: { outcome, invitation }, isBrief = false }: { answer: ScanAnswer; isBrief?: boolean }) {
  const { table, note } = outcome === 'admitted' ? (invitation ?? NO_SEAT) : NO_SEAT
  if (!table && !note) return null
  return (
    <dl className="px-5 pb-2">
      {table && (
        <div
          className={`flex items-center justify-between gap-4 border-current/35 border-t text-xl short:py-1 ${isBrief ? 'py-1' : 'py-2'}`}
        >
          <dt className="shrink-0">{words.table}</dt>
          <dd className={`min-w-0 font-semibold leading-none ${tableNameSizeClassOf(table, isBrief)}`}>
            <bdi className="wrap-anywhere">{table}</bdi>
          </dd>
        </div>
      )}
      {note && (
        <div className="flex items-baseline justify-between gap-4 border-current/35 border-t py-2">
          <dt className="shrink-0">{words.note}</dt>
          <dd className="min-w-0 font-semibold text-[1.25rem] leading-normal">
            <bdi className="wrap-anywhere">{note}</bdi>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Shows the admissions of an invitation and, if it is used, table and note; for a refused guest the event of the invitation. */
export function AdmissionRows({ answer, at }: { answer: ScanAnswer; at: Date }) {
  const isWomensHall = useIsWomensHall(answer)
  const { scanDetails, outcome, invitation, refused, first, last } = answer
  if (refused) return <RefusedRows at={at} refused={refused} />
  if (!scanDetails) return null
  const { table, note } = outcome === 'admitted' ? NO_SEAT : (invitation ?? NO_SEAT)
  const hasLaterAdmission = last && last.at !== first?.at
  return (
    <>
      {first && <VerdictRow name={words.first}>{admissionText(first, at)}</VerdictRow>}
      {hasLaterAdmission && <VerdictRow name={words.last}>{admissionText(last, at)}</VerdictRow>}
      <VerdictRow name={words.entries}>
        <Numeric>
          {scanDetails.currentScans} / {scanDetails.maxScans}
        </Numeric>
      </VerdictRow>
      {invitation !== null && invitation.outside !== undefined && (
        <VerdictRow name={words.inside}>
          <Numeric>{insideOf(invitation)}</Numeric>
        </VerdictRow>
      )}
      {invitation !== null && invitation.children > 0 && (
        <VerdictRow name={words.persons}>{formatPeople(invitation.maxScans, invitation.children, text.scanner.personWord)}</VerdictRow>
      )}
      {invitation?.answer && (
        <VerdictRow name={isWomensHall ? words.herAnswer : words.answer}>{answerText(invitation.answer, isWomensHall)}</VerdictRow>
      )}
      <OptionalRow name={words.table}>{table}</OptionalRow>
      <OptionalRow name={words.note}>{note}</OptionalRow>
    </>
  )
}

function answerText({ attends, people, children = 0 }: { attends: boolean; people: number; children?: number }, isWomensHall: boolean) {
  if (!attends) return isWomensHall ? words.sheDeclined : words.declined
  return (isWomensHall ? words.sheAnswered : words.answered)(
    children > 0 ? formatPeople(people, children, text.scanner.personWord) : formatWholeNumber(people),
  )
}

function RefusedRows({ refused, at: now }: { refused: NonNullable<ScanAnswer['refused']>; at: Date }) {
  const { reason, eventName, eventDate, table, at } = refused
  return (
    <>
      {eventName !== '' && <EventRow eventDate={eventDate} eventName={eventName} />}
      <OptionalRow name={words.table}>{table}</OptionalRow>
      {at && (reason === 'replaced' || reason === 'cancelled') && (
        <VerdictRow name={words.withdrawnAt[reason]}>{formatTimeAndDay(at, now)}</VerdictRow>
      )}
    </>
  )
}

function UnknownInvitationRows({ answer, request }: VerdictRowsProps) {
  const isWomensHall = useIsWomensHall(answer)
  return (
    <dl className="px-5 pb-3">
      <AdmissionRows answer={answer} at={request.at} />
      {request.is === 'code' && !answer.refused && (
        <ScannedTextRows scanned={request.text} source={isWomensHall ? 'camera' : request.source} />
      )}
      <VerdictRow name={words.time}>{formatTimeOfDay(request.at.toISOString())}</VerdictRow>
    </dl>
  )
}

/** Shows the code and the event of an unknown card, or the typed text. */
function ScannedTextRows({ scanned, source }: { scanned: string; source: 'camera' | 'typed' }) {
  const shown = shownTextOf(scanned, source)
  const printed = printedEventOf(scanned)
  return (
    <>
      {shown !== '' && (
        <VerdictRow name={codeInReadText(scanned) !== undefined ? words.code : words.text}>
          <bdi className="line-clamp-2 break-all" dir="auto">
            {shown}
          </bdi>
        </VerdictRow>
      )}
      {printed && <EventRow {...printed} />}
    </>
  )
}

function EventRow({ eventName, eventDate }: { eventName: string; eventDate: string }) {
  return (
    <VerdictRow name={words.event}>
      <bdi className="wrap-anywhere">{eventName}</bdi> · <Numeric>{formatNumericDay(eventDate)}</Numeric>
    </VerdictRow>
  )
}

function VerdictRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 border-current/35 border-t py-2">
      <dt className="shrink-0">{name}</dt>
      <dd className="min-w-0 text-end font-semibold">{children}</dd>
    </div>
  )
}

const OptionalRow = ({ name, children }: { name: string; children: string | null | undefined }) =>
  children && (
    <VerdictRow name={name}>
      <bdi className="wrap-anywhere">{children}</bdi>
    </VerdictRow>
  )

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="leading-normal">
      <dt>{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

/** Returns time, gate and user of an admission, as in «8:42 مساءً، البوابة الشرقية، سالم»; parts that are unknown are left out. */
const admissionText = ({ at, gate, by }: AdmissionSummary, now: Date) => [formatTimeAndDay(at, now), gate, by].filter(Boolean).join('، ')
