import { type Actor, scopeOfActor } from '@hudur/core/actor'
import type { SavedAdmission, SavedAdmissionCounts } from '@hudur/core/check-in/contract'
import { parseScanRequest, type ScanDecision } from '@hudur/core/check-in/scan'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import { isDoorId } from '@hudur/core/id'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Deps, Session } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { linksIn } from '../links/repository.ts'
import { idsByDigest } from './door-views.ts'
import { decideAndSaveScans, type ScanOfSession } from './store.ts'
import { undoAdmission } from './undo.ts'

type CountDeps = Pick<Deps, 'db' | 'now' | 'timeZone'>

/**
 * Returns the actor for the upload of a link's device: the owner, limited to the event. Throws `not-found` for another account's event.
 */
async function findUploader(
  { db, now }: CountDeps,
  actor: Actor,
  { eventId, linkId, gate }: Pick<EndpointInput<typeof contract.checkIn.countSaved>, 'eventId' | 'linkId' | 'gate'>,
) {
  const event = await eventsIn(db.read).find(eventId, scopeOfActor(actor))
  if (!event) throw new Refusal('not-found', { text: texts.event.gone })
  // The restore may have lost the link. A link of another event is not the one of the file.
  const link = await linksIn(db.read).find(linkId, { userId: undefined })
  if (link && link.eventId !== event.id) throw new Refusal('not-found')
  const rights = { showsNames: false, maySearch: false, endsAt: now().toISOString() }
  return { id: event.userId, isAdmin: false, link: { id: linkId, role: 'door' as const, name: gate, eventId: event.id, ...rights } }
}

type Uploader = Awaited<ReturnType<typeof findUploader>>

/** Returns a saved admission as the device would upload it. A guest who was found by name has no scanned code. */
function toOfflineScan(uploader: Uploader, saved: SavedAdmission, ids: ReadonlyMap<string, string>, session: Session): ScanOfSession {
  const { nonce, code, invitationId: digest, people: admit, direction, outcome, scannedAt, clockOffset } = saved
  const invitationId = digest === null ? undefined : ids.get(digest)
  const scannedCode = code === null || isDoorId(code) ? undefined : code
  const request = parseScanRequest(uploader, {
    ...{ code: scannedCode ?? invitationId ?? code ?? '', nonce, admit, scannedAt, happened: true },
    ...(direction && { direction }),
    ...(outcome && { outcome }),
    ...(clockOffset !== null && { clockOffset }),
    ...(invitationId !== undefined && { invitationId }),
  })
  return { request: { ...request, target: scannedCode === undefined ? { id: invitationId } : { code: scannedCode } }, session }
}

function outcomeOf(decision: ScanDecision, { outcome }: SavedAdmission): Exclude<keyof SavedAdmissionCounts, 'undone'> {
  if ('refusal' in decision) return 'refused'
  if (outcome) return 'unadmitted'
  if (decision.change?.conflict) return 'conflicts'
  return decision.change?.counted ? 'counted' : 'known'
}

/** Undoes a counted admission as its device did. Returns false when the rules refuse this. */
async function undoSaved(
  deps: CountDeps,
  uploader: Uploader,
  { nonce: admission, invitationId, scannedAt, undo, code }: SavedAdmission,
  ids: ReadonlyMap<string, string>,
) {
  if (!undo) return false
  const { nonce, undoneAt, clockOffset } = undo
  const times = { admittedAt: scannedAt, undoneAt, ...(clockOffset !== null && { clockOffset }) }
  const scanned = ids.get(invitationId ?? '') ?? code ?? ''
  try {
    await undoAdmission(deps, uploader, { admission, nonce, qr_code: scanned, happened: true, ...times })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Records the scans of a file as offline scans of its device, all or none, and then undoes the admissions that were undone there. */
export async function countSavedAdmissions(
  deps: CountDeps,
  actor: Actor,
  { admissions, ...file }: EndpointInput<typeof contract.checkIn.countSaved>,
  session: Session,
): Promise<SavedAdmissionCounts> {
  const { db, now, timeZone } = deps
  const uploader = await findUploader(deps, actor, file)
  const ids = await idsByDigest(db.read, { eventId: uploader.link.eventId, userId: uploader.id })
  const scans = admissions.map(saved => toOfflineScan(uploader, saved, ids, session))
  const decisions = await db.write(trx => decideAndSaveScans(trx, scans, { now, timeZone }))
  const counts: SavedAdmissionCounts = { counted: 0, undone: 0, unadmitted: 0, known: 0, conflicts: 0, refused: 0 }
  for (const [n, saved] of admissions.entries()) {
    const outcome = outcomeOf(decisions[n]!, saved)
    const isUndone = outcome !== 'refused' && (await undoSaved(deps, uploader, saved, ids))
    counts[isUndone && outcome === 'counted' ? 'undone' : outcome] += 1
  }
  return counts
}
