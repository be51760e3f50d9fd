import { type Actor, scopeOfActor } from '@hudur/core/actor'
import { foldSpelling } from '@hudur/core/arabic'
import type { ScanAnswer } from '@hudur/core/check-in/contract'
import * as rules from '@hudur/core/check-in/rules'
import {
  checkInScans,
  parseScanRequest,
  type ScanDecision,
  type ScanInput,
  type ScanRequest,
  type ScanTarget,
  scanTargetOf,
  scanTargetOfName,
} from '@hudur/core/check-in/scan'
import { decideUndo, parseUndoRequest } from '@hudur/core/check-in/undo'
import type { Contract, contract } from '@hudur/core/contract'
import type { CallOptions, ServerBackend } from '@hudur/core/endpoint'
import { type EventFilter, isSingleEvent } from '@hudur/core/events/rules'
import { isDoorId } from '@hudur/core/id'
import { countArrivals, countInside } from '@hudur/core/invitations/figures'
import { doorIdOf, openSealedGuest } from '@hudur/core/links/sealed'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import type { Device } from '../store/device.ts'
import { outboxInTransaction, readNextEntries } from '../store/outbox.ts'
import { replicaInTransaction, toStoredScan } from '../store/replica.ts'
import { replicaOf } from '../store/replica-reader.ts'
import { undoEntryOf } from '../store/scan-entries.ts'
import { sendEntries } from '../store/send-entry.ts'
import { isStorageFailure, metaInTransaction, type OutboxEntry, runWriteTransaction } from '../store/store.ts'
import {
  CHECK_IN_OBJECT_STORES,
  checkInStoreInTransaction,
  findFirstAndLastAdmission,
  loadUndoState,
  newDeviceScan,
  storeDownloadedAdmission,
  storeDownloadedUndo,
} from './check-in-store.ts'
import type { DeviceHandlers } from './handlers.ts'
import { createEventFilter, searchGuests } from './search.ts'
import { admitWalkIn } from './walk-ins.ts'

async function findGuests(device: Device, actor: Actor, text: string, event: EventFilter) {
  const key = foldSpelling(text)
  if (key === '') return { whole: [], partly: [] }
  const { userId, ...ofAnyOwner } = event
  const rows = (await replicaOf(device).rows(scopeOfActor(actor, userId))).filter(createEventFilter(ofAnyOwner))
  const partly = key.length < rules.MIN_CANDIDATE_LETTERS ? [] : searchGuests(rows, text)
  return {
    whole: rows.filter(({ guestKey }) => guestKey === key).map(({ invitation }) => invitation),
    partly: partly.map(({ invitation }) => invitation),
  }
}

/** Finds the invitation of a scan. Runs before the transaction starts, because a search by name is slow. */
async function resolveTarget(device: Device, request: ScanRequest): Promise<ScanTarget> {
  const target = scanTargetOf(request)
  if (!('name' in target)) return target
  const { whole, partly } = await findGuests(device, request.actor, target.name, request.event)
  return scanTargetOfName(whole, partly)
}

/** Returns the SHA-256 of a code, which identifies an invitation of a door link, and the guest data decrypted with the code. */
async function identifyDoorCode({ store }: Device, code: string) {
  if (isDoorId(code)) return { code, guest: undefined }
  // Pages without https have no `crypto.subtle` to hash the code, so only the server can answer there.
  if (!globalThis.crypto?.subtle) throw new Refusal('offline')
  const digest = await doorIdOf(code)
  const row = (await store.get('invitations', digest)) ?? (await store.getFromIndex('invitations', 'codes', digest))
  // The guest data is encrypted with the present code, so a former code cannot decrypt it.
  const sealed = row?.invitation.code === digest ? row.sealed : undefined
  return { code: digest, guest: sealed === undefined ? undefined : await openSealedGuest(code, sealed) }
}

/**
 * Returns the outbox entries with the admissions, exits and undos of the guest whom a scan names, in the order of the outbox and without that of
 * the scan itself.
 */
async function findWaitingScans(device: Device, input: ScanInput & { nonce: string }): Promise<OutboxEntry[]> {
  const { store, people, isDoor } = device
  const actor = await people.actor()
  // Where a door cannot hash codes, it has admitted nobody.
  if (!actor || (isDoor && !globalThis.crypto?.subtle)) return []
  const target = await resolveTarget(device, parseScanRequest(actor, input))
  const named = 'code' in target ? target.code : 'id' in target ? target.id : undefined
  if (named === undefined) return []
  const code = isDoor && 'code' in target ? (await identifyDoorCode(device, named)).code : named
  const row = (await store.get('invitations', code)) ?? (await store.getFromIndex('invitations', 'codes', code))
  const scans = row ? await store.getAllFromIndex('scans', 'invitation', row.id) : []
  const unsent = scans.filter(scan => scan.account === actor.id && (!scan.isSent || scan.undo?.isSent === false))
  if (unsent.length === 0) return []
  const keys = new Set(unsent.flatMap(({ idempotencyKey, undo }) => [idempotencyKey, undo?.input.nonce]))
  const waiting = await readNextEntries(store, actor.id, { after: 0, count: Number.POSITIVE_INFINITY })
  return waiting.filter(({ idempotencyKey }) => keys.has(idempotencyKey) && idempotencyKey !== input.nonce)
}

/**
 * Sends to the server what it lacks of the guest whom a scan names. The entries stay in the outbox, and their upload counts once. Throws when they
 * must wait, as an upload does. Where the storage fails, nothing is sent.
 */
export async function sendWaitingScans(
  device: Device,
  server: ServerBackend<Contract>,
  input: ScanInput & { nonce: string },
  options: CallOptions | undefined,
) {
  const entries = await findWaitingScans(device, input).catch((error: unknown) => {
    if (isStorageFailure(error)) return []
    throw error
  })
  await sendEntries(server, entries, options)
}

export function createCheckInHandlers(device: Device): DeviceHandlers<typeof contract.checkIn> {
  const { store, now } = device
  const replica = replicaOf(device)

  async function checkIn(actor: Actor, input: ScanInput): Promise<ScanAnswer> {
    const given = parseScanRequest(actor, input)
    const request = { ...given, idempotencyKey: given.idempotencyKey ?? newIdempotencyKey() }
    const named = await resolveTarget(device, request)
    const opened = device.isDoor && 'code' in named ? await identifyDoorCode(device, named.code) : undefined
    const target = opened ? { code: opened.code } : named
    return runWriteTransaction(store, CHECK_IN_OBJECT_STORES, async trx => {
      const scan = newDeviceScan(device, request)
      await storeDownloadedAdmission(trx, scan)
      const checkInStore = checkInStoreInTransaction(trx, scan, opened?.guest, now())
      const [decision] = (await checkInScans(checkInStore, [{ ...request, target }], () => new Date(scan.at))) as [ScanDecision]
      if ('refusal' in decision) throw new Refusal(decision.refusal)
      const { answer, usedId } = decision
      // The invitation may have been created, or its card reissued, after the last download.
      if (answer.message === texts.scan.unknown && (request.read.is === 'id' || !request.isCode))
        return { ...answer, replicaAt: (await metaInTransaction(trx).get('replica'))?.at ?? null }
      return usedId === undefined ? answer : { ...answer, ...(await findFirstAndLastAdmission(trx, actor, usedId, device)) }
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
      const parsed = parseUndoRequest(actor, { ...input, clockOffset: input.clockOffset ?? device.clock.offset() ?? undefined })
      if (!parsed) throw new Refusal('not-found')
      const name = device.isDoor ? (await identifyDoorCode(device, parsed.id)).code : parsed.id
      return runWriteTransaction(store, CHECK_IN_OBJECT_STORES, async trx => {
        const id = await replicaInTransaction(trx).idOfCode(name)
        await storeDownloadedUndo(trx, actor, input)
        const scan = await trx.objectStore('scans').get([actor.id, input.admission])
        // This device did not make the admission, so only the server can undo it.
        if (!scan) throw new Refusal('not-found')
        // The replica may lack the code: the card was reissued after the last download, or the invitation was deleted.
        const isOfOther = id !== scan.invitationId && (await trx.objectStore('invitations').getKey(id)) !== undefined
        if (isOfOther) throw new Refusal('not-found')
        const request = { ...parsed, id: scan.invitationId }
        const decision = decideUndo(request, await loadUndoState(trx, request, scan))
        if ('refusal' in decision) throw new Refusal(decision.refusal)
        if (decision.change) {
          await trx.objectStore('scans').put(toStoredScan({ ...scan, undo: { input, isSent: false, isListed: false } }))
          await outboxInTransaction(trx).add(undoEntryOf(actor.id, input))
        }
        return { success: true, invitation: decision.invitation }
      })
    },

    walkIn: ({ actor, input }) => admitWalkIn(device, actor, input),

    async candidates({ actor, input: { search, ...event } }) {
      if (foldSpelling(search).length < rules.MIN_CANDIDATE_LETTERS) return []
      const { partly } = await findGuests(device, actor, search, event)
      return partly.slice(0, rules.MAX_CANDIDATES).map(rules.toCandidate)
    },

    async arrivals({ actor, input: { userId, ...event } }) {
      const scope = scopeOfActor(actor, userId)
      const rows = (await replica.rows(scope)).filter(createEventFilter(event))
      const invitations = rows.map(({ invitation }) => invitation)
      const ids = new Set(invitations.map(({ eventId }) => eventId))
      const [counting, ...others] = isSingleEvent(event) ? (await replica.events(scope)).filter(({ id }) => ids.has(id)) : []
      const countsExits = counting?.countsExits === true && others.length === 0
      return { ...countArrivals(invitations, {}), ...(countsExits && { inside: countInside(invitations), capacity: counting.capacity }) }
    },
  }
}
