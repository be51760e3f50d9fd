import {
  type Actor,
  type AdmissionSummary,
  arrivalsOf,
  type contract,
  type DoorGuest,
  decide,
  decideUndo,
  doorIdOf,
  emptyState,
  type eventRules,
  fingerprintOf,
  fold,
  type Invitation,
  isDoorId,
  openSealed,
  pair,
  Refusal,
  readCode,
  scanningRules as rules,
  type ScanAnswer,
  type ScanDecision,
  type ScanInput,
  type ScanRequest,
  scannedId,
  scanRequest,
  scopeOf,
  type Target,
  targetOf,
  targetOfName,
  type UndoRequest,
  undoRequest,
} from '@hudur/core'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import type { Device } from '../store/device.ts'
import { outboxIn, uploadOf } from '../store/outbox.ts'
import { asStored, replicaIn } from '../store/replica.ts'
import { metaIn, type OwnScan, type Writing, write } from '../store/store.ts'
import type { DeviceHandlers } from './handlers.ts'
import { guestsLike, isOfEvent } from './search.ts'

const STORES = ['accounts', 'invitations', 'events', 'scans', 'outbox', 'meta'] as const
type Trx = Writing<(typeof STORES)[number]>

/** A scan that has an idempotency key. */
type KeyedScan = ScanRequest & { idempotencyKey: string }

/**
 * Returns the first and the last admission of an invitation on this device. If there is none, `last` is the last admission at another gate:
 * only its time, because the replica does not contain its gate and user.
 */
async function firstAndLastAdmission(
  trx: Trx,
  invitation: Invitation,
  scans: readonly OwnScan[],
): Promise<{ first?: AdmissionSummary; last?: AdmissionSummary }> {
  const admissions = scans.filter(({ undo }) => !undo).sort((a, b) => (a.at < b.at ? -1 : 1))
  const summaryOf = async (scan: OwnScan | undefined) =>
    scan && { at: scan.at, gate: scan.gate, by: (await trx.objectStore('accounts').get(scan.account))?.fullName ?? null }
  const [first, last] = [await summaryOf(admissions[0]), await summaryOf(admissions.at(-1))]
  if (first && last) return { first, last }
  return invitation.scannedAt === null ? {} : { last: { at: invitation.scannedAt, gate: null, by: null } }
}

/**
 * Loads the state that `decide` needs for a scan, and this device's scans of the same invitation. `guest` is what the code has opened at a
 * door.
 */
async function loadScanState(trx: Trx, request: KeyedScan & { target: Target }, guest: DoorGuest | undefined) {
  const { actor, idempotencyKey, target, read } = request
  const state = emptyState()
  const replica = replicaIn(trx)
  const earlier = await trx.objectStore('scans').get([actor.id, idempotencyKey])
  if (earlier) {
    const { invitationId, people, code, isSent, undo } = earlier
    // An uploaded scan is stored without a typed name. A repeated request with a typed name thus cannot be compared, and counts as the
    // same.
    const fingerprint = isSent && read.is === 'text' ? request.fingerprint : fingerprintOf(readCode(code))
    state.keys.set(pair(actor.id, idempotencyKey), { fingerprint, admission: { invitationId, people } })
    if (undo) state.undone.add(pair(invitationId, idempotencyKey))
  }
  if ('code' in target) {
    const named = await replica.idOfCode(target.code)
    if (named !== target.code) state.codes.set(target.code, named)
  }
  const id = earlier?.invitationId ?? scannedId(state, target)
  const found = id === undefined ? undefined : await replica.find(id, scopeOf(actor))
  if (found) state.invitations.set(found.invitation.id, { ...found.invitation, ...guest })
  const deleted = id === undefined || found ? undefined : await replica.findDeleted(id, scopeOf(actor))
  if (deleted) state.tombstones.set(deleted.id, deleted)
  const eventId = found?.invitation.eventId ?? deleted?.eventId
  const event = eventId ? await trx.objectStore('events').get(eventId) : undefined
  if (event?.hidesNames) state.womensHalls.add(event.id)
  return { state, own: found?.scans ?? [] }
}

/** Loads the state that `decideUndo` needs for the undo of one of this device's scans. */
async function loadUndoState(trx: Trx, { actor, id, admission }: UndoRequest, { people, scannedAt, clockOffset, at, undo }: OwnScan) {
  const state = emptyState()
  const found = await replicaIn(trx).find(id, scopeOf(actor))
  if (found) state.invitations.set(id, found.invitation)
  // An admission of this device can be undone even when its invitation is not in the replica.
  else state.tombstones.set(id, { userId: actor.id, guestName: '', eventName: '', eventDate: '' })
  state.admissions.set(pair(id, admission), { people, at: { scannedAt, clockOffset, receivedAt: at } })
  if (undo) state.undone.add(pair(id, admission))
  return state
}

/** Stores an admission, and adds it to the outbox. */
async function save(trx: Trx, scan: OwnScan, now: Date) {
  await trx.objectStore('scans').put(asStored(scan))
  await outboxIn(trx).add(uploadOf(scan, now))
}

/** Returns the handlers of the scan endpoints on this device: the core's rules, applied to the replica. */
export function scanningHandlers(device: Device): DeviceHandlers<typeof contract.scanning> {
  const { store, replica, now } = device

  async function findGuests(actor: Actor, text: string, event: eventRules.EventOf) {
    const key = fold(text)
    if (key === '') return { whole: [], partly: [] }
    const { userId, ...ofAnyOwner } = event
    const rows = (await replica.rows(scopeOf(actor, userId))).filter(isOfEvent(ofAnyOwner))
    const partly = key.length < rules.MIN_CANDIDATE_LETTERS ? [] : guestsLike(rows, text)
    return {
      whole: rows.filter(({ guestKey }) => guestKey === key).map(({ invitation }) => invitation),
      partly: partly.map(({ invitation }) => invitation),
    }
  }

  /** Finds the invitation that a scan is meant for. Runs before the transaction, because a search by name takes long. */
  async function resolve(request: ScanRequest): Promise<Target> {
    const target = targetOf(request)
    if (!('name' in target)) return target
    const { whole, partly } = await findGuests(request.actor, target.name, request.event)
    return targetOfName(whole, partly)
  }

  /** Returns the SHA-256 by which a door knows a code, and opens its guest with the code. */
  async function openWithCode(code: string) {
    if (isDoorId(code)) return { code, guest: undefined }
    // Pages without https cannot hash the code, so only the server answers there.
    if (!globalThis.crypto?.subtle) throw new Refusal('offline')
    const digest = await doorIdOf(code)
    const row = (await store.get('invitations', digest)) ?? (await store.getFromIndex('invitations', 'codes', digest))
    // A former code does not open the guest, which is sealed with the present one.
    const sealed = row?.invitation.code === digest ? row.sealed : undefined
    return { code: digest, guest: sealed === undefined ? undefined : await openSealed(code, sealed) }
  }

  async function checkIn(actor: Actor, input: ScanInput): Promise<ScanAnswer> {
    const given = scanRequest(actor, input)
    const request = { ...given, idempotencyKey: given.idempotencyKey ?? newIdempotencyKey() }
    const named = await resolve(request)
    const opened = device.isDoor && 'code' in named ? await openWithCode(named.code) : undefined
    const target = opened ? { code: opened.code } : named
    return write(store, STORES, async trx => {
      const scan = scanOf(device, request)
      await storeIfEarly(trx, scan)
      const { state, own } = await loadScanState(trx, { ...request, target }, opened?.guest)
      const [decision] = decide([{ ...request, target }], state, new Date(scan.at)) as [ScanDecision]
      if ('refusal' in decision) throw new Refusal(decision.refusal)
      const { answer, usedId, change } = decision
      if (change?.counted) await save(trx, { ...scan, invitationId: change.counted.id, people: change.people }, now())
      const invitation = state.invitations.get(usedId ?? '')
      return invitation ? { ...answer, ...(await firstAndLastAdmission(trx, invitation, own)) } : answer
    })
  }

  return {
    verify: ({ actor, input: { qrData, ...input } }) => checkIn(actor, { code: qrData, ...input }),
    check: ({ actor, input: { qr_code, ...input } }) => checkIn(actor, { code: qr_code, ...input }),
    async scan({ actor, input: { id, ...input } }) {
      const given = await checkIn(actor, { code: id, isId: true, ...input })
      return { ...given.invitation, ...given }
    },

    async undo({ actor, input }) {
      const parsed = undoRequest(actor, { ...input, clockOffset: input.clockOffset ?? device.clock.offset() ?? undefined })
      if (!parsed) throw new Refusal('not-found')
      const name = device.isDoor ? (await openWithCode(parsed.id)).code : parsed.id
      return write(store, STORES, async trx => {
        const request = { ...parsed, id: await replicaIn(trx).idOfCode(name) }
        await undoIfEarly(trx, actor, input)
        const scan = await trx.objectStore('scans').get([actor.id, input.admission])
        // Only the server can undo an admission that this device did not make.
        if (scan?.invitationId !== request.id) throw new Refusal('not-found')
        const decision = decideUndo(request, await loadUndoState(trx, request, scan))
        if ('refusal' in decision) throw new Refusal(decision.refusal)
        if (decision.change) {
          await trx.objectStore('scans').put(asStored({ ...scan, undo: { input, isSent: false, isListed: false } }))
          await outboxIn(trx).add({ account: actor.id, operation: 'undo', input, nonce: input.nonce, at: input.undoneAt })
        }
        return { success: true, invitation: decision.invitation }
      })
    },

    async candidates({ actor, input: { search, ...event } }) {
      if (fold(search).length < rules.MIN_CANDIDATE_LETTERS) return []
      const { partly } = await findGuests(actor, search, event)
      return partly.slice(0, rules.MAX_CANDIDATES).map(rules.asCandidate)
    },

    async arrivals({ actor, input: { userId, ...event } }) {
      const rows = (await replica.rows(scopeOf(actor, userId))).filter(isOfEvent(event))
      return arrivalsOf(
        rows.map(({ invitation }) => invitation),
        {},
      )
    },
  }
}

/** Returns an admission as this device stores it. Its `invitationId` is empty until the scan is decided. */
function scanOf({ clock, now }: Device, request: KeyedScan): OwnScan {
  const scannedAt = request.scannedAt ?? now().toISOString()
  const clockOffset = request.clockOffset ?? clock.offset()
  return {
    account: request.actor.id,
    nonce: request.idempotencyKey,
    code: request.code,
    invitationId: '',
    people: request.people,
    scannedAt,
    clockOffset,
    at: clock.corrected(scannedAt, clockOffset),
    gate: request.gate,
    isSent: false,
    isListed: false,
  }
}

/**
 * Stores an admission that the server has, as a download showed before its answer arrived. It is in the replica's count, and uploaded again
 * only to a server that was restored from a backup.
 */
async function storeIfEarly(trx: Writing<'scans' | 'meta'>, scan: OwnScan) {
  const early = (await metaIn(trx).get('early-scans'))?.admissions.find(({ nonce }) => nonce === scan.nonce)
  if (!early || (await trx.objectStore('scans').getKey([scan.account, scan.nonce]))) return
  const { invitationId, people } = early
  await trx.objectStore('scans').put(asStored({ ...scan, invitationId, people, isSent: true, isListed: true }))
}

/** Stores an undo that the server has, for the same reason as `storeIfEarly`. */
async function undoIfEarly(trx: Writing<'scans' | 'meta'>, actor: Actor, input: UndoInput) {
  const isEarly = (await metaIn(trx).get('early-scans'))?.undos.includes(input.nonce) ?? false
  const scan = isEarly ? await trx.objectStore('scans').get([actor.id, input.admission]) : undefined
  if (scan && !scan.undo) await trx.objectStore('scans').put(asStored({ ...scan, undo: { input, isSent: true, isListed: true } }))
}

type UndoInput = NonNullable<OwnScan['undo']>['input']

/**
 * Stores an admission that the server answered. It is added to the replica's count unless a download included it already, until one does, and
 * uploaded again to a server that was restored from a backup.
 */
export async function keepAdmission(
  device: Device,
  actor: Actor,
  input: ScanInput & { nonce: string },
  { invitation, admitted }: ScanAnswer,
) {
  if (!invitation || admitted === undefined) return
  const scan = scanOf(device, { ...scanRequest(actor, input), idempotencyKey: input.nonce })
  await write(device.store, ['scans', 'meta'], async trx => {
    await storeIfEarly(trx, scan)
    const scans = trx.objectStore('scans')
    const earlier = await scans.get([actor.id, input.nonce])
    await scans.put(asStored({ ...(earlier ?? { ...scan, invitationId: invitation.id, people: admitted }), isSent: true }))
  })
}

/** Stores an undo that the server answered, for the same purposes as `keepAdmission`. */
export async function keepUndo({ store }: Device, actor: Actor, input: UndoInput) {
  await write(store, ['scans', 'meta'], async trx => {
    await undoIfEarly(trx, actor, input)
    const scan = await trx.objectStore('scans').get([actor.id, input.admission])
    if (scan && !scan.undo) await trx.objectStore('scans').put(asStored({ ...scan, undo: { input, isSent: true, isListed: false } }))
  })
}
