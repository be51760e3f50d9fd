import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { BUDGETS, budgetsIn } from '../database/budgets.ts'
import type { Tables } from '../database/schema.ts'
import { repeatsIn } from './repeats-repository.ts'
import { type NewScan, scansIn } from './repository.ts'

/** An account's uploads are known by their nonces up to so many budgets a day. */
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

/**
 * Writes down an attempt that admits nobody, or that no invitation explains. A refusal that one session repeats within a minute is counted beside
 * the first one; beyond the account's budget of the day everything of one kind is counted beside the first one. Answers the id of the row,
 * where one was added, and whether the attempt's nonce need not be remembered.
 */
export async function recordFree(
  trx: Kysely<Tables>,
  scan: NewScan,
  { session, code, kind, day }: Attempt,
): Promise<{ scanId?: string; isForgettable: boolean }> {
  const repeats = repeatsIn(trx)
  const { user_id: userId, received_at: at, outcome } = scan
  const isUpload = scan.happened === 1 || outcome === 'undone'
  const isCounted = outcome === 'refused' || outcome === 'candidates'
  const repeated = isCounted ? digest('repeated', session ?? userId, code, at.slice(0, MINUTE)) : undefined
  if (repeated !== undefined && (await repeats.count(repeated, at))) return { isForgettable: true }

  const used = await budgetsIn(trx).take(userId, 'scans', day)
  const key = used > BUDGETS.scans ? digest('beyond', userId, day, kind) : repeated
  const id = randomUUIDv7()
  const isFirst = key === undefined || (await repeats.begin(key, id, at))
  if (isFirst) await scansIn(trx).record({ id, ...scan })
  return { ...(isFirst && { scanId: id }), isForgettable: isUpload ? used > BUDGETS.scans * KNOWN : !isFirst }
}
