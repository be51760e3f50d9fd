import * as z from 'zod/mini'
import { Moment } from '../fields.ts'

/** names: one guest, one place. count: no guest, many places. custom: one guest, a chosen number of places. */
export const GenerationType = z.enum(['names', 'count', 'custom'])
export type GenerationType = z.infer<typeof GenerationType>

export const Invitation = z.object({
  id: z.string(),
  userId: z.string(),
  eventName: z.string(),
  eventDate: z.string(),
  guestName: z.string(),
  /** The address of this invitation's code as a picture. */
  qrCode: z.string(),
  generationType: GenerationType,
  maxScans: z.int(),
  currentScans: z.int(),
  /** True from the first admission on. */
  isScanned: z.boolean(),
  scannedAt: z.nullable(Moment),
  createdAt: Moment,
  /** The guest's, in international form where it was clear. */
  phone: z.nullable(z.string()),
  /** The design of its card, where one was saved. */
  designId: z.nullable(z.string()),
  /** «معلّقة»: made offline beyond the owner's balance. It is not charged, and is refused at the gate, until the limit is raised. */
  isPending: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

/** One event's figures. An event is an owner, a name and a day. */
export const EventStats = z.object({
  eventName: z.string(),
  eventDate: z.string(),
  /** The owner, and their full name where it is known. */
  userId: z.string(),
  ownerName: z.nullable(z.string()),
  total: z.int(),
  scanned: z.int(),
  arrived: z.int(),
  invited: z.int(),
  /** Entries beyond the places of their invitations: Σ max(0, currentScans - maxScans). */
  exceeding: z.int(),
  /** Every invitation has reached its places. */
  isFinished: z.boolean(),
})
export type EventStats = z.infer<typeof EventStats>

export const Stats = z.object({
  total: z.int(),
  scanned: z.int(),
  unscanned: z.int(),
  /** Made in the last 7 days. */
  recentGenerated: z.int(),
  /** Different event names among the invitations made in the last 30 days. */
  activeEvents: z.int(),
  /** People admitted, and people invited: Σ min(currentScans, maxScans) and Σ maxScans. */
  arrived: z.int(),
  invited: z.int(),
  finishedEvents: z.int(),
  unfinishedEvents: z.int(),
  /** Made in this week, Sunday to Saturday, by the office's clock. */
  thisWeek: z.int(),
  /** Those with the latest day first. */
  events: z.array(EventStats),
})
export type Stats = z.infer<typeof Stats>
