import * as z from 'zod/mini'
import { Moment } from '../inputs.ts'
import { guestValueSchemas } from './guest-values.ts'

/** names: a named guest, one person. count: no named guest, many persons. custom: a named guest, a chosen number of persons. */
export const GenerationType = z.enum(['names', 'count', 'custom'])
export type GenerationType = z.infer<typeof GenerationType>

/** An answer of a guest, or one that the host wrote down. */
export const GuestAnswer = z.object({ attends: z.boolean(), people: z.int(), at: Moment, note: z.nullable(z.string()) })
export type GuestAnswer = z.infer<typeof GuestAnswer>

/** How an invitation was sent: a chat with text and link, the picture of the card, a text message, or otherwise. */
export const SendingChannel = z.enum(['whatsapp', 'picture', 'sms', 'other'])
export type SendingChannel = z.infer<typeof SendingChannel>

export const Invitation = z.object({
  /** The id, which never changes. */
  id: z.string(),
  /** The code that the invitation's QR code contains and that scans admit. At first it is the id; a reissue replaces it. */
  code: z.string(),
  /** `cancelled`: refused at the gate until it is restored. */
  state: z.enum(['valid', 'cancelled']),
  userId: z.string(),
  /** Its event. Null on a device that created the invitation for an event it does not know, until the upload. */
  eventId: z.nullable(z.string()),
  /** The name and the day of its event. */
  eventName: z.string(),
  eventDate: z.string(),
  ...guestValueSchemas,
  /** The path of the image of this invitation's QR code. */
  qrCode: z.string(),
  generationType: GenerationType,
  currentScans: z.int(),
  /** Whether `currentScans` is above 0. */
  isScanned: z.boolean(),
  scannedAt: z.nullable(Moment),
  createdAt: Moment,
  /** The id of the design of its card, where one was saved. */
  designId: z.nullable(z.string()),
  /** Whether it is pending («معلّقة»): created offline beyond the owner's balance, not charged, and refused at the gate. */
  isPending: z.boolean(),
  /** When and how the invitation was last sent to the guest, as the host marked it; null before. */
  sentAt: z.nullable(Moment),
  sentVia: z.nullable(SendingChannel),
  /** When the guest first opened the page of the invitation. */
  openedAt: z.nullable(Moment),
  /** The last answer; `people` is 0 where the guest does not come. */
  answer: z.nullable(GuestAnswer),
})
export type Invitation = z.infer<typeof Invitation>

/** An invitation as a server sends it. Fields with a default may be missing. */
export type SentInvitation = z.input<typeof Invitation>

/** A change of an invitation's card: who made it, and when. */
export const CardChange = z.object({
  kind: z.enum(['reissue', 'cancel', 'restore']),
  at: Moment,
  /** The name of the account or of the family link; null where the account is unknown. */
  by: z.nullable(z.string()),
})
export type CardChange = z.infer<typeof CardChange>

/** An answer. `isGuests`: the guest gave it; otherwise `by` wrote it down. `people` is 0 where the guest does not come. */
const AnswerHistoryEntry = z.object({
  kind: z.literal('answer'),
  isGuests: z.boolean(),
  at: Moment,
  by: z.nullable(z.string()),
  people: z.int(),
  note: z.nullable(z.string()),
})

/** A mark that the invitation was sent. */
const SendingHistoryEntry = z.object({ kind: z.literal('sent'), at: Moment, by: z.nullable(z.string()), via: SendingChannel })

/** An admission. `at` is by the server's clock, `deviceAt` by that of the device, or null. `by` is null for a door link, named by `gate`. */
const AdmissionHistoryEntry = z.object({
  kind: z.literal('admission'),
  at: Moment,
  deviceAt: z.nullable(Moment),
  by: z.nullable(z.string()),
  gate: z.nullable(z.string()),
  people: z.int(),
  isUndone: z.boolean(),
  /** The idempotency key, with which the admission can be undone; null where the scan had none. */
  admission: z.nullable(z.string()),
})
export type AdmissionHistoryEntry = z.infer<typeof AdmissionHistoryEntry>

/** A change of an invitation's card, a sending, an answer, or an admission. */
export const HistoryEntry = z.discriminatedUnion('kind', [CardChange, SendingHistoryEntry, AnswerHistoryEntry, AdmissionHistoryEntry])
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** The statistics of one event. */
export const EventStats = z.object({
  /** Null on a device for an event that it does not know. */
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
  unscanned: z.int(),
  /** Created in the last 7 days. */
  recentGenerated: z.int(),
  /** Different event names among the invitations created in the last 30 days. */
  activeEvents: z.int(),
  /**
   * People admitted, and people invited: Σ min(currentScans, maxScans) and Σ maxScans. Of a cancelled invitation, `invited` includes the
   * admitted people only.
   */
  arrived: z.int(),
  invited: z.int(),
  finishedEvents: z.int(),
  unfinishedEvents: z.int(),
  /** Created in the current week, Sunday to Saturday, in the time zone of the installation. */
  thisWeek: z.int(),
  /** Sorted by day, the latest first. */
  events: z.array(EventStats),
})
export type InvitationStats = z.infer<typeof InvitationStats>
