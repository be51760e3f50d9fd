import * as z from 'zod/mini'
import { resource } from '../endpoint.ts'
import { line, Moment, requiredLine, whole } from '../fields.ts'
import { Invitation } from '../invitations/contract.ts'
import { texts } from '../texts.ts'

/** The longest text a reader may send; whatever it says is answered. */
const MAX_CODE = 8192

/** Any text at all; what a database cannot keep is replaced. */
const anyText = z.string().check(
  z.maxLength(MAX_CODE, texts.tooLarge),
  z.overwrite(text => text.toWellFormed().replaceAll('\0', '\uFFFD')),
)

const Gesture = {
  /** Names this gesture: sent again it counts once. Without one, every call is a gesture of its own. */
  nonce: z.optional(requiredLine(64, texts.badInput)),
  /** What is read from a camera is only ever a code; typed text may be a name. */
  source: z.optional(z.enum(['camera', 'typed'])),
  /** How many people come in at once. */
  admit: z._default(whole(1, 1000), 1),
  gate: z.optional(line(100)),
  /** The device's own clock when the gesture was made. */
  scannedAt: z.optional(Moment),
  /** Milliseconds the device's clock was measured to be behind the server's. */
  clockOffset: z.optional(whole(-2_147_483_647)),
}

/** One admission, as it is told at a door. */
export const Entry = z.object({ at: Moment, gate: z.nullable(z.string()), by: z.nullable(z.string()) })
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
  /** How many people this gesture let in. */
  admitted: z.optional(z.int()),
  /** When and where this invitation was used first and last, and a polite line to say. */
  first: z.optional(Entry),
  last: z.optional(Entry),
  advice: z.optional(z.string()),
  candidates: z.optional(z.array(Candidate)),
})
export type ScanAnswer = z.infer<typeof ScanAnswer>

/** A scan is waited for so long; then nobody answered. */
const PATIENCE = 2_500

export const scanning = resource({
  verify: {
    method: 'POST',
    path: '/invitations/verify.php',
    access: 'user',
    input: z.object({ qrData: anyText, ...Gesture }),
    output: ScanAnswer,
    offline: 'answer',
    patience: PATIENCE,
  },
  /** The scanner screen's door. */
  check: {
    method: 'POST',
    path: '/invitations.php',
    access: 'user',
    input: z.object({ qr_code: anyText, ...Gesture }),
    output: ScanAnswer,
    offline: 'answer',
    patience: PATIENCE,
  },
  /** By id; the updated invitation's fields stand at the top too. */
  scan: {
    method: 'PUT',
    path: '/invitations/scan.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: anyText, ...Gesture }),
    output: z.extend(z.partial(Invitation), ScanAnswer.shape),
    offline: 'answer',
    patience: PATIENCE,
  },
})
