import type { HistoryEntry } from '@hudur/core/invitations/invitation'
import { type Kysely, sql } from 'kysely'
import { readInChunks } from '../database/chunks.ts'
import { notUndone } from '../database/conditions.ts'
import type { Tables } from '../database/schema.ts'

/** The most entries of each kind that the history of an invitation lists. */
const MAX_ENTRIES_PER_KIND = 100

/** Reads the changes of an invitation's card, its sendings, its answers and its admissions, the latest first. */
export async function readHistory(db: Kysely<Tables>, invitationId: string): Promise<HistoryEntry[]> {
  const changes = await db
    .selectFrom('card_changes')
    .leftJoin('links', 'links.id', 'card_changes.link_id')
    .leftJoin('users', 'users.id', 'card_changes.user_id')
    .select(['card_changes.kind', 'card_changes.created_at as at', sql<string | null>`coalesce(links.name, users.full_name)`.as('by')])
    .where('invitation_id', '=', invitationId)
    .orderBy('card_changes.created_at', 'desc')
    .orderBy('card_changes.id')
    .limit(MAX_ENTRIES_PER_KIND)
    .execute()
  const answers = await db
    .selectFrom('answers')
    .leftJoin('links', 'links.id', 'answers.link_id')
    .leftJoin('users', 'users.id', 'answers.user_id')
    .select(['answers.created_at as at', sql<string | null>`coalesce(links.name, users.full_name)`.as('by')])
    .select(['answers.people', 'answers.note', 'answers.user_id'])
    .where('invitation_id', '=', invitationId)
    .orderBy('answers.created_at', 'desc')
    .orderBy('answers.id')
    .limit(MAX_ENTRIES_PER_KIND)
    .execute()
  const sendings = await db
    .selectFrom('sendings')
    .leftJoin('links', 'links.id', 'sendings.link_id')
    .leftJoin('users', 'users.id', 'sendings.user_id')
    .select(['sendings.created_at as at', sql<string | null>`coalesce(links.name, users.full_name)`.as('by'), 'sendings.via'])
    .where('invitation_id', '=', invitationId)
    .orderBy('sendings.created_at', 'desc')
    .orderBy('sendings.id')
    .limit(MAX_ENTRIES_PER_KIND)
    .execute()
  const admissions = await db
    .selectFrom('scans')
    .leftJoin('users', 'users.id', 'scans.user_id')
    .select(['happened_at as at', 'scanned_at as deviceAt', 'gate', 'people', 'idempotency_key as admission'])
    .select([sql<string | null>`case when link_id is null then users.full_name end`.as('by'), notUndone.as('counts')])
    .where('invitation_id', '=', invitationId)
    .where('outcome', '=', 'admitted')
    .orderBy('happened_at', 'desc')
    .orderBy('scans.id', 'desc')
    .limit(MAX_ENTRIES_PER_KIND)
    .execute()
  const entries = [
    ...admissions.map(({ counts, ...admission }) => ({ kind: 'admission' as const, ...admission, isUndone: !counts })),
    ...changes,
    ...sendings.map(sending => ({ kind: 'sent' as const, ...sending })),
    ...answers.map(({ user_id, ...answer }) => ({ kind: 'answer' as const, isGuests: user_id === null, ...answer })),
  ]
  return entries.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

/** Returns those of these invitations that were ever admitted or undone, including admissions that were undone later. */
export async function findEverAdmitted(db: Kysely<Tables>, ids: readonly string[]) {
  const rows = await readInChunks(ids, some => {
    const ofThem = db.selectFrom('scans').select('invitation_id').distinct().where('invitation_id', 'in', some)
    return ofThem.where('outcome', 'in', ['admitted', 'undone']).execute()
  })
  return new Set(rows.map(({ invitation_id }) => invitation_id))
}
