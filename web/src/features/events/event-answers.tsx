import type { EventSummary } from '@hudur/core/events/contract'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useValidInvitations } from '../../backend/hooks/use-invitations.ts'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { seenAnswerStore } from '../../device/seen-answers.ts'
import { text } from '../../text/ar.ts'
import { formatInvitationMoment } from '../../text/format.ts'
import { formatPeople } from '../../text/people.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { FilterButtons } from '../../ui/filter-buttons.tsx'
import { GrowingList } from '../../ui/growing-list.tsx'
import { RowsSkeleton } from '../../ui/list-skeletons.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { WishBook } from '../paper/wish-book.tsx'
import { ANSWER_FILTERS, type AnsweredInvitation, type AnswerFilter, answersOf } from './answers.ts'

const words = text.eventAnswers
const ANSWERS_AT_ONCE = 50

/** Lists the guests' answers and messages, the latest first. Marks those that arrived after the last visit on this device. */
export function EventAnswers({ event }: { event: EventSummary }) {
  const user = useSignedInUser()
  const invitations = useValidInvitations(event.id)
  const [filter, setFilter] = useState<AnswerFilter>('all')
  const [printing, setPrinting] = useState(0)
  const [seenUntil, setSeenUntil] = useState(() => seenAnswerStore.read(user.id, event.id))
  const answersBy = (one: AnswerFilter) => answersOf(invitations.data ?? [], one)
  const [latest] = answersBy('all')
  const latestAt = latest?.answer.at
  // At the first visit, the answers that already exist are not marked as new.
  if (invitations.data && seenUntil === undefined) setSeenUntil(latestAt ?? '')
  useEffect(() => {
    if (latestAt) seenAnswerStore.write(user.id, event.id, latestAt)
  }, [user.id, event.id, latestAt])
  if (!invitations.data) return invitations.isError ? <LoadFailure query={invitations}>{words.failed}</LoadFailure> : <RowsSkeleton />
  if (!latest) return <EmptyState title={words.empty}>{words.emptyAdvice}</EmptyState>
  const wishes = answersBy('wishes')
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2 print:hidden">
        <FilterButtons
          label={words.filter}
          onChange={setFilter}
          options={ANSWER_FILTERS.map(id => ({ id, label: words.filters[id], count: answersBy(id).length }))}
          value={filter}
        />
        {wishes.length > 0 && (
          <Button onPress={() => setPrinting(now => now + 1)} variant="outline">
            <Printer aria-hidden="true" className="size-5" strokeWidth={1.6} />
            {words.printWishes}
          </Button>
        )}
      </div>
      <GrowingList
        className="overflow-hidden rounded-xl bg-surface shadow-surface"
        items={answersBy(filter)}
        key={filter}
        step={ANSWERS_AT_ONCE}
      >
        {invitation => (
          <AnswerRow invitation={invitation} isNew={seenUntil !== undefined && invitation.answer.at > seenUntil} key={invitation.id} />
        )}
      </GrowingList>
      {printing > 0 && <WishBook event={event} key={printing} wishes={wishes} />}
    </>
  )
}

function AnswerRow({ invitation, isNew }: { invitation: AnsweredInvitation; isNew: boolean }) {
  const { attends, people, children, note, at } = invitation.answer
  return (
    <li className="border-separator border-t px-5 py-4 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 grow break-words font-medium" dir="auto">
          {invitationRules.guestLabel(invitation)}
        </span>
        {isNew && <Chip tone="going">{words.isNew}</Chip>}
        <Chip tone={attends ? 'good' : 'quiet'}>
          {attends ? text.data.answer.attends(formatPeople(people, children, text.data.personWord)) : text.data.answer.declined}
        </Chip>
      </p>
      {note && (
        <p className="mt-1 break-words" dir="auto">
          {note}
        </p>
      )}
      <Numeric className="block text-muted text-xs">{formatInvitationMoment(at)}</Numeric>
    </li>
  )
}
