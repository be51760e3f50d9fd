import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { BUDGETS, budgetsIn } from '../database/budgets.ts'
import type { Tables } from '../database/schema.ts'
import { insertScans, type NewScan, scansIn } from '../scanning/repository.ts'
import { repeatsIn } from './repeats-repository.ts'

/** An account's uploads are known by their idempotency keys up to so many budgets a day. */
const KNOWN = 10

const MINUTE = 'YYYY-MM-DDTHH:MM'.length

const digest = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

type Attempt = {
  /** Whose repeated refusals are counted together. */
  session: string | undefined
  /** The text that was read, whole. */
  code: string
  /** What is collapsed into one row beyond the budget. */
  kind: string
  /** The account's day, `2026-11-20`. */
  day: string
}

/** Where an attempt was written down: the id of its row or of the first one beside which it is counted, and whether its idempotency key need not be remembered. */
type Recorded = { rowId: string; isFirst: boolean; isForgettable: boolean }

/**
 * Writes down an attempt that admits nobody, or that its invitation does not explain. A refusal that one session repeats within a minute is
 * counted beside the first one; beyond the account's budget of the day everything of one kind is counted beside the first one. An upload of an
 * invitation that is known counts there, so its idempotency key is always remembered.
 */
export async function recordFree(trx: Kysely<Tables>, scan: NewScan, { session, code, kind, day }: Attempt): Promise<Recorded> {
  const repeats = repeatsIn(trx)
  const { user_id: userId, received_at: at, outcome } = scan
  const isUpload = scan.happened === 1 || outcome === 'undone'
  const isCounted = outcome === 'refused' || outcome === 'candidates'
  const repeated = isCounted ? digest('repeated', session ?? userId, code, at.slice(0, MINUTE)) : undefined
  const first = repeated === undefined ? undefined : await repeats.count(repeated, at)
  if (first !== undefined) return { rowId: first, isFirst: false, isForgettable: true }

  const used = await budgetsIn(trx).take(userId, 'scans', day)
  const key = used > BUDGETS.scans ? digest('beyond', userId, day, kind) : repeated
  const id = randomUUIDv7()
  const rowId = key === undefined ? id : await repeats.begin(key, id, at)
  const isFirst = rowId === id
  if (isFirst) await insertScans(trx, [{ id, ...scan }])
  const isForgettable = isUpload ? scan.invitation_id === null && used > BUDGETS.scans * KNOWN : !isFirst
  return { rowId, isFirst, isForgettable }
}

/** What is collapsed into one row beyond the budget where an admission is undone. */
export const BEYOND_UNDONE = 'undone'

/**
 * Records the undo of an admission: an invitation's first undo always as a row, later ones within the account's budget of the day. Beyond the
 * budget the undo is counted, and the admission's row is deleted. A row beside which other uploads are counted stays, and its count falls by one.
 * Returns whether the undo has a row.
 */
export async function recordUndo(
  trx: Kysely<Tables>,
  undo: NewScan & { invitation_id: string },
  admission: { id: string; nonce: string | null },
  day: string,
) {
  const scans = scansIn(trx)
  const repeats = repeatsIn(trx)
  if (await repeats.uncount(admission.id)) return false
  // The next upload begins a row of its own.
  await repeats.end(admission.id)
  const row = { ...undo, undoes: admission.nonce }
  if (!(await scans.wasUndone(undo.invitation_id))) {
    await insertScans(trx, [row])
    return true
  }
  const { isFirst } = await recordFree(trx, row, { session: undefined, code: undo.code, kind: BEYOND_UNDONE, day })
  if (!isFirst) await scans.remove(admission.id)
  return isFirst
}
