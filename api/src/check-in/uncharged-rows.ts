import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { addUsedBudgets, DAILY_BUDGETS } from '../database/budgets.ts'
import type { Tables } from '../database/schema.ts'
import { addToRepeats, beginRepeats, repeatsIn } from './repeats-repository.ts'
import { insertScans, type NewScan } from './repository.ts'
import { scansIn } from './scans-repository.ts'

/** Beyond this multiple of the daily budget of rows, uploads without an invitation in scope and late uploads store no idempotency keys. */
const KEYS_PER_ROW = 10

const ISO_MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length

const hashParts = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

export type UnchargedAttempt = {
  scan: NewScan
  /** The session whose repeated refusals are counted together; undefined to count those of the whole account together. */
  session: string | undefined
  /** The kind of attempt; beyond the budget all attempts of one kind share one row. */
  kind: string
}

/** `rowId` is of its own row if `isFirst`, else of the row with which it is counted. `needsNoKey`: its idempotency key may be dropped. */
export type RecordedAttempt = { rowId: string; isFirst: boolean; needsNoKey: boolean }

/** Attempts that share a key of `scan_repeats`, or one that shares none. */
type AttemptGroup = { key: string | undefined; budgetKey: string; members: UnchargedAttempt[] }

/** All door links of an owner share one budget. It is not the account's, so that door links cannot use that up. */
const budgetKeyOf = ({ user_id, link_id }: NewScan) => (link_id === null ? user_id : `doors of ${user_id}`)

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)

const isBeyondBudget = (usedRows: number) => usedRows > DAILY_BUDGETS.scans

/** Returns whether a repetition of an attempt would be counted again without its idempotency key. */
const needsKey = ({ offline, outcome }: NewScan) => offline === 1 || outcome === 'undone' || outcome === 'admitted' || outcome === 'exited'

/** Returns whether an attempt of `needsKey` may still be stored without its idempotency key. */
const needsNoKey = ({ invitation_id, outcome }: NewScan, usedRows: number) =>
  (invitation_id === null || outcome === 'late' || outcome === 'late-exit') && usedRows > DAILY_BUDGETS.scans * KEYS_PER_ROW

/** Groups the refusals of one code in one session and minute. Every other attempt is a group of its own. */
function groupAttempts(attempts: readonly UnchargedAttempt[]): AttemptGroup[] {
  const groups = new Map<unknown, AttemptGroup>()
  for (const attempt of attempts) {
    const { scan, session } = attempt
    const budgetKey = budgetKeyOf(scan)
    const isCounted = scan.outcome === 'refused' || scan.outcome === 'candidates'
    const minute = scan.received_at.slice(0, ISO_MINUTE_LENGTH)
    const key = isCounted ? hashParts('repeated', session ?? budgetKey, scan.code, minute) : undefined
    const group = groups.get(key ?? attempt)
    if (group) group.members.push(attempt)
    else groups.set(key ?? attempt, { key, budgetKey, members: [attempt] })
  }
  return [...groups.values()]
}

/** Adds the groups to the day's budgets of rows, one row each. Returns what is used of its budget with each group. */
async function takeRows(trx: Kysely<Tables>, groups: readonly AttemptGroup[], day: string) {
  const wanted = new Map<string, AttemptGroup[]>()
  for (const group of groups) wanted.set(group.budgetKey, [...(wanted.get(group.budgetKey) ?? []), group])
  const keys = [...wanted.keys()].sort()
  const { rows } = await addUsedBudgets(
    trx,
    keys.map(key => ({ user_id: key, what: 'scans' as const, day, used: wanted.get(key)!.length })),
  )
  const used = new Map<AttemptGroup, number>()
  for (const row of rows) {
    const ofBudget = wanted.get(row.user_id)!
    for (const [n, group] of ofBudget.entries()) used.set(group, row.used - ofBudget.length + n + 1)
  }
  return used
}

/**
 * Records attempts that admit nobody, admissions that are a conflict or of people who come back, exits, or undos; all were received on `day`, as `2026-11-20`. A refused code
 * that one session repeats within a minute is counted with the row of the first attempt. The account has a daily budget of rows, and all
 * its door links together have another. Beyond the budget, all attempts of one kind are counted with the row of the first one. An upload
 * for an invitation in scope changes the invitation's count, so its idempotency key is always stored; a late upload changes no count.
 *
 * Returns a result for each attempt, in their order. The caller inserts the row of each that `isFirst`, with the id `rowId`. The number of
 * statements does not depend on the number of attempts.
 */
export async function recordUnchargedAttempts(
  trx: Kysely<Tables>,
  attempts: readonly UnchargedAttempt[],
  day: string,
): Promise<RecordedAttempt[]> {
  const recorded = new Map<UnchargedAttempt, RecordedAttempt>()
  const groups = groupAttempts(attempts)
  // In the order of their keys, so that two processes lock the counts in the same order.
  const repeats = groups.flatMap(({ key, members }) =>
    key === undefined ? [] : { key, added: members.length, at: members.at(-1)!.scan.received_at },
  )
  const started = new Map((await addToRepeats(trx, repeats.sort(byKey))).rows.map(({ key, scan_id }) => [key, scan_id]))
  const newGroups: AttemptGroup[] = []
  for (const group of groups) {
    const rowId = started.get(group.key ?? '')
    if (rowId === undefined) newGroups.push(group)
    else for (const member of group.members) recorded.set(member, { rowId, isFirst: false, needsNoKey: true })
  }

  const used = await takeRows(trx, newGroups, day)
  /** The keys of rows beyond a budget, by the budget and the kind. Half of the scans of a set may be counted with one such row. */
  const keysBeyond = new Map<string, string>()
  function keyBeyond(budgetKey: string, kind: string) {
    const name = `${budgetKey} ${kind}`
    const key = keysBeyond.get(name) ?? hashParts('beyond', budgetKey, day, kind)
    keysBeyond.set(name, key)
    return key
  }
  const rows = new Map<unknown, { id: string; key: string | undefined; members: { attempt: UnchargedAttempt; usedRows: number }[] }>()
  for (const group of newGroups) {
    const usedRows = used.get(group)!
    const { budgetKey, members } = group
    const key = isBeyondBudget(usedRows) ? keyBeyond(budgetKey, members[0]!.kind) : group.key
    const row = rows.get(key ?? group) ?? { id: randomUUIDv7(), key, members: [] }
    row.members.push(...members.map(attempt => ({ attempt, usedRows })))
    rows.set(key ?? group, row)
  }
  const begun = [...rows.values()].flatMap(({ id, key, members }) => {
    const [first_at, last_at] = [members[0]!.attempt.scan.received_at, members.at(-1)!.attempt.scan.received_at]
    return key === undefined ? [] : { key, scan_id: id, count: members.length, first_at, last_at }
  })
  const ids = new Map((await beginRepeats(trx, begun.sort(byKey))).rows.map(({ key, scan_id }) => [key, scan_id]))
  for (const { id, key, members } of rows.values()) {
    const rowId = ids.get(key ?? '') ?? id
    for (const [n, { attempt, usedRows }] of members.entries()) {
      const isFirst = n === 0 && rowId === id
      const isRepeat = n > 0 && !isBeyondBudget(usedRows)
      recorded.set(attempt, {
        rowId,
        isFirst,
        needsNoKey: needsKey(attempt.scan) && !isRepeat ? needsNoKey(attempt.scan, usedRows) : !isFirst,
      })
    }
  }
  return attempts.map(attempt => recorded.get(attempt)!)
}

/** Records an undo on `day`, and inserts its row if it gets one. */
export async function recordUnchargedUndo(trx: Kysely<Tables>, scan: NewScan, day: string): Promise<RecordedAttempt> {
  const [recorded] = await recordUnchargedAttempts(trx, [{ scan, session: undefined, kind: 'undone' }], day)
  if (recorded!.isFirst) await insertScans(trx, [{ id: recorded!.rowId, ...scan }])
  return recorded!
}

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
  const { isFirst } = await recordUnchargedUndo(trx, row, day)
  if (!isFirst) await scans.remove(admission.id)
  return isFirst
}
