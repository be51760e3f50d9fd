import type { CardChange, HistoryEntry, Invitation } from '@hudur/core'
import { type Kysely, sql } from 'kysely'
import { noteChanges } from '../database/changes.ts'
import { chunks } from '../database/chunks.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'

/** The most entries of each kind that the history of an invitation lists. */
const MAX_LISTED = 100

type Author = { userId: string; linkId: string | undefined; now: Date }

/** Reads and changes the codes and states of invitations. */
export const cardChangesIn = (db: Kysely<Tables>) => ({
  /** Saves the code and the state of an invitation, and records the change. Returns false when the invitation was deleted meanwhile. */
  async save(after: Invitation, kind: CardChange['kind'], { userId, linkId, now }: Author) {
    const { numUpdatedRows } = await db
      .updateTable('invitations')
      .set({ code: after.code === after.id ? null : after.code, is_cancelled: after.state === 'cancelled' ? 1 : 0 })
      .set({ changed_at: now.toISOString() })
      .where('id', '=', after.id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const code = kind === 'reissue' ? after.code : null
    const row = { id: newId(), invitation_id: after.id, kind, code, user_id: userId, link_id: linkId ?? null }
    await db
      .insertInto('card_changes')
      .values({ ...row, created_at: now.toISOString() })
      .execute()
    noteChanges([after])
    return true
  },

  /** Reads the changes of an invitation's card, its sendings and its answers, the latest first. */
  async historyOf(invitationId: string): Promise<HistoryEntry[]> {
    const changes = await db
      .selectFrom('card_changes')
      .leftJoin('links', 'links.id', 'card_changes.link_id')
      .leftJoin('users', 'users.id', 'card_changes.user_id')
      .select(['card_changes.kind', 'card_changes.created_at as at', sql<string | null>`coalesce(links.name, users.full_name)`.as('by')])
      .where('invitation_id', '=', invitationId)
      .orderBy('card_changes.created_at', 'desc')
      .orderBy('card_changes.id')
      .limit(MAX_LISTED)
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
      .limit(MAX_LISTED)
      .execute()
    const sendings = await db
      .selectFrom('sendings')
      .leftJoin('users', 'users.id', 'sendings.user_id')
      .select(['sendings.created_at as at', 'users.full_name as by', 'sendings.via'])
      .where('invitation_id', '=', invitationId)
      .orderBy('sendings.created_at', 'desc')
      .orderBy('sendings.id')
      .limit(MAX_LISTED)
      .execute()
    const entries = [
      ...changes,
      ...sendings.map(sending => ({ kind: 'sent' as const, ...sending })),
      ...answers.map(({ user_id, ...answer }) => ({ kind: 'answer' as const, isGuests: user_id === null, ...answer })),
    ]
    return entries.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  },

  /** Returns those of these texts that are or were the code of a reissued invitation, also of a deleted one. */
  async codesAmong(texts: readonly string[]) {
    const found: string[] = []
    for (const some of chunks(texts)) {
      const rows = await db.selectFrom('card_changes').select('code').where('code', 'in', some).execute()
      found.push(...rows.flatMap(({ code }) => code ?? []))
    }
    return found
  },

  /** Reads the former codes of invitations that are not their ids. */
  async formerCodes(invitations: readonly Invitation[]) {
    const codes = new Map(invitations.flatMap(({ id, code }) => (code === id ? [] : [[id, code] as const])))
    const found: { code: string; invitationId: string }[] = []
    for (const some of chunks([...codes.keys()])) {
      const rows = await db
        .selectFrom('card_changes')
        .select(['code', 'invitation_id as invitationId'])
        .where('invitation_id', 'in', some)
        .where('code', 'is not', null)
        .execute()
      for (const { code, invitationId } of rows) if (code !== null && code !== codes.get(invitationId)) found.push({ code, invitationId })
    }
    return found
  },
})
