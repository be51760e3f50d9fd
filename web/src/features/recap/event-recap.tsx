import type { EventSummary } from '@hudur/core/events/contract'
import type { GuestAnswer, Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useArrivalTimes } from '../../backend/hooks/use-arrivals.ts'
import { useEventInvitations } from '../../backend/hooks/use-invitations.ts'
import { Link } from '../../router/link.tsx'
import { ExportMenu } from '../../sheets/export-menu.tsx'
import { useExport } from '../../sheets/use-export.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatTimeAndDay, formatWholeNumber } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { GrowingList } from '../../ui/growing-list.tsx'
import { RowsSkeleton } from '../../ui/list-skeletons.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ShareBar } from '../../ui/share-bar.tsx'
import { eventIdentityOf } from '../cards/event-identity.ts'
import { ArrivalTimesChart } from '../reports/arrivals-panel.tsx'
import { WalkInsPanel } from '../reports/walk-ins-panel.tsx'
import { ThanksButton } from '../sending/send-links.tsx'
import { PeopleTable } from './people-table.tsx'
import { useAllWalkIns, useConflictCounts } from './queries.ts'
import { countedWalkIns, type Recap, recapOf } from './recap-figures.ts'
import { RecapPaper } from './recap-paper.tsx'
import { RecapPicturePanel } from './recap-picture-panel.tsx'
import { recapSheet } from './recap-sheet.ts'
import { recapSentences } from './recap-texts.ts'

const words = text.recap
const ROWS_AT_ONCE = 30

type Wish = Invitation & { answer: GuestAnswer }
const hasWish = (invitation: Invitation): invitation is Wish => Boolean(invitation.answer?.note)

/** Shows what an event that is over was: who came and when, by side and by table, walk-ins, wishes and conflicts; with picture, print and sheet. */
export function EventRecap({ event }: { event: EventSummary }) {
  const invitations = useEventInvitations(event.id)
  const recap = useMemo(() => invitations.data && recapOf(invitations.data), [invitations.data])
  const walkIns = useAllWalkIns(event.id, event.walkIns)
  const conflicts = useConflictCounts(event.id).data
  const times = useArrivalTimes(eventIdentityOf(event))
  const [printing, setPrinting] = useState(0)
  const counted = countedWalkIns(walkIns.data ?? [])
  const fileExport = useExport(`${words.sheet} ${event.name}`, () => recapSheet(invitations.data ?? [], counted))
  if (!recap) return invitations.isError ? <LoadFailure query={invitations}>{words.failed}</LoadFailure> : <RowsSkeleton />
  if (recap.came.length === 0 && event.walkIns === 0) return <EmptyState title={words.nobody} />
  const wishes = invitationRules.filterValidInvitations(invitations.data ?? []).filter(hasWish)
  const conflictText =
    conflicts &&
    (conflicts.all === 0
      ? words.conflicts.none
      : words.conflicts.settled(formatWholeNumber(conflicts.settled), formatWholeNumber(conflicts.all)))
  // Without the walk-ins the file and the paper would not have everybody who is counted.
  const isComplete = walkIns.data !== undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <RecapFigures event={event} recap={recap} />
      <div className="flex flex-wrap gap-2 print:hidden">
        <ThanksButton event={event} />
        <Button isDisabled={!isComplete} onPress={() => setPrinting(now => now + 1)} variant="outline">
          <Printer aria-hidden="true" className="size-5" strokeWidth={1.6} />
          {words.print}
        </Button>
        {isComplete && <ExportMenu save={fileExport.save} state={fileExport.state} />}
      </div>
      <LoadFailure query={walkIns}>{text.walkIns.listFailed}</LoadFailure>
      <RecapPicturePanel event={event} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 empty:hidden lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {recap.sides.length > 0 && (
          <Panel title={words.sides}>
            <PeopleTable all={recap.all} by="side" groups={recap.sides} />
          </Panel>
        )}
        {recap.tables.length > 0 && (
          <Panel title={words.tables}>
            <PeopleTable all={recap.all} by="table" groups={recap.tables} />
          </Panel>
        )}
      </div>
      <Panel title={words.times}>
        <ArrivalTimesChart times={times} />
      </Panel>
      {recap.came.length > 0 && <GuestsWhoCame came={recap.came} date={event.date} />}
      <WalkInsPanel eventId={event.id} walkIns={event.walkIns} />
      {wishes.length > 0 && <Wishes wishes={wishes} />}
      {conflictText && (
        <Panel title={words.conflicts.title}>
          <p>{conflictText}</p>
          {conflicts.settled < conflicts.all && (
            <Link className="target inline-flex min-h-11 items-center text-accent underline" to={`/events/${event.id}/arrivals`}>
              {words.conflicts.show}
            </Link>
          )}
        </Panel>
      )}
      {printing > 0 && <RecapPaper conflicts={conflictText} event={event} key={printing} recap={recap} walkIns={counted} wishes={wishes} />}
    </div>
  )
}

function RecapFigures({ event, recap: { all } }: { event: EventSummary; recap: Recap }) {
  const [people, ...others] = recapSentences(all, event.walkIns)
  return (
    <section aria-label={words.title} className="rounded-xl bg-surface p-5 shadow-surface md:p-7">
      <p className="display text-3xl leading-snug">{people}</p>
      <ShareBar className="my-3 h-2.5" label={words.title} total={all.invited} value={all.arrived} />
      {others.map(sentence => (
        <p className="text-muted text-sm leading-7" key={sentence}>
          {sentence}
        </p>
      ))}
    </section>
  )
}

/** Lists the guests who came with their people and the time of the last admission. */
function GuestsWhoCame({ came, date }: { came: Recap['came']; date: string }) {
  const day = new Date(`${date}T12:00:00`)
  return (
    <Panel note={words.guestsNote} title={words.guests}>
      <GrowingList className="" items={came} step={ROWS_AT_ONCE}>
        {invitation => (
          <li className="flex flex-wrap items-baseline gap-x-3 border-separator border-t py-2 first:border-t-0" key={invitation.id}>
            <span className="min-w-0 grow basis-40 break-words font-medium" dir="auto">
              {invitationRules.guestLabel(invitation)}
            </span>
            <span className="text-muted text-sm">
              {formatCountedNoun(invitation.currentScans, text.reports.personWord)}
              {invitation.scannedAt && `، ${formatTimeAndDay(invitation.scannedAt, day)}`}
            </span>
          </li>
        )}
      </GrowingList>
    </Panel>
  )
}

function Wishes({ wishes }: { wishes: readonly Wish[] }) {
  return (
    <Panel title={words.wishes}>
      <GrowingList className="" items={wishes} step={ROWS_AT_ONCE}>
        {invitation => (
          <li className="border-separator border-t py-3 first:border-t-0" key={invitation.id}>
            <p className="break-words leading-7" dir="auto">
              {invitation.answer.note}
            </p>
            <p className="text-muted text-sm" dir="auto">
              {invitationRules.guestLabel(invitation)}
            </p>
          </li>
        )}
      </GrowingList>
    </Panel>
  )
}
