import * as z from 'zod/mini'
import { wellFormed } from '../arabic.ts'
import { resource } from '../endpoint.ts'
import { Done, ListPart, line, Moment, Nonce, Reference, whole } from '../fields.ts'
import { Invitation } from '../invitations/invitation.ts'
import { texts } from '../texts.ts'

/** The longest text a reader may send; whatever it says is answered. */
const MAX_CODE = 8192

/** Any text at all; what a database cannot keep is replaced. */
const anyText = z.string().check(
  z.maxLength(MAX_CODE, texts.tooLarge),
  z.overwrite(text => wellFormed(text).replaceAll('\0', '\uFFFD')),
)

/** An event, as far as it is named. Two owners' may have the same name and day: `userId` is whose is meant, where somebody reaches both. */
const EventOf = { eventName: z.optional(line(200)), eventDate: z.optional(z.iso.date()), userId: z.optional(Reference) }

const ScanFields = {
  /** Identifies this scan: sent again it counts once. Without one, every call is a scan of its own. */
  nonce: z.optional(Nonce),
  /** What is read from a camera is only ever a code; typed text may be a name. */
  source: z.optional(z.enum(['camera', 'typed'])),
  /** How many people come in at once. */
  admit: z._default(whole(1, 1000), 1),
  gate: z.optional(line(100)),
  /** The device's own clock at the scan. */
  scannedAt: z.optional(Moment),
  /** Milliseconds the device's clock was measured to be behind the server's. */
  clockOffset: z.optional(whole(-2_147_483_647)),
  /** The event this door is set to; a guest of another one is refused and not counted. */
  ...EventOf,
  /** It happened on a device without a server: nothing refuses it, and what exceeds is a conflict. */
  happened: z._default(z.boolean(), false),
  /** Whom the device let in, where what was read was a name. Looked at only for what happened. */
  invitationId: z.optional(Reference),
}

/** One admission, as it is told at a door. `isClockFarOff`: the device's clock was more than two minutes off, and put right by what was measured. */
export const Entry = z.object({
  at: Moment,
  gate: z.nullable(z.string()),
  by: z.nullable(z.string()),
  isClockFarOff: z.optional(z.boolean()),
})
export type Entry = z.infer<typeof Entry>

export const Candidate = z.object({
  id: z.string(),
  guestName: z.string(),
  eventName: z.string(),
  eventDate: z.string(),
  maxScans: z.int(),
  currentScans: z.int(),
})
export type Candidate = z.infer<typeof Candidate>

export const ScanAnswer = z.object({
  success: z.boolean(),
  message: z.string(),
  playSound: z.enum(['success', 'error', 'warning']),
  /** The closed set behind the three colours: green, yellow, red; `candidates` has none. */
  outcome: z.enum(['admitted', 'used', 'refused', 'candidates']),
  alreadyUsed: z.optional(z.boolean()),
  invitation: z.nullable(Invitation),
  scanDetails: z.nullable(
    z.object({
      eventName: z.string(),
      eventDate: z.string(),
      guestName: z.string(),
      qrCode: z.string(),
      currentScans: z.int(),
      maxScans: z.int(),
      scannedAt: z.nullable(Moment),
      isScanned: z.boolean(),
      /** custom is made by hand; the other two kinds are automatic. */
      generationType: z.enum(['manual', 'automatic']),
      createdAt: Moment,
    }),
  ),
  /** How many people this scan admitted. */
  admitted: z.optional(z.int()),
  /** When and where this invitation was used first and last, and a polite line to say. */
  first: z.optional(Entry),
  last: z.optional(Entry),
  advice: z.optional(z.string()),
  candidates: z.optional(z.array(Candidate)),
  /** Whose a refused invitation is or was, where it belongs to another event than the chosen one, or was deleted. */
  refused: z.optional(
    z.object({ reason: z.enum(['other-event', 'deleted']), guestName: z.string(), eventName: z.string(), eventDate: z.string() }),
  ),
})
export type ScanAnswer = z.infer<typeof ScanAnswer>

/**
 * People let in, people who may come, and entries beyond the places of their invitations. An invitation counts as arrived at most as many
 * people as it has places: one guest who was admitted at two gates without a server is in the hall once.
 */
export const Arrivals = z.object({ arrived: z.int(), invited: z.int(), exceeding: z.int() })
export type Arrivals = z.infer<typeof Arrivals>

/** How many people came in within the minute that begins at `at`. */
export const ArrivalTime = z.object({ at: Moment, people: z.int() })
export type ArrivalTime = z.infer<typeof ArrivalTime>

/** How many of the admissions behind a conflict are listed. */
export const MAX_ENTRIES = 20

/**
 * What came in against the rule on a device without a server, for people to look at: one for each invitation, and one for all unknown codes
 * that the devices of an account read. Its fields are those of the latest.
 */
export const Conflict = z.object({
  id: z.string(),
  /** double: more people than places; unknown: no such invitation; deleted: it had gone; pending: it was waiting for balance. */
  kind: z.enum(['double', 'unknown', 'deleted', 'pending']),
  /** The account that is to look at it, and its full name where it is known. */
  ownerId: z.string(),
  ownerName: z.nullable(z.string()),
  /** How many admissions were against the rule. */
  count: z.int(),
  invitationId: z.nullable(z.string()),
  guestName: z.string(),
  eventName: z.string(),
  /** What was read, without control and bidirectional characters. */
  code: z.string(),
  people: z.int(),
  ...Entry.shape,
  /** The first 20 admissions of the same invitation, first one first; of unknown codes the latest 20 with what was read, last one first. */
  entries: z.array(z.extend(Entry, { code: z.optional(z.string()) })),
  isSeen: z.boolean(),
})
export type Conflict = z.infer<typeof Conflict>

/** A scan is waited for so long; then nobody answered. */
const TIMEOUT_MS = 2_500

export const scanning = resource({
  verify: {
    method: 'POST',
    path: '/invitations/verify.php',
    access: 'user',
    input: z.object({ qrData: anyText, ...ScanFields }),
    output: ScanAnswer,
    offline: 'answer',
    timeoutMs: TIMEOUT_MS,
  },
  /** The scanner screen's door. */
  check: {
    method: 'POST',
    path: '/invitations.php',
    access: 'user',
    input: z.object({ qr_code: anyText, ...ScanFields }),
    output: ScanAnswer,
    offline: 'answer',
    timeoutMs: TIMEOUT_MS,
  },
  /** By id; the updated invitation's fields stand at the top too. */
  scan: {
    method: 'PUT',
    path: '/invitations/scan.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: anyText, ...ScanFields }),
    output: z.extend(z.partial(Invitation), ScanAnswer.shape),
    offline: 'answer',
    timeoutMs: TIMEOUT_MS,
  },
  /**
   * Undoes an admission, within 15 minutes by the device's clock, put right by its offset: by whoever reaches the invitation and knows the admission's nonce,
   * which is the device that made it, or the owner's. Once; also before the admission itself has arrived. The count goes back, the history keeps both.
   */
  undo: {
    method: 'POST',
    path: '/invitations/undo.php',
    access: 'user',
    input: z.object({
      /** The nonce of the admission. */
      admission: Nonce,
      nonce: Nonce,
      /** The code that was admitted. */
      qr_code: anyText,
      admittedAt: Moment,
      undoneAt: Moment,
      gate: z.optional(line(100)),
      clockOffset: z.optional(whole(-2_147_483_647)),
      /** It happened on a device: nothing refuses it, also where its invitation is not known. */
      happened: z._default(z.boolean(), false),
    }),
    output: z.object({ success: z.literal(true), invitation: z.nullable(Invitation) }),
    offline: 'answer',
    timeoutMs: TIMEOUT_MS,
  },
  /** Guests by part of a name, as one types: at most ten, those of the chosen event only where one is chosen. */
  candidates: {
    method: 'GET',
    path: '/invitations/candidates.php',
    access: 'user',
    query: ['search', 'eventName', 'eventDate', 'userId'],
    input: z.object({ search: line(200), ...EventOf }),
    output: z.array(Candidate),
    offline: 'answer',
    timeoutMs: TIMEOUT_MS,
  },
  /** How many people have arrived and how many may come: to one event, or to all within reach. Made to be asked every second or two. */
  arrivals: {
    method: 'GET',
    path: '/invitations/arrivals.php',
    access: 'user',
    query: ['eventName', 'eventDate', 'userId'],
    input: z.object(EventOf),
    output: Arrivals,
    offline: 'answer',
    timeoutMs: TIMEOUT_MS,
  },
  /**
   * When people came in to an event: those minutes in which somebody did, the earliest first; together they are its `arrived`. What was taken
   * back, or exceeds an invitation's places, is not counted. Two owners' events may have the same name and day: `userId` is whose an
   * administrator means.
   */
  arrivalTimes: {
    method: 'GET',
    path: '/invitations/arrival-times.php',
    access: 'user',
    query: ['eventName', 'eventDate', 'userId'],
    input: z.object({ eventName: line(200), eventDate: z.iso.date(), userId: z.optional(Reference) }),
    output: z.array(ArrivalTime),
    offline: 'refuse',
  },
  /** Unseen before seen, then `double`, `pending`, `deleted`, `unknown`, then by owner, the newest first; an administrator sees everybody's. */
  conflicts: {
    method: 'GET',
    path: '/invitations/conflicts.php',
    access: 'user',
    query: ['filter', 'limit', 'offset'],
    input: z.object({ filter: z.optional(z.enum(['all', 'unseen'])), ...ListPart }),
    output: z.array(Conflict),
    paged: true,
    offline: 'refuse',
  },
  /** Marks a conflict as seen by whoever owns the event; and those of the same invitation, or the unknown codes, before it. */
  settleConflict: {
    method: 'PUT',
    path: '/invitations/conflicts.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: Done,
    offline: 'refuse',
  },
})
