import { readCode } from '@hudur/core/check-in/code'
import type { SavedAdmission } from '@hudur/core/check-in/contract'
import { MAX_SAVED_ADMISSIONS, writeSavedAdmissions } from '@hudur/core/check-in/saved-admissions'
import { isDoorId } from '@hudur/core/id'
import type { Device } from '../store/device.ts'
import { readOutbox } from '../store/outbox.ts'
import { type DeviceScan, type OutboxEntry, readMeta } from '../store/store.ts'

function scannedCodeOf(text: string) {
  const read = readCode(text)
  return read.is === 'id' ? read.id : null
}

const toSavedAdmission = ({ idempotencyKey, code, invitationId, undo, ...scan }: DeviceScan): SavedAdmission => ({
  ...{ nonce: idempotencyKey, code: scannedCodeOf(code) ?? invitationId, invitationId, people: scan.people },
  ...(scan.direction && { direction: scan.direction }),
  ...{ scannedAt: scan.scannedAt, clockOffset: scan.clockOffset },
  ...(undo && { undo: { nonce: undo.input.nonce, undoneAt: undo.input.undoneAt, clockOffset: undo.input.clockOffset ?? null } }),
})

/** Returns the scan of a rejected entry that admitted nobody, without a typed text. */
function toSavedAttempt({ operation, input, idempotencyKey, at }: OutboxEntry): SavedAdmission[] {
  if (operation !== 'check' || input.outcome === undefined) return []
  const { qr_code, invitationId = '', outcome, admit: people = 1, scannedAt = at, clockOffset = null } = input
  const digest = isDoorId(invitationId) ? invitationId : null
  return [{ nonce: idempotencyKey, code: scannedCodeOf(qr_code) ?? digest, invitationId: digest, people, outcome, scannedAt, clockOffset }]
}

/**
 * Reads what a door link's device saves in a file: its stored admissions, and its rejected scans that admitted nobody. Returns their
 * numbers and the text of the file; undefined when there are none.
 */
export async function readSavedAdmissions({ store }: Device) {
  const link = await readMeta(store, 'link')
  if (!link) return undefined
  const scans = (await store.getAllFromIndex('scans', 'account', link.id)).sort((a, b) => (a.at < b.at ? -1 : 1))
  const admissions = scans.slice(-MAX_SAVED_ADMISSIONS).map(toSavedAdmission)
  const { rejected } = await readOutbox(store, link.id)
  const attempts = rejected.flatMap(toSavedAttempt).slice(0, MAX_SAVED_ADMISSIONS - admissions.length)
  if (admissions.length + attempts.length === 0) return undefined
  return {
    ...{ admissions: admissions.length, attempts: attempts.length },
    text: writeSavedAdmissions({ eventId: link.event.id, linkId: link.id, gate: link.name, admissions: [...admissions, ...attempts] }),
  }
}
