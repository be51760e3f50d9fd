import * as z from 'zod/mini'
import { wellFormed } from '../arabic.ts'
import { resource } from '../endpoint.ts'
import { EventChoice, EventOfNew, withEvent } from '../events/fields.ts'
import { Done, ListPart, line, Moment, Nonce, Reference, whole } from '../fields.ts'
import { Invitation } from '../invitations/invitation.ts'
import { texts } from '../texts.ts'

/** The longest text of a scan, in characters. Every shorter text gets a scan result, never `bad-input`. */
const MAX_CODE = 8192

/** Any text up to `MAX_CODE`. NUL and lone surrogates, which a database cannot store, become U+FFFD. */
const anyText = z.string().check(
  z.maxLength(MAX_CODE, texts.tooLarge),
  z.overwrite(text => wellFormed(text).replaceAll('\0', '\uFFFD')),
)

/** An event by its id or by its fields, all optional. Two owners may have events of the same name and day: an administrator chooses by `userId`. */
const EventOf = { ...EventChoice, userId: z.optional(Reference) }

const ScanFields = {
  /** The idempotency key: a repeated scan counts once. Without one, each call is a new scan. */
  nonce: z.optional(Nonce),
  /** Whether the text was read by a camera, so that it can only be a code, or typed, so that it may be a name. */
  source: z.optional(z.enum(['camera', 'typed'])),
  /** How many people are to be admitted together. */
  admit: z._default(whole(1, 1000), 1),
  gate: z.optional(line(100)),
  /** The device's own clock at the scan. */
  scannedAt: z.optional(Moment),
  /** Milliseconds the device's clock was measured to be behind the server's. */
  clockOffset: z.optional(whole(-2_147_483_647)),
  /** The event to which the scanner is set; a guest of another event is refused and not counted. */
  ...EventOf,
  /** Marks an offline scan: it is never refused, and an admission against the rules is a conflict. */
  happened: z._default(z.boolean(), false),
  /** The invitation that the device admitted by a typed name. Read for offline scans only. */
  invitationId: z.optional(Reference),
  /** `codes`: the device reads the reasons `replaced` and `cancelled`. Other devices get only the message. */
  knows: z.optional(z.enum(['codes'])),
}

/** One admission, as scanners show it. `isClockFarOff`: the device's clock was wrong by more than two minutes, and `at` is corrected. */
export const AdmissionSummary = z.object({
  at: Moment,
  gate: z.nullable(z.string()),
  by: z.nullable(z.string()),
  isClockFarOff: z.optional(z.boolean()),
})
export type AdmissionSummary = z.infer<typeof AdmissionSummary>

export const Candidate = z.object({
  id: z.string(),
  /** What to scan when this guest is chosen; as in `Invitation`. */
  code: z.string(),
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
  /** `admitted` is green, `used` yellow, `refused` red; `candidates` has no colour. */
  outcome: z.enum(['admitted', 'used', 'refused', 'candidates']),
  alreadyUsed: z.optional(z.boolean()),
  invitation: z.nullable(Invitation),
  /** Whether the event hides its guests' names (a women's hall): a screen shows the name only when somebody asks for it. */
  hidesNames: z.optional(z.boolean()),
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
      /** `manual` for the generation type `custom`; `automatic` for the other two. */
      generationType: z.enum(['manual', 'automatic']),
      createdAt: Moment,
    }),
  ),
  /** How many people this scan admitted. */
  admitted: z.optional(z.int()),
  /** The first and the last admission of a used invitation, and a polite sentence for the guest. */
  first: z.optional(AdmissionSummary),
  last: z.optional(AdmissionSummary),
  advice: z.optional(z.string()),
  candidates: z.optional(z.array(Candidate)),
  /**
   * The guest and the event of an invitation that is refused because it is of another event, was deleted or cancelled, or has another code
   * now.
   */
  refused: z.optional(
    z.object({
      reason: z.enum(['other-event', 'deleted', 'replaced', 'cancelled']),
      guestName: z.string(),
      eventName: z.string(),
      eventDate: z.string(),
      /** The counts and the table of a replaced or cancelled invitation, and when that happened; a device without a server does not know when. */
      currentScans: z.optional(z.int()),
      maxScans: z.optional(z.int()),
      table: z.optional(z.nullable(z.string())),
      at: z.optional(Moment),
    }),
  ),
})
export type ScanAnswer = z.infer<typeof ScanAnswer>

/**
 * People admitted, people invited, and admissions beyond the persons of their invitations. `arrived` counts at most `maxScans` for an
 * invitation, because one guest who was admitted offline at two gates has arrived once.
 */
export const Arrivals = z.object({ arrived: z.int(), invited: z.int(), exceeding: z.int() })
export type Arrivals = z.infer<typeof Arrivals>

/** How many people were admitted within the minute that begins at `at`. */
export const ArrivalTime = z.object({ at: Moment, people: z.int() })
export type ArrivalTime = z.infer<typeof ArrivalTime>

/** How many admissions a conflict lists at most. */
export const MAX_ENTRIES = 20

/**
 * Offline admissions that the rules would have refused, for people to check: one conflict for each invitation, and one for all unknown
 * codes that the devices of an account admitted. The fields are those of its latest admission.
 */
export const Conflict = z.object({
  id: z.string(),
  /**
   * double: more people than the invitation's persons; unknown: no such invitation; deleted: a deleted invitation; pending: a pending
   * invitation; replaced: by a former code; cancelled: a cancelled invitation; late: uploaded by a door after its link had ended, and counted only when the owner accepts it.
   */
  kind: z.enum(['double', 'late', 'unknown', 'deleted', 'pending', 'replaced', 'cancelled']),
  /** The account that the conflict belongs to, and its full name where it is known. */
  ownerId: z.string(),
  ownerName: z.nullable(z.string()),
  /** How many admissions were against the rules. */
  count: z.int(),
  invitationId: z.nullable(z.string()),
  guestName: z.string(),
  eventName: z.string(),
  /** The scanned or typed text, without control and bidirectional characters. */
  code: z.string(),
  people: z.int(),
  ...AdmissionSummary.shape,
  /** The first 20 admissions of the invitation, oldest first; of unknown codes the latest 20 with their texts, newest first. */
  entries: z.array(z.extend(AdmissionSummary, { code: z.optional(z.string()) })),
  isSeen: z.boolean(),
})
export type Conflict = z.infer<typeof Conflict>

/** The timeout of a scan, in milliseconds. A device then decides the scan itself. */
const TIMEOUT_MS = 2_500

export const scanning = resource({
  verify: {
    method: 'POST',
    path: '/invitations/verify.php',
    access: 'user',
    input: z.object({ qrData: anyText, ...ScanFields }),
    output: ScanAnswer,
    offline: 'answer',
    atGate: true,
    scanned: 'qrData',
    timeoutMs: TIMEOUT_MS,
  },
  /** The scan endpoint that the scanner screen uses. */
  check: {
    method: 'POST',
    path: '/invitations.php',
    access: 'user',
    links: ['door'],
    acceptsEndedLinks: true,
    input: z.object({ qr_code: anyText, ...ScanFields }),
    output: ScanAnswer,
    offline: 'answer',
    atGate: true,
    scanned: 'qr_code',
    timeoutMs: TIMEOUT_MS,
  },
  /** Scans an invitation by id; the answer also has the invitation's fields at its top level. */
  scan: {
    method: 'PUT',
    path: '/invitations/scan.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: anyText, ...ScanFields }),
    output: z.extend(z.partial(Invitation), ScanAnswer.shape),
    offline: 'answer',
    atGate: true,
    scanned: 'id',
    timeoutMs: TIMEOUT_MS,
  },
  /**
   * Undoes an admission once, within 15 minutes by the device's corrected clock. The actor must see the invitation and know the admission's
   * idempotency key, as the device that admitted and the owner do. An undo may arrive before its admission. The history keeps both, the
   * count neither.
   */
  undo: {
    method: 'POST',
    path: '/invitations/undo.php',
    access: 'user',
    links: ['door'],
    acceptsEndedLinks: true,
    input: z.object({
      /** The idempotency key of the admission. */
      admission: Nonce,
      nonce: Nonce,
      /** A present or former code of the invitation, or its id. */
      qr_code: anyText,
      admittedAt: Moment,
      undoneAt: Moment,
      gate: z.optional(line(100)),
      clockOffset: z.optional(whole(-2_147_483_647)),
      /** Marks an undo that a device decided without a server: it is accepted also where its invitation is unknown. */
      happened: z._default(z.boolean(), false),
    }),
    output: z.object({ success: z.literal(true), invitation: z.nullable(Invitation) }),
    offline: 'answer',
    atGate: true,
    undone: 'admission',
    timeoutMs: TIMEOUT_MS,
  },
  /** Lists at most ten guests by a part of their name, while the user types; only those of the given event, where one is given. */
  candidates: {
    method: 'GET',
    path: '/invitations/candidates.php',
    access: 'user',
    links: ['door'],
    query: ['search', 'eventId', 'eventName', 'eventDate', 'userId'],
    input: z.object({ search: line(200), ...EventOf }),
    output: z.array(Candidate),
    offline: 'answer',
    atGate: true,
    timeoutMs: TIMEOUT_MS,
  },
  /**
   * Counts the people who arrived and who were invited, of one event or of all visible events. Fast enough to be called every second or
   * two.
   */
  arrivals: {
    method: 'GET',
    path: '/invitations/arrivals.php',
    access: 'user',
    links: ['door'],
    query: ['eventId', 'eventName', 'eventDate', 'userId'],
    input: z.object(EventOf),
    output: Arrivals,
    offline: 'answer',
    atGate: true,
    timeoutMs: TIMEOUT_MS,
  },
  /**
   * Lists the minutes of an event in which people were admitted, earliest first. The sum of `people` is the event's `arrived`: undone
   * admissions, and those beyond an invitation's persons, are not counted. Two owners may have events of the same name and day: with
   * `userId` an administrator chooses one.
   */
  arrivalTimes: {
    method: 'GET',
    path: '/invitations/arrival-times.php',
    access: 'user',
    links: ['live'],
    query: ['eventId', 'eventName', 'eventDate', 'userId'],
    input: withEvent(z.object({ ...EventOfNew, userId: z.optional(Reference) })),
    output: z.array(ArrivalTime),
    offline: 'refuse',
  },
  /**
   * Lists conflicts, with `eventId` those of an event's invitations: unseen first, then `double`, `late`, `pending`, `replaced`,
   * `cancelled`, `deleted`, `unknown`, then by owner, newest first. Administrators see all.
   */
  conflicts: {
    method: 'GET',
    path: '/invitations/conflicts.php',
    access: 'user',
    query: ['filter', 'eventId', 'limit', 'offset'],
    input: z.object({ filter: z.optional(z.enum(['all', 'unseen'])), eventId: z.optional(Reference), ...ListPart }),
    output: z.array(Conflict),
    paged: true,
    offline: 'refuse',
  },
  /** Marks a conflict as read, together with the earlier ones of the same invitation or of the account's unknown codes. */
  settleConflict: {
    method: 'PUT',
    path: '/invitations/conflicts.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: Done,
    offline: 'refuse',
  },
  /** Counts the admissions of a conflict of the kind `late`, which then happened when their device says, and marks it as seen. */
  acceptConflict: {
    method: 'POST',
    path: '/invitations/conflicts.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: Done,
    offline: 'refuse',
  },
})
