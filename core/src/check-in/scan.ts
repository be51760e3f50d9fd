import { type Actor, type Scope, scopeOfActor } from '../actor.ts'
import { foldSpelling } from '../arabic.ts'
import type { EndpointInput } from '../endpoint.ts'
import { type EventFilter, eventMatcher, isSameEvent } from '../events/rules.ts'
import { isTrialCode } from '../id.ts'
import type { Invitation } from '../invitations/invitation.ts'
import type { Direction } from '../invitations/rules.ts'
import { printedEventOf } from './card-text.ts'
import { readCode, type ScannedContent } from './code.ts'
import type { Conflict, checkIn, ScanAnswer } from './contract.ts'
import * as rules from './rules.ts'
import {
  type CheckInState,
  findVisibleInvitation,
  findVisibleTombstone,
  type StoredAdmission,
  type StoredIdempotencyKey,
  scopedIdempotencyKey,
  UNDONE_ADMISSION,
} from './state.ts'

/** The input of the three scan endpoints; `code` is the text that was read. */
export type ScanInput = Omit<EndpointInput<typeof checkIn.check>, 'qr_code' | 'admit' | 'happened' | 'direction'> & {
  code: string
  /** Whether `code` is the id of an invitation and not its code. */
  isId?: boolean
  admit: number
  happened: boolean
  direction?: Direction | undefined
}

export type ScanRequest = {
  actor: Actor
  /** The id in the scanned or typed text, or else the whole text. The rest of a card's text, with the guest's name, is not stored. */
  code: string
  /** The id or the cleaned text, and the event that the card's text names. */
  read: ScannedContent
  printedEvent: ReturnType<typeof printedEventOf>
  /** The key that is equal in every repetition of one request. Without a key, each call is a new request. */
  idempotencyKey: string | undefined
  /** The text that is stored under the idempotency key. It is equal for every spelling of one code. */
  fingerprint: string
  /** Whether an id in the text is that of an invitation and not its code. */
  isId: boolean
  /** Whether the text can only be a code and not a name: a camera read it, or the device's link may not search guests by name. */
  isCode: boolean
  people: number
  direction: Direction
  /** The event to which the scanner is set. */
  event: EventFilter & Scope
  /** Whether a device decided the scan without a server: it is never refused, and an admission against the rules is a conflict. */
  offline: boolean
  /** The outcome of an offline scan that admitted nobody. */
  outcome: 'used' | 'refused' | 'not-inside' | undefined
  /** The invitation that a device found offline by a typed name. */
  invitationId: string | undefined
  gate: string | null
  /**
   * The time of the scan by the device's clock, in ISO 8601, and by how many milliseconds that clock was measured to be behind the
   * server's.
   */
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
    code: read.is === 'id' ? read.id : input.code,
    read,
    printedEvent: printedEventOf(input.code),
    idempotencyKey: input.nonce,
    fingerprint: scanFingerprint(read, shorten),
    isId: input.isId ?? false,
    isCode: input.source === 'camera' || actor.link?.maySearch === false,
    people: input.admit,
    direction: input.direction ?? 'in',
    event: { eventId, eventName, eventDate, ...scopeOfActor(actor, userId) },
    offline: input.happened,
    outcome: input.happened ? input.outcome : undefined,
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
  // The QR code of a card is JSON. Without an id it is damaged, or of another product.
  if (read.text === '' || read.text.startsWith('{')) return { answer: rules.unreadableAnswer() }
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

/** The changes that a decided scan makes to the stored data. */
export type ScanChange = {
  request: ResolvedScan
  /** The outcome in the history. `late` and `late-exit`: not counted until the owner accepts the conflict. */
  outcome: ScanAnswer['outcome'] | 'late' | 'late-exit'
  people: number
  /** How many of the admitted people had left before. */
  returned: number
  /** Undefined where the actor may not see the invitation, and where an online scan is of another event than the scanner's. */
  invitationId: string | undefined
  /** The invitation after this scan; undefined where the scan was not counted. */
  counted: Invitation | undefined
  conflict: { kind: Conflict['kind']; ownerId: string } | undefined
  /** The data stored under the idempotency key; undefined where a repeated request is decided again. */
  admission: StoredAdmission | undefined
  /** The data stored under the idempotency key before this scan. */
  stored: StoredIdempotencyKey | undefined
  /** Whether the scan must be added to the history. False where the history has it already and only its idempotency key must be stored. */
  isRecorded: boolean
}

export type ScanDecision =
  | { refusal: 'nonce-taken' }
  | {
      answer: ScanAnswer
      /** The id of an invitation with fewer places left than requested. The caller adds its first and last admission to the answer. */
      usedId?: string | undefined
      /** Whether the event of `usedId` counts exits, so that a person may have been admitted again. */
      countsExits?: boolean | undefined
      /** A deleted invitation that was admitted offline: if it was refunded, its owner is charged again. */
      deletedOf?: { id: string; ownerId: string } | undefined
      change?: ScanChange | undefined
    }

/** Returns whether a stored key belongs to this request. An undo that arrived first, or a typed name, changes an offline fingerprint. */
function isSameRequest({ fingerprint, admission }: StoredIdempotencyKey, request: ResolvedScan) {
  const { fingerprint: requested, direction, offline, invitationId } = request
  const stored = admission === UNDONE_ADMISSION ? undefined : admission
  if (stored && (stored.direction ?? 'in') !== direction) return false
  if (fingerprint === requested) return true
  if (!offline || invitationId === undefined) return false
  const admitted = stored?.invitationId
  return admitted === invitationId || fingerprint === scanFingerprint({ is: 'id', id: invitationId })
}

/** Returns the answer to a counted scan: an admission or an exit. `invitation` includes it already; undefined where it is unknown. */
export const countedAnswer = (invitation: Invitation | undefined, people: number, direction?: Direction): ScanAnswer => {
  if (direction === 'out') return rules.exitedAnswer(invitation ?? null, people)
  return invitation ? rules.admittedAnswer(invitation, people) : rules.admittedUnknownAnswer(people)
}

/** Returns the original answer to a repeated admission or exit. Only an online scan is refused where the admission has been undone since. */
function answerRepeatedScan(state: CheckInState, { actor, idempotencyKey, offline }: ResolvedScan, admission: StoredAdmission): ScanAnswer {
  const { people, direction = 'in', currentScans, scannedAt = null, outside } = admission
  const invitation = findVisibleInvitation(state, admission.invitationId, actor)
  if (!offline && state.undone.has(scopedIdempotencyKey(admission.invitationId ?? '', idempotencyKey ?? '')))
    return rules.undoneBeforeAnswer(invitation)
  const invitationThen =
    invitation && currentScans !== undefined ? { ...invitation, currentScans, outside, scannedAt, isScanned: currentScans > 0 } : invitation
  return rules.repeatedAnswer(countedAnswer(invitationThen, people, direction))
}

type Verdict = Pick<ScanChange, 'invitationId' | 'counted' | 'returned' | 'conflict'> & {
  answer: ScanAnswer
  usedId?: string
  countsExits?: boolean
}

const NO_SCAN_CHANGE = { invitationId: undefined, counted: undefined, returned: 0, conflict: undefined }

/** Returns the id of the scanned invitation; undefined where the request names none. */
export const scannedInvitationId = ({ codes }: CheckInState, target: ScanTarget) => {
  const name = scannedCodeOrId(target)
  return 'code' in target ? (codes.get(target.code) ?? name) : name
}

/** Returns why an invitation admits nobody with this code, whatever its count is. */
function withdrawalReason(invitation: Invitation, target: ScanTarget): 'replaced' | 'cancelled' | undefined {
  if ('code' in target && target.code !== invitation.code) return 'replaced'
  return invitation.state === 'cancelled' ? 'cancelled' : undefined
}

/**
 * Returns the answer to a card that is not among the invitations that the actor may see. A gate is told that the card is of another event of
 * its owner. A device without a server cannot know this: it believes a card that names another event than the scanner's.
 */
function answerUnknownCard({ invitations, isReplica }: CheckInState, request: ResolvedScan, id: string | undefined): ScanAnswer {
  const { actor, printedEvent, event } = request
  const { eventName, eventDate } = event
  const isOfOwner = actor.link !== undefined && invitations.get(id ?? '')?.userId === actor.id
  const namesOtherEvent =
    isReplica &&
    printedEvent !== undefined &&
    eventName !== undefined &&
    eventDate !== undefined &&
    !isSameEvent({ eventName, eventDate }, printedEvent)
  return isOfOwner || namesOtherEvent ? rules.otherCardAnswer(printedEvent) : rules.unknownAnswer()
}

/** Decides an online scan. The scan may be refused, because the guest still waits at the gate for the answer. */
function decideOnlineScan(state: CheckInState, request: ResolvedScan, now: Date, isUndone: boolean): Verdict {
  const { actor, target, people, direction, event } = request
  if ('answer' in target) return { ...NO_SCAN_CHANGE, answer: target.answer }
  const id = scannedInvitationId(state, target)
  const invitation = findVisibleInvitation(state, id, actor)
  if (!invitation) {
    const tombstone = findVisibleTombstone(state, id, actor)
    return { ...NO_SCAN_CHANGE, answer: tombstone ? rules.deletedAnswer(tombstone) : answerUnknownCard(state, request, id) }
  }
  if (!eventMatcher(event)(invitation)) return { ...NO_SCAN_CHANGE, answer: rules.otherEventAnswer(invitation) }
  const verdict = { ...NO_SCAN_CHANGE, invitationId: invitation.id }
  // The undo arrived before the admission: the history records both, and neither changes the count.
  if (isUndone) return { ...verdict, answer: countedAnswer(invitation, people, direction) }
  if (direction === 'out') return decideOnlineExit(state, invitation, people)
  const withdrawn = withdrawalReason(invitation, target)
  if (withdrawn) return { ...verdict, answer: rules.withdrawnAnswer(withdrawn, invitation) }
  if (invitation.isPending) return { ...verdict, answer: rules.pendingAnswer() }
  const admission = rules.admitPeople(invitation, people, now)
  const countsExits = state.eventsCountingExits.has(invitation.eventId ?? '')
  if (admission.outcome === 'used') return { ...verdict, answer: rules.usedAnswer(invitation, {}), usedId: invitation.id, countsExits }
  const { invitation: counted, returned } = admission
  return { ...verdict, answer: rules.admittedAnswer(counted, people), counted, returned }
}

/** Decides an online exit. People who are inside may leave with any of their cards, also with one that was cancelled or replaced since. */
function decideOnlineExit({ eventsCountingExits }: CheckInState, invitation: Invitation, people: number): Verdict {
  const verdict = { ...NO_SCAN_CHANGE, invitationId: invitation.id }
  if (!eventsCountingExits.has(invitation.eventId ?? '')) return { ...verdict, answer: rules.exitsNotCountedAnswer() }
  const counted = rules.signOutPeople(invitation, people)
  return counted
    ? { ...verdict, answer: rules.exitedAnswer(counted, people), counted }
    : { ...verdict, answer: rules.notInsideAnswer(invitation) }
}

/** Counts an offline scan, which is never refused. One that was uploaded after its link had ended becomes a conflict without a count. */
function decideOfflineScan(state: CheckInState, request: ResolvedScan, now: Date, isUndone: boolean): Verdict {
  const { actor, target, people, direction, scannedAt, clockOffset } = request
  const id = scannedInvitationId(state, target)
  const unknownAnswer = countedAnswer(undefined, people, direction)
  const invitation = findVisibleInvitation(state, id, actor)
  if (actor.link?.endedAt !== undefined) {
    const conflict = { kind: 'late' as const, ownerId: actor.id }
    return { ...NO_SCAN_CHANGE, answer: unknownAnswer, conflict, ...(invitation && { invitationId: invitation.id }) }
  }
  if (!invitation) {
    const tombstone = findVisibleTombstone(state, id, actor)
    const verdict = { ...NO_SCAN_CHANGE, answer: unknownAnswer, ...(tombstone && { invitationId: id }) }
    // The people of an exit are counted no more, as their invitation is not.
    if (isUndone || direction === 'out') return verdict
    // Another account's invitation counts as unknown, so that nothing is written to that account's history.
    return { ...verdict, conflict: tombstone ? { kind: 'deleted', ownerId: tombstone.userId } : { kind: 'unknown', ownerId: actor.id } }
  }
  const verdict = { ...NO_SCAN_CHANGE, invitationId: invitation.id }
  if (isUndone) return { ...verdict, answer: countedAnswer(invitation, people, direction) }
  if (direction === 'out') {
    const { invitation: counted, conflict } = rules.countOfflineExit(invitation, people)
    return {
      ...verdict,
      answer: rules.exitedAnswer(counted, people),
      counted,
      ...(conflict && { conflict: { kind: conflict, ownerId: invitation.userId } }),
    }
  }
  const at = rules.correctedScanTime({ scannedAt, clockOffset, receivedAt: now.toISOString() })
  const { invitation: counted, returned, conflict: countConflict } = rules.countOfflineAdmission(invitation, people, at)
  const conflict = withdrawalReason(invitation, target) ?? countConflict
  return {
    ...verdict,
    answer: rules.admittedAnswer(counted, people),
    counted,
    returned,
    ...(conflict && { conflict: { kind: conflict, ownerId: invitation.userId } }),
  }
}

/** Records an offline scan that admitted nobody, once for each idempotency key. */
function recordUnadmittedScan(state: CheckInState, request: ResolvedScan, stored: StoredIdempotencyKey | undefined): ScanDecision {
  const { actor, target, event, outcome = 'refused', idempotencyKey, fingerprint } = request
  const answer = { ...rules.unknownAnswer(), outcome }
  if (stored) return { answer }
  if (idempotencyKey !== undefined) state.keys.set(scopedIdempotencyKey(actor.id, idempotencyKey), { fingerprint, admission: undefined })
  const invitation = findVisibleInvitation(state, scannedInvitationId(state, target), actor)
  const invitationId = invitation && eventMatcher(event)(invitation) ? invitation.id : undefined
  return {
    answer,
    change: { ...NO_SCAN_CHANGE, request, outcome, people: 0, invitationId, admission: undefined, stored, isRecorded: true },
  }
}

function decideScan(state: CheckInState, request: ResolvedScan, now: Date): ScanDecision {
  const { actor, idempotencyKey, offline, target, read } = request
  // A device that uploads an admission by such a code did not recognise it. Its owner has to know of it, so it becomes a conflict.
  if (!offline && read.is === 'id' && isTrialCode(read.id)) return { answer: rules.trialAnswer() }
  const key = idempotencyKey === undefined ? undefined : scopedIdempotencyKey(actor.id, idempotencyKey)
  const storedKey = key === undefined ? undefined : state.keys.get(key)
  if (storedKey && !isSameRequest(storedKey, request)) return { refusal: 'nonce-taken' }
  const isUndone = storedKey?.admission === UNDONE_ADMISSION
  if (storedKey?.admission !== undefined && storedKey.admission !== UNDONE_ADMISSION)
    return { answer: answerRepeatedScan(state, request, storedKey.admission) }

  if (request.outcome !== undefined) return recordUnadmittedScan(state, request, storedKey)

  const id = scannedInvitationId(state, target)
  const rememberAdmission = (admission: StoredAdmission | undefined) => {
    if (key !== undefined) state.keys.set(key, { fingerprint: storedKey?.fingerprint ?? request.fingerprint, admission })
  }
  const recorded =
    offline && id !== undefined && idempotencyKey !== undefined && findVisibleInvitation(state, id, actor)
      ? state.admissions.get(scopedIdempotencyKey(id, idempotencyKey))
      : undefined
  if (recorded && id !== undefined) {
    const { people, direction } = recorded
    if ((direction ?? 'in') !== request.direction) return { refusal: 'nonce-taken' }
    const admission = { invitationId: id, people, ...(direction === 'out' && { direction }) }
    const answer = answerRepeatedScan(state, request, admission)
    if (isUndone) return { answer }
    rememberAdmission(admission)
    const change = {
      ...NO_SCAN_CHANGE,
      ...admission,
      request,
      outcome: direction === 'out' ? ('exited' as const) : ('admitted' as const),
      admission,
      stored: storedKey,
      isRecorded: false,
    }
    return { answer, change }
  }

  const { answer, usedId, countsExits, ...verdict } = (offline ? decideOfflineScan : decideOnlineScan)(state, request, now, isUndone)
  const finalAnswer = isUndone && !offline ? rules.undoneBeforeAnswer(answer.invitation ?? undefined) : answer
  const isLate = verdict.conflict?.kind === 'late'
  const isAdmittedOffline = offline && !isLate && request.direction === 'in'
  const lateOutcome = request.direction === 'out' ? 'late-exit' : 'late'
  const tombstone = isAdmittedOffline && id !== undefined && !answer.invitation ? findVisibleTombstone(state, id, actor) : undefined
  const deletedOf = tombstone && id !== undefined ? { id, ownerId: tombstone.userId } : undefined
  // The undo arrived first and exceeded the account's limit for such undos: only the idempotency key records it.
  if (isUndone && verdict.invitationId !== undefined && !state.undone.has(scopedIdempotencyKey(verdict.invitationId, idempotencyKey ?? '')))
    return { answer: finalAnswer, deletedOf }

  const { invitation, outcome, admitted, exited } = answer
  const people = admitted ?? exited ?? 0
  const admission =
    outcome === 'admitted' || outcome === 'exited'
      ? {
          invitationId: isLate ? null : (verdict.invitationId ?? null),
          people,
          ...(outcome === 'exited' && { direction: 'out' as const }),
          ...(invitation && { currentScans: invitation.currentScans, scannedAt: invitation.scannedAt }),
          ...(invitation?.outside && { outside: invitation.outside }),
        }
      : undefined
  if (verdict.counted) state.invitations.set(verdict.counted.id, verdict.counted)
  rememberAdmission(admission)
  return {
    answer: finalAnswer,
    usedId,
    countsExits,
    deletedOf,
    change: { request, outcome: isLate ? lateOutcome : outcome, people, ...verdict, admission, stored: storedKey, isRecorded: true },
  }
}

/**
 * Decides on scans in order, each on the state after the earlier ones. Changes `state`, and nothing else. Never throws: an idempotency key
 * that was used for another code is refused for that request alone.
 */
export const decideScans = (requests: readonly ResolvedScan[], state: CheckInState, now: Date): ScanDecision[] =>
  requests.map(request => flagHiddenNames(state, request, decideScan(state, request, now)))

/** Sets `hidesNames` in the answer to a scan at an event that hides names, also for a deleted invitation. */
function flagHiddenNames(state: CheckInState, { actor, target }: ResolvedScan, decision: ScanDecision): ScanDecision {
  if ('refusal' in decision || state.eventsWithHiddenNames.size === 0) return decision
  const id = scannedInvitationId(state, target)
  const scanned = decision.answer.invitation ?? findVisibleInvitation(state, id, actor) ?? findVisibleTombstone(state, id, actor)
  if (!state.eventsWithHiddenNames.has(scanned?.eventId ?? '')) return decision
  return { ...decision, answer: { ...decision.answer, hidesNames: true } }
}

/** The storage of scans. The state from `load` must not change until `save` has ended: both run inside one write. */
export type CheckInStore = {
  load: (requests: readonly ResolvedScan[]) => Promise<CheckInState>
  /** Saves all decisions, one for each request in the same order, or throws. `state` is the state after these decisions. */
  save: (decisions: readonly ScanDecision[], state: CheckInState, now: Date) => Promise<void>
}

/** Decides on scans in their order: loads the state, decides, saves. Returns the decisions. `now` is read after the state is loaded. */
export async function checkInScans(store: CheckInStore, requests: readonly ResolvedScan[], now: () => Date): Promise<ScanDecision[]> {
  const state = await store.load(requests)
  const at = now()
  const decisions = decideScans(requests, state, at)
  await store.save(decisions, state, at)
  return decisions
}
