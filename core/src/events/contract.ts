import * as z from 'zod/mini'
import { defineResource } from '../endpoint.ts'
import { Id } from '../id.ts'
import {
  calendarDay,
  EmptyResult,
  fileBytesField,
  MAX_NAME_LENGTH,
  Moment,
  PageFields,
  paragraph,
  phoneOrEmpty,
  Reference,
  requiredLine,
  textLine,
  wholeNumber,
} from '../inputs.ts'
import * as texts from '../texts.ts'
import { EMPTY_HOUSE, House, HouseInput } from './house.ts'
import { SideMessage, sideMessagesInput } from './side-messages.ts'

/**
 * The size in pixels and the maximum number of bytes of an event's picture, which messengers show beside a link. WhatsApp shows no larger
 * file.
 */
export const EVENT_PICTURE_SPEC = { width: 1200, height: 630, maxBytes: 300 * 1024 }

/** How many more events than created invitations an owner may have. */
export const MAX_EMPTY_EVENTS = 2_000

/**
 * For how many days the owner of a deleted event can restore it, and the maximum number of an owner's deleted events; beyond it the
 * smallest are deleted.
 */
export const DELETED_EVENT_DAYS = 14
export const MAX_DELETED_EVENTS = 2_000

/** How long (ms) the deletion or restoration of an event may take: one of 50,000 guests takes 30 s on a busy machine. */
const LARGE_EVENT_TIMEOUT_MS = 120_000

/** The maximum number of an owner's deleted events whose pictures for messengers are kept: those deleted last. */
export const MAX_KEPT_EVENT_PICTURES = 50

/** The maximum lengths of the time in the host's words and of the place, in characters. Cards show both on one line each. */
export const MAX_TIME_LENGTH = 80
export const MAX_PLACE_LENGTH = 200

/** The maximum length of the text with which invitations are sent, in characters. */
export const MAX_MESSAGE_LENGTH = 1000

/** What a guest is told with an invitation. `moment`: the day and the time. */
export const TOLD_FACTS = ['moment', 'place', 'persons', 'table', 'card'] as const
export type ToldFact = (typeof TOLD_FACTS)[number]

/** The largest capacity of a hall, in people. */
export const MAX_CAPACITY = 100_000

const AnswersSetting = z.enum(['off', 'on'])

export const EventDetails = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  date: z.string(),
  /** The start time, `HH:MM`, in the time zone of the installation. */
  startsAt: z.nullable(z.string()),
  /** The time in the host's words («بعد صلاة العشاء»), which people read in place of `startsAt`. */
  timeWords: z.nullable(z.string()),
  place: z.nullable(z.string()),
  /** The place on a map: a URL with the scheme https. */
  mapUrl: z.nullable(z.string()),
  /** The names of the hosts, who invite. */
  hosts: z.nullable(z.string()),
  /** A note for the guests. */
  note: z.nullable(z.string()),
  /** The telephone number that guests call. */
  phone: z.nullable(z.string()),
  /** The text with which invitations are sent, with placeholders in braces (`MESSAGE_PLACEHOLDERS`); null: the default text. */
  message: z.nullable(z.string()),
  /** The texts with which invitations of one side are sent, in place of `message`. */
  sideMessages: z._default(z.array(SideMessage), []),
  /** The text with which guests who came are thanked, like `message`. */
  thanksMessage: z._default(z.nullable(z.string()), null),
  /** Whether scanners hide the names of guests, as for a women's hall. */
  hidesNames: z.boolean(),
  /** Whether guests may answer, and until which day; null: until the event's day. */
  answers: AnswersSetting,
  answersUntil: z.nullable(z.string()),
  /** Whether guests are asked how many children come with them. */
  asksChildren: z._default(z.boolean(), false),
  /** Whether gates scan people out, so that those inside are counted. */
  countsExits: z._default(z.boolean(), false),
  /** How many people the hall holds; null: unknown. At this number gates are warned, and still admit. */
  capacity: z._default(z.nullable(z.int()), null),
  /** The words of the house: what the hosts ask of their guests. */
  house: z._default(House, EMPTY_HOUSE),
  createdAt: Moment,
  changedAt: Moment,
})
export type EventDetails = z.infer<typeof EventDetails>

/** An event with its counts. */
export const EventSummary = z.object({
  ...EventDetails.shape,
  /** The full name of the event's owner where it is known. */
  ownerName: z.nullable(z.string()),
  /** The id of the design of the event's cards, where one was saved. */
  designId: z.nullable(z.string()),
  /** The id of the event's picture at `/p/<id>.jpg`. A change of the design, or of what it shows of the event, deletes the picture. */
  pictureId: z.nullable(z.string()),
  /** The number of invitations. */
  invitations: z.int(),
  /**
   * The number of invited people, Σ maxScans, and of arrived people, Σ min(currentScans, maxScans). Of a cancelled invitation, `invited`
   * includes the arrived people only.
   */
  invited: z.int(),
  arrived: z.int(),
  /** The number of people who were admitted without a card. `arrived` and `invited` do not include them. */
  walkIns: z.int(),
  /** The number of people who are inside now, also those without a card. Missing unless the event counts exits. */
  inside: z.optional(z.int()),
  /**
   * Invitations that are marked as sent, and invitations that are still to be sent. Neither includes cancelled invitations; `unsent`
   * includes neither pending ones, nor those of guests who declined, nor those with which somebody has arrived.
   */
  sent: z.int(),
  unsent: z.int(),
  /** Invitations whose page was opened, and invitations with an answer. Neither includes cancelled invitations. */
  opened: z.int(),
  answered: z.int(),
  /**
   * `attending`: the people who come according to the answers, at most the persons of each invitation. `expected`: these people, and all
   * persons of invitations without an answer. Neither includes cancelled invitations. Answers for an earlier day of the event are none.
   */
  attending: z.int(),
  expected: z.int(),
  /**
   * The children among the invited, attending and expected people, each at most as many as these. None includes those of cancelled
   * invitations.
   */
  invitedChildren: z._default(z.int(), 0),
  attendingChildren: z._default(z.int(), 0),
  expectedChildren: z._default(z.int(), 0),
  /** Invitations with an answer for an earlier day of the event, without cancelled ones. */
  formerAnswers: z._default(z.int(), 0),
  /** The persons of declined invitations of which nobody was admitted: places that can be given to other guests. */
  returnedPlaces: z._default(z.int(), 0),
  /** Invitations of the list filter `outdated`, and what has changed since their guests were told. */
  outdated: z._default(z.int(), 0),
  outdatedFacts: z._default(z.array(z.enum(TOLD_FACTS)), []),
  /** Invitations with which somebody has arrived and whose guests were thanked, and those whose guests were not. Neither includes cancelled ones. */
  thanked: z._default(z.int(), 0),
  unthanked: z._default(z.int(), 0),
})
export type EventSummary = z.infer<typeof EventSummary>

/** A deleted event that can be restored. Its `id` is that of the deletion, because an event can be deleted again. */
export const DeletedEvent = z.object({
  id: z.string(),
  userId: z.string(),
  ownerName: z.nullable(z.string()),
  name: z.string(),
  date: z.string(),
  /** The number of its invitations. */
  invitations: z.int(),
  deletedAt: Moment,
  restorableUntil: Moment,
})
export type DeletedEvent = z.infer<typeof DeletedEvent>

/** How many partners an event may have, and of how many events an account may be a partner. */
export const MAX_EVENT_PARTNERS = 5
export const MAX_PARTNER_EVENTS = 50

/** An account that was added to an event. It has the rights of the owner except deleting the event and managing its partners. */
export const Partner = z.object({ username: z.string(), fullName: z.string(), addedAt: Moment })
export type Partner = z.infer<typeof Partner>

const isEmptyOrHttpsUrl = (text: string) => text === '' || (URL.canParse(text) && new URL(text).protocol === 'https:')

/** Returns the schema of a line of text that may be missing, null or empty. */
const optionalLine = (max: number) => z.optional(z.nullable(textLine(max)))

/** The fields of an event that do not identify the event. */
const EventDetailFields = {
  startsAt: z.optional(z.nullable(z.string().check(z.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, texts.event.badTime)))),
  timeWords: optionalLine(MAX_TIME_LENGTH),
  place: optionalLine(MAX_PLACE_LENGTH),
  mapUrl: z.optional(z.nullable(textLine(500).check(z.refine(isEmptyOrHttpsUrl, texts.event.badMapUrl)))),
  hosts: optionalLine(200),
  note: z.optional(z.nullable(paragraph(1000))),
  phone: z.optional(z.nullable(phoneOrEmpty)),
  message: z.optional(z.nullable(paragraph(MAX_MESSAGE_LENGTH))),
  thanksMessage: z.optional(z.nullable(paragraph(MAX_MESSAGE_LENGTH))),
  sideMessages: z.optional(sideMessagesInput(MAX_MESSAGE_LENGTH)),
  hidesNames: z.optional(z.boolean()),
  answers: z.optional(AnswersSetting),
  answersUntil: z.optional(z.nullable(calendarDay(texts.badDate))),
  asksChildren: z.optional(z.boolean()),
  countsExits: z.optional(z.boolean()),
  capacity: z.optional(z.nullable(wholeNumber(1, MAX_CAPACITY))),
  house: z.optional(HouseInput),
}

/**
 * People admitted, people invited, and people admitted beyond the persons of their invitations. `arrived` counts at most `maxScans` for an
 * invitation, because one guest who was admitted offline at two gates has arrived once.
 */
export const Arrivals = z.object({
  arrived: z.int(),
  invited: z.int(),
  exceeding: z.int(),
  /** Only of one event that counts exits: the people who are inside now, also those without a card, and the event's `capacity`. */
  inside: z.optional(z.int()),
  capacity: z.optional(z.nullable(z.int())),
})
export type Arrivals = z.infer<typeof Arrivals>

/** The maximum number of latest arrivals, and of gates with the most arrivals, in the live figures of an event. */
export const MAX_LIVE_ARRIVALS = 10
export const MAX_LIVE_GATES = 50

/** The maximum number of events in the live figures of an account: the first events of the period `REPLICA_DAYS`. */
export const MAX_LIVE_EVENTS = 200

/** The maximum number of VIP guests in live figures. */
export const MAX_LIVE_VIPS = 10

/**
 * A VIP guest with whom somebody has arrived. `userId`: the owner of the event. `guestName` is null where the event hides its guests' names,
 * because open screens show it unasked. `at`: when the server learned of the first admission that was not undone.
 */
export const VipArrival = z.object({ invitationId: z.string(), userId: z.string(), guestName: z.nullable(z.string()), at: Moment })
export type VipArrival = z.infer<typeof VipArrival>

/** The live figures of one event. They change with every change of the event, its invitations or its admissions. */
export const LiveEventFigures = z.object({
  ...Arrivals.shape,
  /**
   * `answered`: invitations with an answer. `expected`: the people who come according to the answers, and all persons of invitations
   * without an answer. Neither includes cancelled invitations.
   */
  answered: z.int(),
  expected: z.int(),
  /** The children among the expected people, at most as many as these; missing for a link. */
  expectedChildren: z.optional(z.int()),
  /**
   * The people admitted at each gate; the gate with the most people is first. Admissions without a gate are counted under an empty name.
   * They include the people who were admitted without a card.
   */
  gates: z.array(z.object({ name: z.string(), arrived: z.int() })),
  /** The number of people who were admitted without a card. `arrived` does not include them. */
  walkIns: z.int(),
  /** The latest admissions that were not undone, the latest first. They have no names for a link that shows none. */
  last: z.array(z.object({ at: Moment, people: z.int(), gate: z.nullable(z.string()), guestName: z.optional(z.string()) })),
  /** How many conflicts of the event are not marked as seen; missing for a link. */
  conflicts: z.optional(z.int()),
  /** The VIP guests who have arrived, the latest first; missing for a link. */
  vipArrivals: z.optional(z.array(VipArrival)),
  /** The time of the latest change of the event or of one of its invitations. After a change, open lists must be read again. */
  changedAt: Moment,
})
export type LiveEventFigures = z.infer<typeof LiveEventFigures>

/**
 * The figures of all events in scope together, and those of each of the first `MAX_LIVE_EVENTS` events from two days ago to 30 days ahead,
 * with the VIP guests of these events who have arrived.
 */
export const LiveFiguresOfAllEvents = z.object({
  ...Arrivals.shape,
  events: z.array(z.object({ id: z.string(), arrived: z.int(), invited: z.int(), answered: z.int() })),
  conflicts: z.int(),
  vipArrivals: z.optional(z.array(VipArrival)),
  /** The time of the latest change of an event or an invitation in scope; missing while there is none. */
  changedAt: z.optional(Moment),
})
export type LiveFiguresOfAllEvents = z.infer<typeof LiveFiguresOfAllEvents>

/** A username as the owner types it. It is compared like one at sign-in, so any text is accepted. */
const partnerNameField = requiredLine(50, texts.partner.username)

const eventNameField = requiredLine(MAX_NAME_LENGTH, texts.generator.eventName)
const eventDateField = calendarDay(texts.generator.eventDate)

export const events = defineResource({
  /** Lists events. `coming`: events from today on, the nearest first. `past`, or no filter: the latest first. */
  list: {
    method: 'GET',
    path: '/events/list.php',
    access: 'user',
    query: ['userId', 'search', 'filter', 'limit', 'offset'],
    input: z.object({
      userId: z.optional(Reference),
      /** Restricts the list to events whose names have these words. */
      search: z.optional(textLine(MAX_NAME_LENGTH)),
      filter: z.optional(z.enum(['coming', 'past'])),
      ...PageFields,
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
  /** Streams the live figures of one event, or of all events in scope. They are sent at most four times a second. */
  live: {
    method: 'GET',
    path: '/events/live.php',
    access: 'user',
    links: ['door', 'live'],
    query: ['id'],
    input: z.object({ id: z.optional(Reference) }),
    output: z.union([LiveEventFigures, LiveFiguresOfAllEvents]),
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
      name: eventNameField,
      date: eventDateField,
      ...EventDetailFields,
    }),
    output: EventSummary,
    offline: 'refuse',
    changesReplica: true,
  },
  /**
   * Changes the given fields. All invitations have the new name and day at once. For 90 days the event is also found by its former name and
   * day. Refuses `event-taken` for a name and day of another event of the owner.
   */
  update: {
    method: 'PUT',
    path: '/events/update.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference, name: z.optional(eventNameField), date: z.optional(eventDateField), ...EventDetailFields }),
    output: EventSummary,
    offline: 'refuse',
    changesReplica: true,
  },
  /**
   * Stores the picture of an event, a JPEG of the size `EVENT_PICTURE_SPEC`, which replaces the earlier picture. Everybody who knows its
   * new id may read the picture. Throws `bad-input` for an event without a saved design.
   */
  savePicture: {
    method: 'POST',
    path: '/events/picture.php',
    access: 'user',
    query: ['id'],
    raw: 'picture',
    size: EVENT_PICTURE_SPEC.maxBytes,
    input: z.object({ id: Reference, picture: fileBytesField(texts.emptyFile) }),
    output: EventSummary,
    offline: 'refuse',
  },
  /**
   * Deletes an event with its invitations, its design and its links. Scans refuse the codes from then on. Credits are refunded by the same
   * rules as for a single deleted invitation. An event with invitations can be restored for `DELETED_EVENT_DAYS`.
   */
  remove: {
    method: 'DELETE',
    path: '/events/delete.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: z.object({ ...EmptyResult.shape, deleted: z.int(), refunded: z.int(), restorableUntil: z.nullable(Moment) }),
    timeoutMs: LARGE_EVENT_TIMEOUT_MS,
    offline: 'refuse',
    changesReplica: true,
  },
  /**
   * Returns the code of the event's trial card, which a host sends to himself before the guests get theirs. Its page is marked as a trial,
   * every gate recognises the card and admits nobody with it, and nothing counts it.
   */
  trial: {
    method: 'POST',
    path: '/events/trial.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: z.object({ code: z.string() }),
    offline: 'refuse',
  },
  /** Lists the partners of an event in the order in which they were added. */
  partners: {
    method: 'GET',
    path: '/events/partners.php',
    access: 'user',
    query: ['eventId'],
    input: z.object({ eventId: Reference }),
    output: z.array(Partner),
    offline: 'refuse',
  },
  /**
   * Adds an account to an event as a partner; only its owner and administrators may. Returns the partners. Refuses `not-found` for an
   * unknown username, `bad-input` for the owner, and `budget-used` beyond `MAX_EVENT_PARTNERS` and `MAX_PARTNER_EVENTS`.
   */
  addPartner: {
    method: 'POST',
    path: '/events/partners.php',
    access: 'user',
    limit: 'username',
    input: z.object({ eventId: Reference, username: partnerNameField }),
    output: z.array(Partner),
    offline: 'refuse',
  },
  /** Removes a partner, who loses access at once. A partner may remove only himself. Returns the partners that are left. */
  removePartner: {
    method: 'DELETE',
    path: '/events/partners.php',
    access: 'user',
    input: z.object({ eventId: Reference, username: partnerNameField }),
    output: z.array(Partner),
    offline: 'refuse',
  },
  /** Lists the deleted events that can be restored, the last deleted first. */
  deleted: {
    method: 'GET',
    path: '/events/deleted.php',
    access: 'user',
    query: ['userId', 'limit', 'offset'],
    input: z.object({ userId: z.optional(Reference), ...PageFields }),
    output: z.array(DeletedEvent),
    paged: true,
    offline: 'refuse',
  },
  /**
   * Restores a deleted event as it was, with its invitations, their codes, answers and admissions, its design and its links. Charges what
   * the deletion refunded. Refuses `event-taken` while the owner has an event of this name and day, `over-balance`, and `too-many-pending` and
   * `budget-used` beyond the maximums of the owner.
   */
  restore: {
    method: 'POST',
    path: '/events/restore.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: EventSummary,
    timeoutMs: LARGE_EVENT_TIMEOUT_MS,
    offline: 'refuse',
    changesReplica: true,
  },
})
