import * as z from 'zod/mini'
import { Moment, wordOfAnswer } from '../inputs.ts'
import { guestValueSchemas } from './guest-values.ts'

/** names: a named guest, one person. count: no named guest, many persons. custom: a named guest, a chosen number of persons. */
export const GenerationType = z.enum(['names', 'count', 'custom'])
export type GenerationType = z.infer<typeof GenerationType>

/** An answer of a guest, or one that the host wrote down. */
export const GuestAnswer = z.object({
  attends: z.boolean(),
  /** How many people come, at most the persons of the invitation also where the answer announced more; 0 where the guest does not come. */
  people: z.int(),
  /** How many of the people are children. */
  children: z._default(z.int(), 0),
  at: Moment,
  note: z.nullable(z.string()),
  /** How many people the answer announced, where the invitation has had fewer places since; otherwise null. */
  announced: z._default(z.nullable(z.int()), null),
  /** Whether the answer was given for an earlier day of the event. It counts as no answer, unless the event returns to this day. */
  isForFormerDay: z._default(z.boolean(), false),
})
export type GuestAnswer = z.infer<typeof GuestAnswer>

/** How an invitation was sent: a chat with text and link, the picture of the card, a text message, or otherwise. */
export const SendingChannel = z.enum(['whatsapp', 'picture', 'sms', 'other'])
export type SendingChannel = z.infer<typeof SendingChannel>

/** The groups of guests for whom a skip is stored: still to be sent to, to be reminded, to be told of a change, or to be thanked. */
export const SendingGroup = z.enum(['unsent', 'unopened', 'unanswered', 'outdated', 'thanks'])
export type SendingGroup = z.infer<typeof SendingGroup>

/**
 * What a guest was told with the last sent mark. An empty text stands for a missing time or place. `hasFormerCard`: the card had another
 * design or another code.
 */
export const ToldFacts = z.object({
  date: z.string(),
  time: z.string(),
  place: z.string(),
  persons: z.int(),
  table: z.nullable(z.string()),
  hasFormerCard: z.boolean(),
})
export type ToldFacts = z.infer<typeof ToldFacts>

/**
 * The states of a message of the office's WhatsApp number. `accepted`: Meta has taken it. `unsure`: Meta's answer was lost, so nobody knows
 * whether it was sent; it is not sent again by itself.
 */
type WhatsAppStateWord = 'queued' | 'sending' | 'accepted' | 'sent' | 'delivered' | 'read' | 'failed' | 'unsure'

/**
 * The latest message that the office's WhatsApp number sent to the guest. `code`: Meta's code of the error; `reason`: a `WhatsAppReason`;
 * `kind`: a `SentKind`.
 */
export const WhatsAppState = z.object({
  state: wordOfAnswer<WhatsAppStateWord>(),
  at: Moment,
  code: z.nullable(z.int()),
  reason: z.nullable(z.string()),
  kind: z._default(wordOfAnswer<'invitation' | 'reminder' | 'thanks'>(), 'invitation'),
})
export type WhatsAppState = z.infer<typeof WhatsAppState>

export const Invitation = z.object({
  /** The id, which never changes. */
  id: z.string(),
  /** The code that the invitation's QR code contains and that scans admit. At first it is the id; a reissue replaces it. */
  code: z.string(),
  /** The state of the invitation. A gate refuses a cancelled one until it is restored. */
  state: z.enum(['valid', 'cancelled']),
  userId: z.string(),
  /** The id of the event. Null on a device that created the invitation for an event it does not know, until the upload. */
  eventId: z.nullable(z.string()),
  /** The name and the day of its event. */
  eventName: z.string(),
  eventDate: z.string(),
  ...guestValueSchemas,
  /** The path of the image of this invitation's QR code. */
  qrCode: z.string(),
  generationType: GenerationType,
  /** How many people have arrived. */
  currentScans: z.int(),
  /** How many of them have left and are not back; missing for none. More than have arrived is a conflict. */
  outside: z.optional(z.int()),
  /** Whether `currentScans` is above 0. */
  isScanned: z.boolean(),
  scannedAt: z.nullable(Moment),
  createdAt: Moment,
  /** The id of the design of its card, where one was saved. */
  designId: z.nullable(z.string()),
  /** Whether the invitation is pending («معلّقة»): created offline beyond the owner's balance, not charged, and refused at the gate. */
  isPending: z.boolean(),
  /** When and how the invitation was last sent to the guest, as the host marked it; null before. */
  sentAt: z.nullable(Moment),
  sentVia: z.nullable(SendingChannel),
  /** When the host marked the guest as thanked for coming; null before. */
  thankedAt: z._default(z.nullable(Moment), null),
  /** The `SendingGroup` in which the guest was skipped last, since the last sent mark; otherwise null. */
  skippedIn: z._default(z.nullable(z.string()), null),
  /** When the guest first opened the page of the invitation. */
  openedAt: z.nullable(Moment),
  /** The last answer; `people` is 0 where the guest does not come. */
  answer: z.nullable(GuestAnswer),
  /** Whether the guest was told another day, time, place, number of persons, table or card than the invitation has now. */
  isOutdated: z._default(z.boolean(), false),
  /** What an outdated guest was told; otherwise null. */
  told: z._default(z.nullable(ToldFacts), null),
  /** The latest message of the office's WhatsApp number; null without one, and after a reissue. */
  whatsapp: z._default(z.nullable(WhatsAppState), null),
})
export type Invitation = z.infer<typeof Invitation>

/** An invitation as a server sends it. Fields with a default may be missing. */
export type SentInvitation = z.input<typeof Invitation>

/** A change of an invitation's card: who made it, and when. */
export const CardChange = z.object({
  kind: z.enum(['reissue', 'cancel', 'restore', 'give-away']),
  at: Moment,
  /** The name of the account or of the family link; null where the account is unknown. */
  by: z.nullable(z.string()),
  /** The name of the guest who had declined, where the invitation was given to another guest. */
  formerGuest: z.optional(z.string()),
})
export type CardChange = z.infer<typeof CardChange>
/** A change of a card that the call of the same name makes. */
export type CardAction = Exclude<CardChange['kind'], 'give-away'>

/** An answer. `isGuests`: the guest gave it; otherwise `by` wrote it down. `people` is 0 where the guest does not come. */
const AnswerHistoryEntry = z.object({
  kind: z.literal('answer'),
  isGuests: z.boolean(),
  at: Moment,
  by: z.nullable(z.string()),
  people: z.int(),
  children: z._default(z.int(), 0),
  note: z.nullable(z.string()),
})

/** A mark that the invitation was sent, or with `isThanks` that the guest was thanked. */
const SendingHistoryEntry = z.object({
  kind: z.literal('sent'),
  at: Moment,
  by: z.nullable(z.string()),
  via: SendingChannel,
  isThanks: z._default(z.boolean(), false),
})

/** An admission or an exit. `at` is by the server's clock, `deviceAt` by that of the device, or null. `by` is null for a door link, named by `gate`. */
const AdmissionHistoryEntry = z.object({
  kind: z.enum(['admission', 'exit']),
  at: Moment,
  deviceAt: z.nullable(Moment),
  by: z.nullable(z.string()),
  gate: z.nullable(z.string()),
  people: z.int(),
  isUndone: z.boolean(),
  /** Why an account undid the admission; null where no reason was given. */
  undoReason: z.nullable(z.string()),
  /** The key with which the admission can be undone: its idempotency key, or an id where the scan had none. */
  admission: z.string(),
})
export type AdmissionHistoryEntry = z.infer<typeof AdmissionHistoryEntry>

/** A scan that counted nobody, because the invitation was used or refused, or nobody inside could leave with it. The fields are those of an admission. */
const AttemptHistoryEntry = z.object({
  kind: z.literal('attempt'),
  outcome: z.enum(['used', 'refused', 'not-inside']),
  at: Moment,
  deviceAt: z.nullable(Moment),
  by: z.nullable(z.string()),
  gate: z.nullable(z.string()),
})
export type AttemptHistoryEntry = z.infer<typeof AttemptHistoryEntry>

/** A change of an invitation's card, a sending, an answer, an admission, or a scan that admitted nobody. */
export const HistoryEntry = z.discriminatedUnion('kind', [
  CardChange,
  SendingHistoryEntry,
  AnswerHistoryEntry,
  AdmissionHistoryEntry,
  AttemptHistoryEntry,
])
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** The statistics of one event. */
export const EventStats = z.object({
  /** The id of the event. Null on a device for an event that it does not know. */
  eventId: z.nullable(z.string()),
  eventName: z.string(),
  eventDate: z.string(),
  /** The owner, and their full name where it is known. */
  userId: z.string(),
  ownerName: z.nullable(z.string()),
  total: z.int(),
  scanned: z.int(),
  arrived: z.int(),
  invited: z.int(),
  /** People admitted beyond the persons of their invitations: Σ max(0, currentScans - maxScans). */
  exceeding: z.int(),
  /** Whether every invitation that is not cancelled has admitted all of its persons. */
  isFinished: z.boolean(),
})
export type EventStats = z.infer<typeof EventStats>

export const InvitationStats = z.object({
  total: z.int(),
  scanned: z.int(),
  /** The number of invitations that are neither scanned nor cancelled. */
  unscanned: z.int(),
  /** The number of invitations created in the last 7 days. */
  recentGenerated: z.int(),
  /** The number of different event names among the invitations created in the last 30 days. */
  activeEvents: z.int(),
  /**
   * People admitted, and people invited: Σ min(currentScans, maxScans) and Σ maxScans. Of a cancelled invitation, `invited` includes the
   * admitted people only.
   */
  arrived: z.int(),
  invited: z.int(),
  finishedEvents: z.int(),
  unfinishedEvents: z.int(),
  /** The number of invitations created in the current week, Sunday to Saturday, in the time zone of the installation. */
  thisWeek: z.int(),
  /** The statistics of each event, the latest day first. */
  events: z.array(EventStats),
})
export type InvitationStats = z.infer<typeof InvitationStats>
