import type { CardChange, Invitation } from '@hudur/core/invitations/invitation'
import type { Kysely } from 'kysely'
import { recordChanges } from '../database/changes.ts'
import { readInChunks } from '../database/chunks.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'

type ChangeAuthor = { userId: string; linkId: string | undefined; now: Date }

/** Reads and changes the codes and states of invitations. */
export const cardChangesIn = (db: Kysely<Tables>) => ({
  /** Saves the code and the state of a locked invitation, and records the change. */
  async save(after: Invitation, kind: CardChange['kind'], { userId, linkId, now }: ChangeAuthor) {
    await db
      .updateTable('invitations')
      .set({ code: after.code === after.id ? null : after.code, is_cancelled: after.state === 'cancelled' ? 1 : 0 })
      .set({ changed_at: now.toISOString() })
      .$if(kind === 'reissue', query => query.set({ sent_at: null, sent_via: null, opened_at: null }))
      .where('id', '=', after.id)
      .execute()
    const code = kind === 'reissue' ? after.code : null
    const row = { id: newId(), invitation_id: after.id, kind, code, user_id: userId, link_id: linkId ?? null }
    await db
      .insertInto('card_changes')
      .values({ ...row, created_at: now.toISOString() })
      .execute()
    recordChanges([after])
  },

  /** Returns when the invitation last had a card change of this kind; undefined when it had none. */
  async lastAt(invitationId: string, kind: CardChange['kind']) {
    const row = await db
      .selectFrom('card_changes')
      .select('created_at')
      .where('invitation_id', '=', invitationId)
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.created_at
  },

  /** Returns those of these texts that are or were the code of a reissued invitation, also of a deleted one. */
  async codesAmong(texts: readonly string[]) {
    const rows = await readInChunks(texts, some => db.selectFrom('card_changes').select('code').where('code', 'in', some).execute())
    return rows.flatMap(({ code }) => code ?? [])
  },

  /** Reads the former codes of invitations, except the first code, which equals the invitation's id. */
  async formerCodes(invitations: readonly Invitation[]) {
    const codes = new Map(invitations.flatMap(({ id, code }) => (code === id ? [] : [[id, code] as const])))
    const rows = await readInChunks([...codes.keys()], some =>
      db.selectFrom('card_changes').select(['code', 'invitation_id as invitationId']).where('invitation_id', 'in', some).execute(),
    )
    return rows.flatMap(({ code, invitationId }) => (code !== null && code !== codes.get(invitationId) ? { code, invitationId } : []))
  },
})
