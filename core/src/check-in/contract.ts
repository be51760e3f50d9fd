import * as z from 'zod/mini'
import { toWellFormed } from '../arabic.ts'
import { defineResource } from '../endpoint.ts'
import { Arrivals } from '../events/contract.ts'
import { EventFilterFields, NewRowEventFields, requireEventFields } from '../events/inputs.ts'
import { DoorId, Id } from '../id.ts'
import { EmptyResult, IdempotencyKey, Moment, PageFields, Reference, textLine, wholeNumber } from '../inputs.ts'
import { Invitation } from '../invitations/invitation.ts'
import * as texts from '../texts.ts'
import { WalkIn, WalkInAnswer, WalkInInput } from './walk-in.ts'

/** The longest reason of an undo, in characters. */
export const MAX_UNDO_REASON_LENGTH = 200

/** The longest text of a scan, in characters. Every shorter text gets a scan result, never `bad-input`. */
const MAX_SCANNED_TEXT_LENGTH = 8192

/** Any text up to `MAX_SCANNED_TEXT_LENGTH`. NUL and lone surrogates, which a database cannot store, become U+FFFD. */
const scannedTextField = z.string().check(
  z.maxLength(MAX_SCANNED_TEXT_LENGTH, texts.tooLarge),
  z.overwrite(text => toWellFormed(text).replaceAll('\0', '\uFFFD')),
)

/** An event by its id, or by its name and day, all optional. With `userId` an administrator chooses among owners with the same event. */
const EventAndOwnerFilterFields = { ...EventFilterFields, userId: z.optional(Reference) }

/** The outcome of an offline scan that counted nobody. `not-inside`: an exit of people who were not inside. */
const UnadmittedOutcome = z.enum(['used', 'refused', 'not-inside'])

/** `out`: the people leave. Only events with `countsExits` count exits. */
const DirectionField = z.optional(z.enum(['in', 'out']))

const ScanFields = {
  /** The idempotency key: a repeated scan counts once. Without one, each call is a new scan. */
  nonce: z.optional(IdempotencyKey),
  /** Whether the text was read by a camera, so that it can only be a code, or typed, so that it may be a name. */
  source: z.optional(z.enum(['camera', 'typed'])),
  /** How many people are to be admitted, or leave, together. */
  admit: z._default(wholeNumber(1, 1000), 1),
  direction: DirectionField,
  gate: z.optional(textLine(100)),
  /** The time of the scan by the device's own clock. */
  scannedAt: z.optional(Moment),
  /** By how many milliseconds the device's clock was measured to be behind the server's. */
  clockOffset: z.optional(z.int()),
  /** The event to which the scanner is set. An online scan of a guest of another event is refused and not counted. */
  ...EventAndOwnerFilterFields,
  /** Marks an offline scan. No rule refuses it: an admission against a rule becomes a conflict. Only a reused idempotency key is refused. */
  happened: z._default(z.boolean(), false),
  /** The outcome of an offline scan that admitted nobody. The scan is recorded, and changes no count. */
  outcome: z.optional(UnadmittedOutcome),
  /** The invitation that the device found by a typed name. Read for offline scans only. */
  invitationId: z.optional(Reference),
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
  /** The code to scan when the user chooses this guest; the same as `code` of the invitation. */
  code: z.string(),
  guestName: z.string(),
  eventName: z.string(),
  eventDate: z.string(),
  maxScans: z.int(),
  currentScans: z.int(),
  /** How many of the persons are children. */
  children: z.optional(z.int()),
  /** What tells namesakes apart. `phoneEnd`: the last three digits of the telephone number, of which a gate gets no more. */
  table: z.optional(z.nullable(z.string())),
  side: z.optional(z.nullable(z.string())),
  note: z.optional(z.nullable(z.string())),
  phoneEnd: z.optional(z.nullable(z.string())),
})
export type Candidate = z.infer<typeof Candidate>

export const ScanAnswer = z.object({
  success: z.boolean(),
  message: z.string(),
  playSound: z.enum(['success', 'error', 'warning']),
  /**
   * `admitted` is green, `used` yellow, `refused` red; `candidates` has no colour. Only of scans with the direction `out`: `exited` is blue,
   * and `not-inside` yellow.
   */
  outcome: z.enum(['admitted', 'used', 'refused', 'candidates', 'exited', 'not-inside']),
  alreadyUsed: z.optional(z.boolean()),
  /** Whether the scanned card is a trial card. It admits nobody, and the scan is not recorded. */
  isTrial: z.optional(z.boolean()),
  invitation: z.nullable(Invitation),
  /** Whether the event hides its guests' names, as for a women's hall. Screens then show the name only on request. */
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
  /** How many people this scan admitted, or signed out. */
  admitted: z.optional(z.int()),
  exited: z.optional(z.int()),
  /** The first and the last admission of a used invitation, and a polite sentence that the gate can say to the guest. */
  first: z.optional(AdmissionSummary),
  last: z.optional(AdmissionSummary),
  advice: z.optional(z.string()),
  /**
   * When the device downloaded the list in which it did not find the code; null: never. Set only by devices that decide without a server.
   */
  replicaAt: z.optional(z.nullable(Moment)),
  candidates: z.optional(z.array(Candidate)),
  /** The guest and the event of a refused invitation. `replaced`: it was reissued with another code. */
  refused: z.optional(
    z.object({
      reason: z.enum(['other-event', 'deleted', 'replaced', 'cancelled']),
      guestName: z.string(),
      eventName: z.string(),
      eventDate: z.string(),
      /**
       * The fields below are for a replaced or cancelled invitation. `at`: when it was replaced or cancelled; `isSent`: whether the new
       * card was sent or opened. A device without a server sets neither of these two.
       */
      currentScans: z.optional(z.int()),
      maxScans: z.optional(z.int()),
      scannedAt: z.optional(z.nullable(Moment)),
      table: z.optional(z.nullable(z.string())),
      at: z.optional(Moment),
      isSent: z.optional(z.boolean()),
    }),
  ),
})
export type ScanAnswer = z.infer<typeof ScanAnswer>

/** A scan's answer as a server sends it. */
export type SentScanAnswer = z.input<typeof ScanAnswer>

/** How many people were admitted within the minute that begins at `at`. */
export const ArrivalTime = z.object({ at: Moment, people: z.int() })
export type ArrivalTime = z.infer<typeof ArrivalTime>

/** How many admissions a conflict lists at most. */
export const MAX_CONFLICT_ENTRIES = 20

/**
 * Offline admissions against the rules: one conflict for each invitation and kind, one for all unknown codes of an account, and one for each
 * walk-in; seen and unseen admissions are in separate conflicts. The fields describe the latest admission.
 */
export const Conflict = z.object({
  id: z.string(),
  /**
   * double: more people than the invitation's persons; unknown: no such invitation; replaced: by a former code; late: uploaded after the
   * device's link had ended, and counted only when the owner accepts the conflict; walk-in: people without a card whom the link might not
   * admit, counted as late ones are. `guestName` is then their name, and `code` is empty. exit: more people left than were
   * inside; `entries` are then the exits.
   */
  kind: z.enum(['double', 'late', 'unknown', 'deleted', 'pending', 'replaced', 'cancelled', 'walk-in', 'exit']),
  /** The owner of the scanned invitation; for an unknown code, the account that scanned. `ownerName` is null where it is unknown. */
  ownerId: z.string(),
  ownerName: z.nullable(z.string()),
  /** How many admissions were against the rules. */
  count: z.int(),
  invitationId: z.nullable(z.string()),
  guestName: z.string(),
  eventName: z.string(),
  /** Whether the event hides its guests' names, so that a scanner does not show this one. */
  hidesNames: z.optional(z.boolean()),
  /** The code in the scanned text, or the typed text without control and bidirectional characters. */
  code: z.string(),
  people: z.int(),
  ...AdmissionSummary.shape,
  /** The first 20 admissions of the invitation, oldest first; of unknown codes the latest 20 with their texts, newest first. */
  entries: z.array(z.extend(AdmissionSummary, { code: z.optional(z.string()) })),
  isSeen: z.boolean(),
})
export type Conflict = z.infer<typeof Conflict>

/** The most admissions of one call of `countSaved`. */
export const MAX_SAVED_ADMISSIONS_PER_CALL = 100

/** An admission that a device with a door link has saved in a file, without the name of the guest, or a scan that admitted nobody. */
export const SavedAdmission = z.strictObject({
  nonce: IdempotencyKey,
  /** The scanned code; of a guest who was found by name, the same as `invitationId`. Null for a text without a code, which admitted nobody. */
  code: z.nullable(z.union([Id, DoorId])),
  /** The SHA-256 (hex) of the invitation's id; null where the device did not know the invitation. */
  invitationId: z.nullable(DoorId),
  /** The outcome of a scan that admitted nobody; missing for an admission. */
  outcome: z.optional(UnadmittedOutcome),
  people: wholeNumber(1, 1000),
  direction: DirectionField,
  /** The device's own clock at the scan, and by how many milliseconds it was measured to be behind the server's. */
  scannedAt: Moment,
  clockOffset: z.nullable(z.int()),
  /** The undo of this admission on the same device. */
  undo: z.optional(z.strictObject({ nonce: IdempotencyKey, undoneAt: Moment, clockOffset: z.nullable(z.int()) })),
})
export type SavedAdmission = z.infer<typeof SavedAdmission>

/** How many admissions and scans of a file had each result. Each entry of the file is counted in one of these numbers. */
export const SavedAdmissionCounts = z.object({
  counted: z.int(),
  /** Admissions that were counted and then undone, as on the device. */
  undone: z.int(),
  /** Scans that admitted nobody and are in the history. */
  unadmitted: z.int(),
  /** Admissions that the server already had. */
  known: z.int(),
  /** Admissions that became conflicts. */
  conflicts: z.int(),
  /** Entries that were not counted, because their idempotency key belongs to another scan. */
  refused: z.int(),
})
export type SavedAdmissionCounts = z.infer<typeof SavedAdmissionCounts>

/** The common fields of the calls at a gate. After the time-out a device decides itself. */
const gateEndpointBase = { access: 'user', offline: 'answer', atGate: true, timeoutMs: 2_500 } as const
const conflictsEndpointBase = { path: '/invitations/conflicts.php', access: 'user', offline: 'refuse' } as const

export const checkIn = defineResource({
  verify: {
    ...gateEndpointBase,
    method: 'POST',
    path: '/invitations/verify.php',
    input: z.object({ qrData: scannedTextField, ...ScanFields }),
    output: ScanAnswer,
    scanned: 'qrData',
  },
  /** The scan endpoint that the scanner screen uses. */
  check: {
    ...gateEndpointBase,
    method: 'POST',
    path: '/invitations.php',
    links: ['door'],
    acceptsEndedLinks: true,
    input: z.object({ qr_code: scannedTextField, ...ScanFields }),
    output: ScanAnswer,
    scanned: 'qr_code',
  },
  /** Scans an invitation by id; the answer also has the invitation's fields at its top level. */
  scan: {
    ...gateEndpointBase,
    method: 'PUT',
    path: '/invitations/scan.php',
    query: ['id'],
    input: z.object({ id: scannedTextField, ...ScanFields }),
    output: z.extend(z.partial(Invitation), ScanAnswer.shape),
    scanned: 'id',
  },
  /**
   * Undoes an admission once, within 15 minutes by the device's corrected clock. The actor must send the admission's idempotency key, which
   * the admitting device and the owner have. Refused with `not-found` where the actor sees no such admission, except for an offline undo,
   * which may arrive before its admission. The history then has both, and neither changes the count. With a `reason` an account may undo
   * at any time; this counts as an edit of the invitation, and the activity log has the reason.
   */
  undo: {
    ...gateEndpointBase,
    method: 'POST',
    path: '/invitations/undo.php',
    links: ['door'],
    acceptsEndedLinks: true,
    input: z.object({
      /** The idempotency key of the admission; of a scan without one, the key that the history of the invitation has. */
      admission: IdempotencyKey,
      nonce: IdempotencyKey,
      /** A present or former code of the invitation, or its id. */
      qr_code: scannedTextField,
      admittedAt: Moment,
      undoneAt: Moment,
      gate: z.optional(textLine(100)),
      clockOffset: z.optional(z.int()),
      /** Why an account undoes the admission; ignored from links. */
      reason: z.optional(textLine(MAX_UNDO_REASON_LENGTH)),
      /** Marks an undo that a device decided without a server. It is accepted also where its invitation is unknown. */
      happened: z._default(z.boolean(), false),
    }),
    output: z.object({ success: z.literal(true), invitation: z.nullable(Invitation) }),
    undone: 'admission',
  },
  /**
   * Admits people without a card (walk-ins), who are counted separately from invited people. Refuses `not-allowed` to a door link whose
   * owner does not allow walk-ins, and `walk-ins-used` beyond the number that the owner allows.
   */
  walkIn: {
    ...gateEndpointBase,
    method: 'POST',
    path: '/scanning/walk-in.php',
    links: ['door'],
    acceptsEndedLinks: true,
    input: WalkInInput,
    output: WalkInAnswer,
  },
  /** Lists the walk-ins of an event, the latest first. */
  walkIns: {
    method: 'GET',
    path: '/scanning/walk-ins.php',
    access: 'user',
    query: ['eventId', 'limit', 'offset'],
    input: z.object({ eventId: Reference, ...PageFields }),
    output: z.array(WalkIn),
    paged: true,
    offline: 'refuse',
  },
  /** Removes a walk-in and its name. Its people no longer count, so its link may admit as many people again. */
  removeWalkIn: {
    method: 'DELETE',
    path: '/scanning/walk-in.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: EmptyResult,
    offline: 'refuse',
  },
  /** Lists at most ten guests by a part of their name, while the user types. With an event, lists only guests of this event. */
  candidates: {
    ...gateEndpointBase,
    method: 'GET',
    path: '/invitations/candidates.php',
    links: ['door'],
    query: ['search', 'eventId', 'eventName', 'eventDate', 'userId'],
    input: z.object({ search: textLine(200), ...EventAndOwnerFilterFields }),
    output: z.array(Candidate),
  },
  /** Counts the people who arrived and who were invited, of one event or of all visible events. Fast enough for a call every second. */
  arrivals: {
    ...gateEndpointBase,
    method: 'GET',
    path: '/invitations/arrivals.php',
    links: ['door'],
    query: ['eventId', 'eventName', 'eventDate', 'userId'],
    input: z.object(EventAndOwnerFilterFields),
    output: Arrivals,
  },
  /** Lists the minutes of an event in which people were admitted, earliest first. The sum of `people` is the event's `arrived`. */
  arrivalTimes: {
    method: 'GET',
    path: '/invitations/arrival-times.php',
    access: 'user',
    links: ['live'],
    query: ['eventId', 'eventName', 'eventDate', 'userId'],
    input: requireEventFields(z.object({ ...NewRowEventFields, userId: z.optional(Reference) })),
    output: z.array(ArrivalTime),
    offline: 'refuse',
  },
  /**
   * Lists conflicts, with `eventId` only those of the event. Unseen walk-ins come first and seen ones last. The others are sorted by:
   * unseen first; then the kinds `double`, `exit`, `late`, `pending`, `replaced`, `cancelled`, `deleted`, `unknown`; then the owner; then newest
   * first. Administrators see all conflicts.
   */
  conflicts: {
    ...conflictsEndpointBase,
    method: 'GET',
    query: ['filter', 'eventId', 'limit', 'offset'],
    input: z.object({ filter: z.optional(z.enum(['all', 'unseen'])), eventId: z.optional(Reference), ...PageFields }),
    output: z.array(Conflict),
    paged: true,
  },
  /** Marks the admissions of a conflict as seen, except those that arrived after the response in which the conflict had this `id`. */
  settleConflict: {
    ...conflictsEndpointBase,
    method: 'PUT',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: EmptyResult,
  },
  /**
   * Counts the admissions in a file that a device with a door link has saved, because the server lost the link in a restore. They count
   * once and for this event only, and cause the same conflicts as an upload by the device.
   */
  countSaved: {
    method: 'POST',
    path: '/invitations/count-saved.php',
    access: 'user',
    offline: 'refuse',
    changesReplica: true,
    input: z.object({
      eventId: Reference,
      linkId: Reference,
      gate: textLine(100),
      admissions: z.array(SavedAdmission).check(z.minLength(1), z.maxLength(MAX_SAVED_ADMISSIONS_PER_CALL)),
    }),
    output: SavedAdmissionCounts,
  },
  /** Counts the admissions of a `late` or `walk-in` conflict, with the times that their device recorded, and marks the conflict as seen. */
  acceptConflict: {
    ...conflictsEndpointBase,
    method: 'POST',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: EmptyResult,
  },
})
