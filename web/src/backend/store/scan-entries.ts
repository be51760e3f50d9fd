import { outboxInTransaction } from './outbox.ts'
import { type DeviceScan, metaInTransaction, type OutboxEntry, type WriteTransaction } from './store.ts'

/** How long (ms) this device stores its own uploaded admissions and walk-ins, to upload them again to a server that was restored from a backup. */
export const ADMISSION_LIFETIME_MS = 7 * 86_400_000

export const scanEntryOf = (
  { account, idempotencyKey, code, invitationId, people, direction, scannedAt, clockOffset, gate }: DeviceScan,
  now: Date,
) =>
  ({
    account,
    operation: 'check',
    idempotencyKey,
    at: now.toISOString(),
    input: {
      qr_code: code,
      nonce: idempotencyKey,
      happened: true,
      invitationId,
      admit: people,
      ...(direction && { direction }),
      scannedAt,
      ...(clockOffset !== null && { clockOffset }),
      ...(gate !== null && { gate }),
    },
  }) as const

/** Returns the uploaded walk-ins of the last seven days of all accounts. */
async function readRecentWalkIns(trx: WriteTransaction<'meta'>, now: Date) {
  const since = new Date(now.getTime() - ADMISSION_LIFETIME_MS).toISOString()
  return ((await metaInTransaction(trx).get('walk-ins')) ?? []).filter(({ input }) => input.scannedAt >= since)
}

/** Stores a walk-in that the server has, without its name and its note. */
export async function storeUploadedWalkIn(
  trx: WriteTransaction<'meta'>,
  account: string,
  { note: _, ...input }: (OutboxEntry & { operation: 'walkIn' })['input'],
  now: Date,
) {
  const others = (await readRecentWalkIns(trx, now)).filter(one => one.account !== account || one.input.nonce !== input.nonce)
  const uploaded = { account, input: { ...input, name: '', scannedAt: input.scannedAt ?? now.toISOString() } }
  await metaInTransaction(trx).set('walk-ins', [...others, uploaded])
}

/** Deletes the uploaded walk-ins that are older than seven days. */
export async function deleteOldWalkIns(trx: WriteTransaction<'meta'>, now: Date) {
  const recent = await readRecentWalkIns(trx, now)
  if (recent.length > 0) await metaInTransaction(trx).set('walk-ins', recent)
  else await metaInTransaction(trx).remove('walk-ins')
}

/**
 * Adds all admissions and exits of an account, their undos and its walk-ins to the end of the outbox, each sorted by time; those that are
 * waiting are left out. Returns the added entries.
 */
export async function queueStoredScans(trx: WriteTransaction<'scans' | 'outbox' | 'meta'>, account: string, now: Date) {
  const outbox = outboxInTransaction(trx)
  const waiting = new Set((await outbox.waiting(account)).map(({ idempotencyKey }) => idempotencyKey))
  const scans = (await trx.objectStore('scans').index('account').getAll(account)).sort((a, b) => (a.at < b.at ? -1 : 1))
  const walkIns = (await readRecentWalkIns(trx, now)).filter(one => one.account === account)
  const entries = [
    ...scans.flatMap(scan => [scanEntryOf(scan, now), ...(scan.undo ? [undoEntryOf(account, scan.undo.input)] : [])]),
    ...walkIns.map(({ input }) => ({ account, operation: 'walkIn', input, idempotencyKey: input.nonce, at: input.scannedAt }) as const),
  ]
  const added = entries.filter(({ idempotencyKey }) => !waiting.has(idempotencyKey))
  for (const entry of added) await outbox.add(entry)
  return added
}

/** Returns whether an entry uploads a scan with which this device counted nobody. */
export const isUnadmittedScan = (entry: OutboxEntry) => entry.operation === 'check' && entry.input.outcome !== undefined

/** Returns the outbox entry that uploads an undo. */
export const undoEntryOf = (account: string, input: NonNullable<DeviceScan['undo']>['input']) =>
  ({ account, operation: 'undo', input, idempotencyKey: input.nonce, at: input.undoneAt }) as const

/** Uploads the entries again that were rejected because the door link had ended. Called while the link is open. */
export async function retryEndedLink(trx: WriteTransaction<'outbox'>, linkId: string) {
  const outbox = trx.objectStore('outbox')
  for (const { refusal, ...entry } of await outbox.index('state').getAll([linkId, 'rejected']))
    if (refusal?.code === 'link-ended') await outbox.put({ ...entry, state: 'waiting' } as OutboxEntry)
}

/** Removes the entry with this idempotency key, if there is one and `isRemoved` returns true for it. */
export async function removeEntryByKey(
  trx: WriteTransaction<'outbox'>,
  account: string,
  idempotencyKey: string,
  isRemoved: (entry: OutboxEntry) => boolean = () => true,
) {
  const outbox = outboxInTransaction(trx)
  const entry = await outbox.find(account, idempotencyKey)
  if (entry && isRemoved(entry)) await outbox.remove(entry.seq!)
}
