import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { budgetsIn, DAILY_BUDGETS } from '../database/budgets.ts'
import type { Tables } from '../database/schema.ts'
import { repeatsIn } from './repeats-repository.ts'
import { insertScans, type NewScan } from './repository.ts'
import { scansIn } from './scans-repository.ts'

/** Beyond this multiple of the daily budget of rows, uploads without an invitation in scope and late uploads store no idempotency keys. */
const KEYS_PER_ROW = 10

const ISO_MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length

const hashParts = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

type UnchargedAttempt = {
  /** The session whose repeated refusals are counted together; undefined to count those of the whole account together. */
  session: string | undefined
  /** The whole text of the scanned code. */
  code: string
  /** The kind of attempt; beyond the budget all attempts of one kind share one row. */
  kind: string
  /** The day of the budget in the configured time zone, as `2026-11-20`. */
  day: string
}

/** `rowId` is of its own row if `isFirst`, else of the row with which it is counted. `needsNoKey`: its idempotency key may be dropped. */
type RecordedAttempt = { rowId: string; isFirst: boolean; needsNoKey: boolean }

/**
 * Records an attempt that admits nobody, an admission that is a conflict, or an undo. A refused code that one session repeats within a
 * minute is counted with the row of the first attempt. The account has a daily budget of rows, and all its door links together have
 * another. Beyond the budget, all attempts of one kind are counted with the row of the first one. An upload for an invitation in scope
 * changes the invitation's count, so its idempotency key is always stored; a late upload changes no count.
 */
export async function recordUnchargedRow(
  trx: Kysely<Tables>,
  scan: NewScan,
  { session, code, kind, day }: UnchargedAttempt,
): Promise<RecordedAttempt> {
  const repeats = repeatsIn(trx)
  const { received_at: at, outcome } = scan
  // All door links of an owner share one budget. It is not the account's, so that door links cannot use that up.
  const budgetKey = scan.link_id === null ? scan.user_id : `doors of ${scan.user_id}`
  const isUpload = scan.offline === 1 || outcome === 'undone'
  const isCounted = outcome === 'refused' || outcome === 'candidates'
  const repeatKey = isCounted ? hashParts('repeated', session ?? budgetKey, code, at.slice(0, ISO_MINUTE_LENGTH)) : undefined
  const first = repeatKey === undefined ? undefined : await repeats.count(repeatKey, at)
  if (first !== undefined) return { rowId: first, isFirst: false, needsNoKey: true }

  const usedRows = await budgetsIn(trx).addUsed(budgetKey, 'scans', day)
  const key = usedRows > DAILY_BUDGETS.scans ? hashParts('beyond', budgetKey, day, kind) : repeatKey
  const id = randomUUIDv7()
  const rowId = key === undefined ? id : await repeats.begin(key, id, at)
  const isFirst = rowId === id
  if (isFirst) await insertScans(trx, [{ id, ...scan }])
  const needsNoKey = isUpload
    ? (scan.invitation_id === null || outcome === 'late') && usedRows > DAILY_BUDGETS.scans * KEYS_PER_ROW
    : !isFirst
  return { rowId, isFirst, needsNoKey }
}

/** The `kind` of every undo in `recordUnchargedRow`. */
export const UNDO_KIND = 'undone'

/**
 * Records the undo of an admission. When other uploads are counted with the admission's row, that row stays, its count falls by one, and
 * the undo gets no row. Otherwise the first undo of an invitation always gets a row; later ones get one within the account's budget of the
 * day. Beyond the budget only the first undo of the day gets a row; a later one is only counted, and the admission's row is deleted.
 * Returns whether the undo has a row.
 */
export async function recordUndo(
  trx: Kysely<Tables>,
  undo: NewScan & { invitation_id: string },
  admission: { id: string; idempotency_key: string | null },
  day: string,
) {
  const scans = scansIn(trx)
  const repeats = repeatsIn(trx)
  if (await repeats.decrement(admission.id)) return false
  // The next upload of this kind then gets a row of its own.
  await repeats.end(admission.id)
  const row = { ...undo, undoes: admission.idempotency_key }
  if (!(await scans.wasUndone(undo.invitation_id))) {
    await insertScans(trx, [row])
    return true
  }
  const { isFirst } = await recordUnchargedRow(trx, row, { session: undefined, code: undo.code, kind: UNDO_KIND, day })
  if (!isFirst) await scans.remove(admission.id)
  return isFirst
}
