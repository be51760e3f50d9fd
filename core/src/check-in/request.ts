import { type Actor, type Scope, scopeOfActor } from '../actor.ts'
import { foldSpelling } from '../arabic.ts'
import type { EndpointInput } from '../endpoint.ts'
import type { EventFilter } from '../events/rules.ts'
import type { Invitation } from '../invitations/invitation.ts'
import { readCode, type ScannedContent } from './code.ts'
import type { checkIn, ScanAnswer } from './contract.ts'
import * as rules from './rules.ts'

/** The input of the three scan endpoints; `code` is the text that was read. */
export type ScanInput = Omit<EndpointInput<typeof checkIn.check>, 'qr_code' | 'admit' | 'happened'> & {
  code: string
  /** Whether `code` is the id of an invitation and not its code. */
  isId?: boolean
  admit: number
  happened: boolean
}

export type ScanRequest = {
  actor: Actor
  /** `code`: the whole scanned or typed text. `read`: the id or the cleaned text found in it. */
  code: string
  read: ScannedContent
  /** The key that is equal in every repetition of one request. Without a key, each call is a new request. */
  idempotencyKey: string | undefined
  /** The text that is stored under the idempotency key. It is equal for every spelling of one code. */
  fingerprint: string
  /** Whether an id in the text is that of an invitation and not its code. */
  isId: boolean
  /** Whether the text can only be a code: a camera read it, or the device's link may not search guests by name. */
  isCode: boolean
  people: number
  /** The event to which the scanner is set. */
  event: EventFilter & Scope
  /** Whether a device decided the scan without a server: it is never refused, and an admission against the rules is a conflict. */
  offline: boolean
  /** The invitation that a device admitted offline by a typed name. */
  invitationId: string | undefined
  gate: string | null
  /** The time of the scan by the device's clock, and by how many milliseconds that clock was measured to be behind the server's. */
  scannedAt: string | null
  clockOffset: number | null
}

/** The code or the id of the scanned invitation (undefined where it is unknown), or the answer where the request names no invitation. */
export type ScanTarget = { code: string } | { id: string | undefined } | { answer: ScanAnswer }

export type ResolvedScan = ScanRequest & { target: ScanTarget }

/** Returns the fingerprint that is stored under the idempotency key of a scan. `shorten` makes a long text short enough to be stored. */
export const scanFingerprint = (read: ScannedContent, shorten = (text: string) => text) =>
  `scan ${read.is === 'id' ? read.id : shorten(foldSpelling(read.text))}`

/** Parses the input of a scan endpoint. */
export function parseScanRequest(actor: Actor, input: ScanInput, shorten?: (text: string) => string): ScanRequest {
  const read = readCode(input.code)
  const { eventId, eventName, eventDate, userId } = input
  return {
    actor,
    code: input.code,
    read,
    idempotencyKey: input.nonce,
    fingerprint: scanFingerprint(read, shorten),
    isId: input.isId ?? false,
    isCode: input.source === 'camera' || actor.link?.maySearch === false,
    people: input.admit,
    event: { eventId, eventName, eventDate, ...scopeOfActor(actor, userId) },
    offline: input.happened,
    invitationId: input.happened ? input.invitationId : undefined,
    gate: actor.link?.name ?? input.gate ?? null,
    scannedAt: input.scannedAt ?? null,
    clockOffset: input.clockOffset ?? null,
  }
}

/** Returns the target of a request, or the typed name that must be looked up first. */
export function scanTargetOf({ read, offline, invitationId, isId, isCode }: ScanRequest): ScanTarget | { name: string } {
  if (read.is === 'id') return isId ? { id: read.id } : { code: read.id }
  if (offline) return { id: invitationId }
  if (read.text === '') return { answer: rules.unreadableAnswer() }
  // A name inside a QR code admits nobody, because anybody can make a QR code of a name.
  return isCode ? { answer: rules.unknownAnswer() } : { name: read.text }
}

/** Returns the code or id that names the scanned invitation; undefined where the request names none. */
export function scannedCodeOrId(target: ScanTarget): string | undefined {
  if ('code' in target) return target.code
  return 'id' in target ? target.id : undefined
}

/** Returns the target of a typed name: `wholeMatches` are the guests with exactly this name, `partialMatches` further search results. */
export function scanTargetOfName(wholeMatches: readonly Invitation[], partialMatches: readonly Invitation[]): ScanTarget {
  if (wholeMatches.length === 1) return { id: wholeMatches[0]!.id }
  const candidates = wholeMatches.length > 1 ? wholeMatches : partialMatches
  return { answer: candidates.length > 0 ? rules.candidatesAnswer(candidates) : rules.unknownAnswer() }
}
