import { scopeOfActor } from '@hudur/core/actor'
import { readCode } from '@hudur/core/check-in/code'
import type { ScanAnswer } from '@hudur/core/check-in/contract'
import * as rules from '@hudur/core/check-in/rules'
import { countedAnswer } from '@hudur/core/check-in/scan'
import { openSealedGuest } from '@hudur/core/links/sealed'
import type { Device } from '../store/device.ts'
import { replicaOf } from '../store/replica-reader.ts'

/** An admission that this device has stored, with the green answer to its scan. `at`: by this device's clock. */
export type RecentAdmission = { nonce: string; at: string; code: string; isUndone: boolean; answer: ScanAnswer }

/** Reads the admissions of this device that can still be undone, or that were undone, of the last 15 minutes. */
export async function readRecentAdmissions({ store, people, now }: Device): Promise<RecentAdmission[]> {
  const replica = replicaOf({ store })
  const actor = await people.actor()
  if (!actor) return []
  const present = { at: now().toISOString(), clockOffset: null }
  const scans = (await store.getAllFromIndex('scans', 'account', actor.id)).filter(({ scannedAt }) =>
    rules.canUndo({ at: scannedAt, clockOffset: null }, present),
  )
  if (scans.length === 0) return []
  const scope = scopeOfActor(actor)
  const ids = new Set(scans.map(({ invitationId }) => invitationId))
  const rows = new Map((await replica.rowsOf(ids, scope)).map(row => [row.id, row]))
  const nameless = new Set((await replica.events(scope)).filter(({ hidesNames }) => hidesNames).map(({ id }) => id))
  return Promise.all(
    scans.map(async ({ idempotencyKey: nonce, scannedAt: at, invitationId, people: admitted, direction, undo, ...scan }) => {
      const row = rows.get(invitationId)
      const read = readCode(scan.code)
      const code = read.is === 'id' ? read.id : invitationId
      // A former code does not decrypt the guest.
      const guest = row?.sealed === undefined ? undefined : await openSealedGuest(code, row.sealed).catch(() => undefined)
      const answer = countedAnswer(row && { ...row.invitation, ...guest }, admitted, direction)
      return {
        nonce,
        at,
        code,
        isUndone: undo !== undefined,
        answer: { ...answer, hidesNames: nameless.has(row?.invitation.eventId ?? '') },
      }
    }),
  )
}
