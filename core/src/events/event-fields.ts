import type { EventDetails } from './contract.ts'

/** Those who see parts of an event besides its owner and the administrators: the devices of links by their role, and its guests. */
export const EVENT_VIEWERS = ['door', 'live', 'family', 'guest'] as const
export type EventViewer = (typeof EVENT_VIEWERS)[number]

type EventFieldRow = { column: string; seenBy: readonly EventViewer[] }

/** The fields of an event: for each its column in the table `events`, and its viewers. */
export const eventFields = {
  id: { column: 'id', seenBy: ['door', 'live', 'family', 'guest'] },
  userId: { column: 'user_id', seenBy: [] },
  name: { column: 'name', seenBy: ['door', 'live', 'family', 'guest'] },
  date: { column: 'date', seenBy: ['door', 'live', 'family', 'guest'] },
  startsAt: { column: 'starts_at', seenBy: ['door', 'live', 'family', 'guest'] },
  timeWords: { column: 'time_words', seenBy: ['door', 'live', 'family', 'guest'] },
  place: { column: 'place', seenBy: ['door', 'live', 'family', 'guest'] },
  mapUrl: { column: 'map_url', seenBy: ['guest'] },
  hosts: { column: 'hosts', seenBy: ['guest'] },
  note: { column: 'note', seenBy: ['guest'] },
  phone: { column: 'phone', seenBy: ['guest'] },
  message: { column: 'message', seenBy: ['family'] },
  sideMessages: { column: 'side_messages', seenBy: [] },
  thanksMessage: { column: 'thanks_message', seenBy: [] },
  hidesNames: { column: 'hides_names', seenBy: ['door', 'live', 'family'] },
  answers: { column: 'answers', seenBy: ['guest'] },
  answersUntil: { column: 'answers_until', seenBy: ['guest'] },
  asksChildren: { column: 'asks_children', seenBy: ['family', 'guest'] },
  countsExits: { column: 'counts_exits', seenBy: ['door', 'live'] },
  capacity: { column: 'capacity', seenBy: ['door', 'live'] },
  house: { column: 'house', seenBy: ['family', 'guest'] },
  createdAt: { column: 'created_at', seenBy: ['guest'] },
  changedAt: { column: 'changed_at', seenBy: ['guest'] },
} as const satisfies Record<keyof EventDetails, EventFieldRow>

type EventField = keyof typeof eventFields
type FieldSeenBy<V extends EventViewer> = {
  [F in EventField]: [V] extends [(typeof eventFields)[F]['seenBy'][number]] ? F : never
}[EventField]

/** The fields of an event that a viewer sees; of several viewers, those that all of them see. */
export type EventView<V extends EventViewer> = Pick<EventDetails, FieldSeenBy<V>>

export const eventFieldEntries = Object.entries(eventFields) as [EventField, EventFieldRow][]

/** Returns the fields of an event that a viewer sees, and no others. */
export const eventViewOf = <V extends EventViewer>(viewer: V, event: EventView<V>) =>
  Object.fromEntries(
    eventFieldEntries.filter(([, { seenBy }]) => seenBy.includes(viewer)).map(([field]) => [field, event[field as keyof EventView<V>]]),
  ) as EventView<V>
