import type { AttemptHistoryEntry, HistoryEntry } from '@hudur/core/invitations/invitation'
import { type Kysely, sql } from 'kysely'
import { readInChunks } from '../database/chunks.ts'
import { amongTextsCondition } from '../database/list-parameters.ts'
import type { Tables } from '../database/schema.ts'

/** The most entries of each kind that the history of an invitation lists. */
const MAX_ENTRIES_PER_KIND = 100

/** The most scans that admitted nobody in the history of an invitation. */
const MAX_ATTEMPTS = 20

/** Reads the changes of an invitation's card, its sendings, its answers, its admissions and exits and its other scans, the latest first. */
export async function readHistory(db: Kysely<Tables>, invitationId: string): Promise<HistoryEntry[]> {
  const changes = await db
    .selectFrom('card_changes')
    .leftJoin('links', join => join.onRef('links.id', '=', 'card_changes.link_id').onRef('links.user_id', '=', 'card_changes.user_id'))
    .leftJoin('users', 'users.id', 'card_changes.user_id')
    .select(['card_changes.kind', 'card_changes.created_at as at', sql<string | null>`coalesce(links.name, users.full_name)`.as('by')])
    .select('card_changes.former_guest as formerGuest')
    .where('invitation_id', '=', invitationId)
    .orderBy('card_changes.created_at', 'desc')
    .orderBy('card_changes.id')
    .limit(MAX_ENTRIES_PER_KIND)
    .execute()
  const answers = await db
    .selectFrom('answers')
    .leftJoin('links', join => join.onRef('links.id', '=', 'answers.link_id').onRef('links.user_id', '=', 'answers.user_id'))
    .leftJoin('users', 'users.id', 'answers.user_id')
    .select(['answers.created_at as at', sql<string | null>`coalesce(links.name, users.full_name)`.as('by')])
    .select(['answers.people', 'answers.children', 'answers.note', 'answers.user_id'])
    .where('invitation_id', '=', invitationId)
    .orderBy('answers.created_at', 'desc')
    .orderBy('answers.id')
    .limit(MAX_ENTRIES_PER_KIND)
    .execute()
  const sendings = await db
    .selectFrom('sendings')
    .leftJoin('links', join => join.onRef('links.id', '=', 'sendings.link_id').onRef('links.user_id', '=', 'sendings.user_id'))
    .leftJoin('users', 'users.id', 'sendings.user_id')
    .select(['sendings.created_at as at', sql<string | null>`coalesce(links.name, users.full_name)`.as('by'), 'sendings.via', 'is_thanks'])
    .where('invitation_id', '=', invitationId)
    .orderBy('sendings.created_at', 'desc')
    .orderBy('sendings.id')
    .limit(MAX_ENTRIES_PER_KIND)
    .execute()
  const admissions = await db
    .selectFrom('scans')
    .leftJoin('users', 'users.id', 'scans.user_id')
    .leftJoin('scans as undo', join =>
      join.onRef('undo.invitation_id', '=', 'scans.invitation_id').onRef('undo.undoes', '=', 'scans.idempotency_key'),
    )
    .select(['scans.happened_at as at', 'scans.scanned_at as deviceAt', 'scans.gate', 'scans.people', 'undo.id as undoId'])
    .select(['undo.reason as undoReason', sql<string>`coalesce(scans.idempotency_key, scans.id)`.as('admission')])
    .select(sql<string | null>`case when scans.link_id is null then users.full_name end`.as('by'))
    .select('scans.outcome')
    .where('scans.invitation_id', '=', invitationId)
    .where('scans.outcome', 'in', ['admitted', 'exited'])
    .orderBy('scans.happened_at', 'desc')
    .orderBy('scans.id', 'desc')
    .limit(MAX_ENTRIES_PER_KIND)
    .execute()
  const attempts = await db
    .selectFrom('scans')
    .leftJoin('users', 'users.id', 'scans.user_id')
    .select(['scans.happened_at as at', 'scans.scanned_at as deviceAt', 'scans.gate'])
    .select(sql<AttemptHistoryEntry['outcome']>`scans.outcome`.as('outcome'))
    .select(sql<string | null>`case when scans.link_id is null then users.full_name end`.as('by'))
    .where('scans.invitation_id', '=', invitationId)
    .where('scans.outcome', 'in', ['used', 'refused', 'not-inside'])
    .orderBy('scans.happened_at', 'desc')
    .orderBy('scans.id', 'desc')
    .limit(MAX_ATTEMPTS)
    .execute()
  const entries = [
    ...admissions.map(({ undoId, outcome, ...admission }) => ({
      kind: outcome === 'exited' ? ('exit' as const) : ('admission' as const),
      ...admission,
      isUndone: undoId !== null,
    })),
    ...attempts.map(attempt => ({ kind: 'attempt' as const, ...attempt })),
    ...changes.map(({ formerGuest, ...change }) => ({ ...change, ...(formerGuest !== null && { formerGuest }) })),
    ...sendings.map(({ is_thanks, ...sending }) => ({ kind: 'sent' as const, ...sending, isThanks: is_thanks === 1 })),
    ...answers.map(({ user_id, ...answer }) => ({ kind: 'answer' as const, isGuests: user_id === null, ...answer })),
  ]
  return entries.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

/** Returns those of these invitations that were ever admitted or undone, including admissions that were undone later. */
export async function findEverAdmitted(db: Kysely<Tables>, ids: readonly string[]) {
  const rows = await readInChunks(ids, some => {
    const ofThem = db
      .selectFrom('scans')
      .select('invitation_id')
      .distinct()
      .where(amongTextsCondition(db, sql`invitation_id`, some))
    return ofThem.where('outcome', 'in', ['admitted', 'undone']).execute()
  })
  return new Set(rows.map(({ invitation_id }) => invitation_id))
}
