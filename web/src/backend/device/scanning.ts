import {
  type Actor,
  arrivalsOf,
  type contract,
  type Entry as Entrance,
  fold,
  type Invitation,
  Refusal,
  readCode,
  scanningRules as rules,
  type ScanAnswer,
} from '@hudur/core'
import { newNonce } from '../../device/nonce.ts'
import { copyIn, marked, reachOf } from './copy.ts'
import type { Device, DeviceHandlers } from './device.ts'
import { outboxIn } from './outbox.ts'
import { guestsLike } from './search.ts'
import { type OwnScan, type Writing, write } from './store.ts'

/** What somebody at a door did, through whichever of the three doors. */
export type Gesture = {
  code: string
  nonce?: string | undefined
  source?: 'camera' | 'typed' | undefined
  admit: number
  gate?: string | undefined
  scannedAt?: string | undefined
  clockOffset?: number | undefined
} & rules.EventOf

const STORES = ['accounts', 'invitations', 'scans', 'outbox', 'meta'] as const
type Trx = Writing<(typeof STORES)[number]>

/** What a gesture's nonce names: the code that was read, in whichever of its spellings. */
function keyOf(code: string) {
  const read = readCode(code)
  return read.is === 'id' ? read.id : fold(read.text)
}

/** Whether a nonce that was used here comes with another code than then. Of a sent scan only the invitation is known. */
function isOtherCode({ code, invitationId, isSent }: OwnScan, given: string) {
  if (!isSent) return keyOf(code) !== keyOf(given)
  const read = readCode(given)
  return read.is === 'id' && read.id !== invitationId
}

/** Who came in with it here, first and last; what other doors did is known only by when the last one was. */
async function entriesOf(trx: Trx, invitation: Invitation, scans: readonly OwnScan[]): Promise<{ first?: Entrance; last?: Entrance }> {
  const told = scans.filter(({ undo }) => !undo).sort((a, b) => (a.at < b.at ? -1 : 1))
  const entrance = async (scan: OwnScan | undefined) =>
    scan && { at: scan.at, gate: scan.gate, by: (await trx.objectStore('accounts').get(scan.account))?.fullName ?? null }
  const [first, last] = [await entrance(told[0]), await entrance(told.at(-1))]
  if (first && last) return { first, last }
  return invitation.scannedAt === null ? {} : { last: { at: invitation.scannedAt, gate: null, by: null } }
}

/** The door on this device alone: the same rule, over the copy. */
export function scanningHere(device: Device): DeviceHandlers<typeof contract.scanning> {
  const { store, copy, now } = device

  async function guests(actor: Actor, text: string, { eventName, eventDate, userId }: rules.EventOf) {
    const key = fold(text)
    if (key === '') return { whole: [], partly: [] }
    const name = eventName === undefined ? undefined : fold(eventName)
    const rows = (await copy.rows(reachOf(actor, userId))).filter(
      ({ eventKey, invitation }) => (name === undefined || eventKey === name) && rules.isOfEvent(invitation, { eventDate }),
    )
    const partly = key.length < rules.MIN_CANDIDATE_LETTERS ? [] : guestsLike(rows, text)
    return {
      whole: rows.filter(({ guestKey }) => guestKey === key).map(({ invitation }) => invitation),
      partly: partly.map(({ invitation }) => invitation),
    }
  }

  /** Whom a code or a typed name means; looked through before the transaction, for that is long. */
  async function meant(actor: Actor, gesture: Gesture): Promise<{ id: string } | { answer: ScanAnswer }> {
    const read = readCode(gesture.code)
    if (read.is === 'id') return { id: read.id }
    if (read.text === '') return { answer: rules.unreadable() }
    if (gesture.source === 'camera') return { answer: rules.unknown() }
    const { whole, partly } = await guests(actor, read.text, gesture)
    if (whole.length === 1) return { id: whole[0]!.id }
    if (whole.length > 1) return { answer: rules.severalFit(whole) }
    return { answer: partly.length > 0 ? rules.severalFit(partly) : rules.unknown() }
  }

  async function admit(trx: Trx, actor: Actor, gesture: Gesture & { nonce: string }, id: string): Promise<ScanAnswer> {
    const copied = copyIn(trx)
    const found = await copied.find(id, reachOf(actor))
    if (!found) {
      const deleted = await copied.findDeleted(id, reachOf(actor))
      return deleted ? rules.deleted(deleted) : rules.unknown()
    }
    const { invitation, scans } = found
    const { eventName, eventDate, userId } = gesture
    if (!rules.isOfEvent(invitation, { eventName, eventDate, ...reachOf(actor, userId) })) return rules.otherEvent(invitation)
    if (invitation.isPending) return rules.pending()

    const scan = scanOf(device, actor, gesture, { invitationId: id, people: gesture.admit })
    const admission = rules.admit(invitation, gesture.admit, new Date(scan.at))
    if (admission.outcome === 'used') return rules.used(invitation, await entriesOf(trx, invitation, scans))
    await trx.objectStore('scans').put(marked(scan))
    await outboxIn(trx).add(factOf(scan, now()))
    return rules.admitted(admission.invitation, gesture.admit)
  }

  async function judge(actor: Actor, given: Gesture): Promise<ScanAnswer> {
    const gesture = { ...given, nonce: given.nonce ?? newNonce() }
    const who = await meant(actor, gesture)
    return write(store, STORES, async trx => {
      const earlier = await trx.objectStore('scans').get([actor.id, gesture.nonce])
      if (!earlier) return 'answer' in who ? who.answer : admit(trx, actor, gesture, who.id)
      if (isOtherCode(earlier, gesture.code)) throw new Refusal('nonce-taken')
      const invitation = (await copyIn(trx).find(earlier.invitationId, reachOf(actor)))?.invitation
      if (earlier.undo) return rules.takenBack(invitation)
      return rules.admittedAgain(invitation ? rules.admitted(invitation, earlier.people) : rules.admittedUnknown(earlier.people))
    })
  }

  return {
    verify: ({ actor, input: { qrData, ...gesture } }) => judge(actor, { code: qrData, ...gesture }),
    check: ({ actor, input: { qr_code, ...gesture } }) => judge(actor, { code: qr_code, ...gesture }),
    async scan({ actor, input: { id, ...gesture } }) {
      const given = await judge(actor, { code: id, ...gesture })
      return { ...given.invitation, ...given }
    },

    async undo({ actor, input }) {
      return write(store, STORES, async trx => {
        const scans = trx.objectStore('scans')
        const scan = await scans.get([actor.id, input.admission])
        if (!scan || scan.invitationId !== readCodeId(input.qr_code)) throw new Refusal('not-found')
        if (!scan.undo) {
          const undone = { at: input.undoneAt, clockOffset: input.clockOffset ?? device.clock.offset() }
          if (!rules.canUndo({ at: scan.scannedAt, clockOffset: scan.clockOffset }, undone)) throw new Refusal('too-late')
          await scans.put(marked({ ...scan, undo: { input, isSent: false, isListed: false } }))
          await outboxIn(trx).add({ account: actor.id, operation: 'undo', input, nonce: input.nonce, at: input.undoneAt })
        }
        const found = await copyIn(trx).find(scan.invitationId, reachOf(actor))
        return { success: true, invitation: found?.invitation ?? null }
      })
    },

    async candidates({ actor, input: { search, ...event } }) {
      if (fold(search).length < rules.MIN_CANDIDATE_LETTERS) return []
      const { partly } = await guests(actor, search, event)
      return partly.slice(0, rules.MAX_CANDIDATES).map(rules.asCandidate)
    },

    arrivals: async ({ actor, input: { userId, ...event } }) => arrivalsOf(await copy.invitations(reachOf(actor, userId)), event),
  }

  function readCodeId(code: string) {
    const read = readCode(code)
    return read.is === 'id' ? read.id : undefined
  }
}

/** An admission as this device keeps it. */
function scanOf(
  { clock, now }: Device,
  actor: Actor,
  gesture: Gesture & { nonce: string },
  { invitationId, people }: Pick<OwnScan, 'invitationId' | 'people'>,
): OwnScan {
  const scannedAt = gesture.scannedAt ?? now().toISOString()
  const clockOffset = gesture.clockOffset ?? clock.offset()
  return {
    account: actor.id,
    nonce: gesture.nonce,
    code: gesture.code,
    invitationId,
    people,
    scannedAt,
    clockOffset,
    at: clock.corrected(scannedAt, clockOffset),
    gate: gesture.gate ?? null,
    isSent: false,
    isListed: false,
  }
}

/** What is told of an admission: that it happened. */
export const factOf = ({ account, nonce, code, invitationId, people, scannedAt, clockOffset, gate }: OwnScan, now: Date) =>
  ({
    account,
    operation: 'check',
    nonce,
    at: now.toISOString(),
    input: {
      qr_code: code,
      nonce,
      happened: true,
      invitationId,
      admit: people,
      scannedAt,
      ...(clockOffset !== null && { clockOffset }),
      ...(gate !== null && { gate }),
    },
  }) as const

/** Keeps an admission that the server answered, for the count until the copy holds it, and to be told again to a server that was restored. */
export async function keepAdmission(
  device: Device,
  actor: Actor,
  gesture: Gesture & { nonce: string },
  { invitation, admitted }: ScanAnswer,
) {
  if (!invitation || admitted === undefined) return
  await write(device.store, ['scans'], async trx => {
    const scans = trx.objectStore('scans')
    const earlier = await scans.get([actor.id, gesture.nonce])
    const scan = earlier ?? scanOf(device, actor, gesture, { invitationId: invitation.id, people: admitted })
    await scans.put(marked({ ...scan, isSent: true }))
  })
}

/** The same of a taking back. */
export async function keepUndo({ store }: Device, actor: Actor, input: NonNullable<OwnScan['undo']>['input']) {
  await write(store, ['scans'], async trx => {
    const scan = await trx.objectStore('scans').get([actor.id, input.admission])
    if (scan && !scan.undo) await trx.objectStore('scans').put(marked({ ...scan, undo: { input, isSent: true, isListed: false } }))
  })
}
