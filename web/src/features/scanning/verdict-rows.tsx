import { cleanLine, codeText, type Entry, type ScanAnswer } from '@hudur/core'
import type { ReactNode } from 'react'
import { text } from '../../text/ar.ts'
import { invitationDay, invitationMoment, plainDay, timeAndDay, timeOfDay } from '../../text/format.ts'
import { CodePicture } from '../../ui/code-picture.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import type { ScanRequest } from './queries.ts'

const words = text.scanner.rows

type VerdictRowsProps = { answer: ScanAnswer; request: ScanRequest }

/**
 * Lists the details of the invitation, the most important first. For an unknown invitation it lists the code or typed text and the time.
 */
export function VerdictRows({ answer, request }: VerdictRowsProps) {
  const { scanDetails, invitation } = answer
  if (!scanDetails) return <ShownRows answer={answer} request={request} />
  const { eventName, guestName, scannedAt, generationType, createdAt } = scanDetails
  const guest = guestName || text.scanner.anyGuest
  return (
    <>
      <dl className="px-5">
        <EntryRows answer={answer} at={request.at} />
        <Row name={words.event}>{eventName}</Row>
        <Row name={words.type}>{text.scanner.types[generationType]}</Row>
      </dl>
      <div className="mx-5 flex items-center gap-5 border-current/35 border-t py-4">
        {invitation && <CodePicture className="size-31 shrink-0 rounded" code={codeText(invitation)} label={text.scanner.qrOf(guest)} />}
        <dl className="grid min-w-0 gap-1.5 text-sm">
          <Detail name={words.guest}>{guest}</Detail>
          {scannedAt && (
            <Detail name={words.lastScan}>
              <Numeric>{invitationMoment(scannedAt)}</Numeric>
            </Detail>
          )}
          <Detail name={words.createdAt}>
            <Numeric>{invitationDay(createdAt)}</Numeric>
          </Detail>
        </dl>
      </div>
    </>
  )
}

/**
 * Shows the first entry, the last entry and the number of entries of the scanned invitation. For a refused guest it shows only the event of
 * the invitation.
 */
export function EntryRows({ answer: { scanDetails, refused, first, last }, at }: { answer: ScanAnswer; at: Date }) {
  if (refused)
    return (
      <Row name={words.event}>
        <bdi className="break-words">{refused.eventName}</bdi> · <Numeric>{plainDay(refused.eventDate)}</Numeric>
      </Row>
    )
  if (!scanDetails) return null
  const hasLaterEntry = last && last.at !== first?.at
  return (
    <>
      {first && <Row name={words.first}>{entryText(first, at)}</Row>}
      {hasLaterEntry && <Row name={words.last}>{entryText(last, at)}</Row>}
      <Row name={words.entries}>
        <Numeric>
          {scanDetails.currentScans} / {scanDetails.maxScans}
        </Numeric>
      </Row>
    </>
  )
}

function ShownRows({ answer, request }: VerdictRowsProps) {
  return (
    <dl className="px-5 pb-3">
      <EntryRows answer={answer} at={request.at} />
      {request.is === 'code' && !answer.refused && (
        <Row name={request.source === 'camera' ? words.code : words.text}>
          <bdi className="line-clamp-2 break-all" dir="auto">
            {cleanLine(request.text)}
          </bdi>
        </Row>
      )}
      <Row name={words.time}>{timeOfDay(request.at.toISOString())}</Row>
    </dl>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 border-current/35 border-t py-2">
      <dt className="shrink-0">{name}</dt>
      <dd className="min-w-0 text-end font-semibold">{children}</dd>
    </div>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="leading-normal">
      <dt>{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

/** Returns time, gate and user of an entry, as in «8:42 مساءً، البوابة الشرقية، سالم»; parts that are unknown are left out. */
const entryText = ({ at, gate, by }: Entry, now: Date) => [timeAndDay(at, now), gate, by].filter(Boolean).join('، ')
