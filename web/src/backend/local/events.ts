import { scopeOfActor } from '@hudur/core/actor'
import { foldSpelling } from '@hudur/core/arabic'
import type { contract } from '@hudur/core/contract'
import type { EventDetails, EventSummary } from '@hudur/core/events/contract'
import { earliestEventDay } from '@hudur/core/events/night'
import { groupBy } from '@hudur/core/group-by'
import { countInside, countOutdated, countSendingsAndAnswers } from '@hudur/core/invitations/figures'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { indexWords } from '@hudur/core/names/index-words'
import { matchSearch, parseSearch } from '@hudur/core/names/search'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Device } from '../store/device.ts'
import { replicaOf } from '../store/replica-reader.ts'
import type { DeviceHandlers } from './handlers.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const nameKeyOf = ({ name, id }: EventDetails) => `${foldSpelling(name)}\n${id}`

/** Returns a comparison function that sorts events by day, the earliest (`next`) or the latest first, then by name. */
const compareByDay = (first: 'next' | 'latest') => (one: EventDetails, other: EventDetails) => {
  if (one.date === other.date) return nameKeyOf(one) < nameKeyOf(other) ? -1 : 1
  return one.date < other.date === (first === 'next') ? -1 : 1
}

/** Returns an event with the counts of its invitations. The replica has no designs of events, so that of an invitation is returned. */
const eventSummaryOf = (event: EventDetails, invitations: readonly Invitation[], ownerName: string | undefined): EventSummary => ({
  ...event,
  ownerName: ownerName ?? null,
  designId: invitations.find(({ designId }) => designId !== null)?.designId ?? null,
  pictureId: null,
  invitations: invitations.length,
  invited: sum(invitations.map(invitationRules.countInvitedPeople)),
  walkIns: 0,
  ...(event.countsExits && { inside: countInside(invitations) }),
  arrived: sum(invitations.map(({ currentScans, maxScans }) => Math.min(currentScans, maxScans))),
  ...countSendingsAndAnswers(invitations),
  ...countOutdated(invitations, event),
})

export function createEventHandlers({ store, clock, now, timeZone }: Device): DeviceHandlers<typeof contract.events> {
  const replica = replicaOf({ store })
  async function eventSummariesOf(events: readonly EventDetails[]) {
    const byEvent = groupBy(await replica.invitations({ userId: undefined }), ({ eventId }) => eventId)
    const names = new Map((await store.getAll('accounts')).map(({ id, fullName }) => [id, fullName]))
    return events.map(event => eventSummaryOf(event, byEvent.get(event.id) ?? [], names.get(event.userId)))
  }

  return {
    async list({ actor, input: { userId, search, filter, limit, offset = 0 } }) {
      const earliestDay = earliestEventDay(timeZone(), new Date(clock.corrected(now().toISOString())))
      const words = search ? parseSearch(search) : undefined
      const events = (await replica.events(scopeOfActor(actor, userId)))
        .filter(({ date }) => filter === undefined || (filter === 'coming' ? date >= earliestDay : date < earliestDay))
        .filter(({ name }) => words === undefined || matchSearch(indexWords(name), words) !== undefined)
        .sort(compareByDay(filter === 'coming' ? 'next' : 'latest'))
      return { rows: await eventSummariesOf(events.slice(offset, limit === undefined ? undefined : offset + limit)), total: events.length }
    },

    async get({ actor, input: { id } }) {
      const event = (await replica.events(scopeOfActor(actor))).find(one => one.id === id)
      const [summary] = event ? await eventSummariesOf([event]) : []
      if (!summary) throw new Refusal('not-found', { text: texts.event.gone })
      return summary
    },
  }
}
