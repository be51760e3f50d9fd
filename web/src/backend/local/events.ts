import { scopeOfActor } from '@hudur/core/actor'
import { foldSpelling } from '@hudur/core/arabic'
import { dayInTimeZone } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { EventDetails, EventSummary } from '@hudur/core/events/contract'
import { groupBy } from '@hudur/core/group-by'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { indexWords } from '@hudur/core/names/index-words'
import { matchSearch, parseSearch } from '@hudur/core/names/search'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Device } from '../store/device.ts'
import type { DeviceHandlers } from './handlers.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const nameKeyOf = ({ name, id }: EventDetails) => `${foldSpelling(name)}\n${id}`

/** Returns a comparison function that sorts events by day, the earliest (`next`) or the latest first, then by name. */
const compareByDay = (first: 'next' | 'latest') => (one: EventDetails, other: EventDetails) => {
  if (one.date === other.date) return nameKeyOf(one) < nameKeyOf(other) ? -1 : 1
  return one.date < other.date === (first === 'next') ? -1 : 1
}

const countValidInvitations = (valid: readonly Invitation[]) => ({
  sent: valid.filter(({ sentAt }) => sentAt !== null).length,
  unsent: valid.filter(({ sentAt, isPending }) => sentAt === null && !isPending).length,
  opened: valid.filter(({ openedAt }) => openedAt !== null).length,
  answered: valid.filter(({ answer }) => answer !== null).length,
  attending: sum(valid.map(({ answer }) => answer?.people ?? 0)),
  expected: sum(valid.map(({ answer, maxScans }) => answer?.people ?? maxScans)),
})

/** Returns an event with the counts of its invitations. The replica has no designs of events, so that of an invitation is returned. */
const eventSummaryOf = (event: EventDetails, invitations: readonly Invitation[], ownerName: string | undefined): EventSummary => ({
  ...event,
  ownerName: ownerName ?? null,
  designId: invitations.find(({ designId }) => designId !== null)?.designId ?? null,
  pictureId: null,
  invitations: invitations.length,
  invited: sum(invitations.map(invitationRules.countInvitedPeople)),
  arrived: sum(invitations.map(({ currentScans, maxScans }) => Math.min(currentScans, maxScans))),
  ...countValidInvitations(invitations.filter(({ state }) => state === 'valid')),
})

export function createEventHandlers({ store, replica, clock, now, timeZone }: Device): DeviceHandlers<typeof contract.events> {
  async function eventSummariesOf(events: readonly EventDetails[]) {
    const byEvent = groupBy(await replica.invitations({ userId: undefined }), ({ eventId }) => eventId)
    const names = new Map((await store.getAll('accounts')).map(({ id, fullName }) => [id, fullName]))
    return events.map(event => eventSummaryOf(event, byEvent.get(event.id) ?? [], names.get(event.userId)))
  }

  return {
    async list({ actor, input: { userId, search, filter, limit, offset = 0 } }) {
      const today = dayInTimeZone(timeZone(), new Date(clock.corrected(now().toISOString())))
      const words = search ? parseSearch(search) : undefined
      const events = (await replica.events(scopeOfActor(actor, userId)))
        .filter(({ date }) => filter === undefined || (filter === 'coming' ? date >= today : date < today))
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
