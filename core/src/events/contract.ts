import * as z from 'zod/mini'
import { resource } from '../endpoint.ts'
import { Bytes, Done, day, ListPart, line, Moment, paragraph, phone, Reference, requiredLine } from '../fields.ts'
import { Id } from '../id.ts'
import { Arrivals } from '../scanning/contract.ts'
import { texts } from '../texts.ts'
import { MAX_NAME } from './fields.ts'

/** The size of an event's picture in pixels, which messengers show beside a link, and its most bytes: WhatsApp shows no larger one. */
export const EVENT_PICTURE = { width: 1200, height: 630, maxBytes: 300 * 1024 }

/** How many events an owner may have beyond one for each invitation of the used quota. */
export const MAX_EMPTY_EVENTS = 2_000

/** The longest text with which invitations are sent, in characters. */
export const MAX_MESSAGE = 1000

const Answers = z.enum(['off', 'on'])

export const EventDetails = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  date: z.string(),
  /** `HH:MM` in the time zone of the installation. */
  startsAt: z.nullable(z.string()),
  place: z.nullable(z.string()),
  /** An address with `https:`. */
  mapUrl: z.nullable(z.string()),
  /** The names of those who invite. */
  hosts: z.nullable(z.string()),
  /** What guests should know. */
  note: z.nullable(z.string()),
  /** The telephone number that guests call. */
  phone: z.nullable(z.string()),
  /** The text with which invitations are sent, with words in braces (`MESSAGE_WORDS`); null: a ready one. */
  message: z.nullable(z.string()),
  /** Whether gates do not show guests' names (a women's hall). */
  hidesNames: z.boolean(),
  /** Whether guests may answer, and until which day; null: until the event's day. */
  answers: Answers,
  answersUntil: z.nullable(z.string()),
  createdAt: Moment,
  changedAt: Moment,
})
export type EventDetails = z.infer<typeof EventDetails>

/** An event with its counts. */
export const EventSummary = z.object({
  ...EventDetails.shape,
  /** The owner's full name where it is known. */
  ownerName: z.nullable(z.string()),
  /** The id of the design of its cards, where one was saved. */
  designId: z.nullable(z.string()),
  /** The id of its picture at `/p/<id>.jpg`. A change of the design, the name or the day deletes it. */
  pictureId: z.nullable(z.string()),
  /** The number of invitations. */
  invitations: z.int(),
  /** People invited and people admitted: Σ maxScans and Σ min(currentScans, maxScans). */
  invited: z.int(),
  arrived: z.int(),
  /** Invitations marked as sent, and those that are not; without cancelled ones, and unsent ones also without pending ones. */
  sent: z.int(),
  unsent: z.int(),
  /** Invitations whose page was opened, and those with an answer; without cancelled ones. */
  opened: z.int(),
  answered: z.int(),
  /** The people who come by the answers; and these with the places of invitations without an answer. Without cancelled ones. */
  attending: z.int(),
  expected: z.int(),
})
export type EventSummary = z.infer<typeof EventSummary>

const isHttps = (text: string) => text === '' || (URL.canParse(text) && new URL(text).protocol === 'https:')

/** A line of text, or nothing. */
const optionalLine = (max: number) => z.optional(z.nullable(line(max)))

/** The fields of an event that have no effect on which event it is. */
const DetailFields = {
  startsAt: z.optional(z.nullable(z.string().check(z.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, texts.event.badTime)))),
  place: optionalLine(200),
  mapUrl: z.optional(z.nullable(line(500).check(z.refine(isHttps, texts.event.badMapUrl)))),
  hosts: optionalLine(200),
  note: z.optional(z.nullable(paragraph(1000))),
  phone: z.optional(z.nullable(phone)),
  message: z.optional(z.nullable(paragraph(MAX_MESSAGE))),
  hidesNames: z.optional(z.boolean()),
  answers: z.optional(Answers),
  answersUntil: z.optional(z.nullable(day(texts.badDate))),
}

/** How many of the latest arrivals, and of the gates with the most arrivals, live figures contain. */
export const MAX_LIVE_ARRIVALS = 10
export const MAX_LIVE_GATES = 50

/** The most events in the live figures of an account. They are the first ones of `REPLICA_DAYS`. */
export const MAX_LIVE_EVENTS = 200

/** The figures of one event while its guests arrive. Every change of the event, its invitations or its admissions changes them. */
export const LiveEvent = z.object({
  ...Arrivals.shape,
  /** Invitations with an answer, and the people who are expected: by their answers, and all places of those who have not answered. */
  answered: z.int(),
  expected: z.int(),
  /** The people admitted at each gate, the most first. An admission without a gate counts under an empty name. */
  gates: z.array(z.object({ name: z.string(), arrived: z.int() })),
  /** The latest admissions that were not undone, the latest first; without names for a link that shows none. */
  last: z.array(z.object({ at: Moment, people: z.int(), gate: z.nullable(z.string()), guestName: z.optional(z.string()) })),
  /** How many conflicts of the event are not marked as seen; missing for a link. */
  conflicts: z.optional(z.int()),
  /** The latest change of the event or of one of its invitations, which lists that are open must read again. */
  changedAt: Moment,
})
export type LiveEvent = z.infer<typeof LiveEvent>

/** The figures of all events in scope, and of each event from two days ago to 30 days ahead. */
export const LiveEvents = z.object({
  ...Arrivals.shape,
  events: z.array(z.object({ id: z.string(), arrived: z.int(), invited: z.int(), answered: z.int() })),
  conflicts: z.int(),
})
export type LiveEvents = z.infer<typeof LiveEvents>

const name = requiredLine(MAX_NAME, texts.generator.eventName)
const date = day(texts.generator.eventDate)

export const events = resource({
  /** Lists events: `coming` the next ones first, from today on; `past` and without a filter the latest first. */
  list: {
    method: 'GET',
    path: '/events/list.php',
    access: 'user',
    query: ['userId', 'search', 'filter', 'limit', 'offset'],
    input: z.object({
      userId: z.optional(Reference),
      /** Words of the event's name. */
      search: z.optional(line(MAX_NAME)),
      filter: z.optional(z.enum(['coming', 'past'])),
      ...ListPart,
    }),
    output: z.array(EventSummary),
    paged: true,
    offline: 'answer',
  },
  get: {
    method: 'GET',
    path: '/events/get.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: EventSummary,
    offline: 'answer',
  },
  /** Follows the figures of one event, or of all events in scope. Sent again at most four times a second. */
  live: {
    method: 'GET',
    path: '/events/live.php',
    access: 'user',
    links: ['door', 'live'],
    query: ['id'],
    input: z.object({ id: z.optional(Reference) }),
    output: z.union([LiveEvent, LiveEvents]),
    offline: 'refuse',
    stream: true,
  },
  /** Creates an event. A repeated request with the same id returns the event. Refuses `event-taken` for a name and day that exist. */
  create: {
    method: 'POST',
    path: '/events/create.php',
    access: 'user',
    input: z.object({
      /** Chosen by the client; the server generates one where it is missing. */
      id: z.optional(Id),
      /** The owner, where an administrator creates an event for a user. */
      userId: z.optional(Reference),
      name,
      date,
      ...DetailFields,
    }),
    output: EventSummary,
    offline: 'refuse',
    changesReplica: true,
  },
  /**
   * Changes the given fields. All invitations have the new name and day at once; for 90 days the event is also found by its former ones.
   * Refuses `event-taken` for a name and day of another event of the owner.
   */
  update: {
    method: 'PUT',
    path: '/events/update.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference, name: z.optional(name), date: z.optional(date), ...DetailFields }),
    output: EventSummary,
    offline: 'refuse',
    changesReplica: true,
  },
  /**
   * Stores the picture of an event, a JPEG of the size `EVENT_PICTURE`, in place of the one before. Everybody who knows its
   * new id may read it. Throws `bad-input` for an event without a saved design.
   */
  savePicture: {
    method: 'POST',
    path: '/events/picture.php',
    access: 'user',
    query: ['id'],
    raw: 'picture',
    size: EVENT_PICTURE.maxBytes,
    input: z.object({ id: Reference, picture: Bytes(texts.picture.problems.empty) }),
    output: EventSummary,
    offline: 'refuse',
  },
  /** Deletes an event with its invitations and its design. The codes are refused from then on; credits are refunded as with single deletions. */
  remove: {
    method: 'DELETE',
    path: '/events/delete.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: z.object({ ...Done.shape, deleted: z.int(), refunded: z.int() }),
    offline: 'refuse',
    changesReplica: true,
  },
})
