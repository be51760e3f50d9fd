import type { CardChange, Invitation } from '@hudur/core/invitations/invitation'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { recordChanges } from '../database/changes.ts'
import { readInChunks } from '../database/chunks.ts'
import { newId } from '../database/new-id.ts'
import { rowSetStatement } from '../database/row-set-statement.ts'
import type { Tables } from '../database/schema.ts'

type ChangeAuthor = { userId: string; linkId: string | undefined; now: Date }

/** The changes that give an invitation a new code. */
export const NEW_CODE_KINDS: readonly CardChange['kind'][] = ['reissue', 'give-away']

/** Selects when an invitation last had a card change of these kinds; an empty text where it had none. */
export const lastCardChange = (invitationId: RawBuilder<string>, kinds: readonly CardChange['kind'][]) =>
  sql<string>`coalesce((select max(created_at) from card_changes
    where invitation_id = ${invitationId} and kind in (${sql.join(kinds)})), '')`

/** An invitation whose code was replaced, or that was cancelled. */
export type WithdrawnInvitation = { id: string; isReplaced: boolean }

const isNewCodeKind = sql<boolean>`card_changes.kind in (${sql.join(NEW_CODE_KINDS.map(kind => sql.lit(kind)))})`

const findWithdrawals = rowSetStatement<
  { id: string; is_replaced: number },
  { id: string; is_replaced: number; at: string; sent_at: string | null; opened_at: string | null }
>({ id: 'text', is_replaced: 'integer' }, (db, given) =>
  db
    .selectFrom(given)
    .innerJoin('invitations', 'invitations.id', 'given.id')
    .innerJoin('card_changes', join =>
      join.on('card_changes.id', '=', eb =>
        eb
          .selectFrom('card_changes')
          .select('card_changes.id')
          .whereRef('card_changes.invitation_id', '=', 'given.id')
          .where(sql<boolean>`case when given.is_replaced = 1 then ${isNewCodeKind} else card_changes.kind = 'cancel' end`)
          .orderBy('card_changes.created_at', 'desc')
          .limit(sql.lit(1)),
      ),
    )
    .select(['given.id', 'given.is_replaced', 'card_changes.created_at as at', 'invitations.sent_at', 'invitations.opened_at']),
)

/** Reads and changes the codes and states of invitations. */
export const cardChangesIn = (db: Kysely<Tables>) => ({
  /** Saves the code and the state of a locked invitation, and records the change. */
  async save(
    after: Invitation,
    { kind, formerGuest = null }: { kind: CardChange['kind']; formerGuest?: string | null },
    { userId, linkId, now }: ChangeAuthor,
  ) {
    await db
      .updateTable('invitations')
      .set({ code: after.code === after.id ? null : after.code, is_cancelled: after.state === 'cancelled' ? 1 : 0 })
      .set({ changed_at: now.toISOString() })
      .$if(NEW_CODE_KINDS.includes(kind), query =>
        query.set({ sent_at: null, sent_via: null, skipped_in: null, opened_at: null, whatsapp: null }),
      )
      .$if(kind === 'give-away', query =>
        query.set({
          ...{ answered_at: null, answered_people: null, answered_children: 0, answered_for: null, answer_note: null },
          ...{ told: null, told_persons: null, told_table: null, thanked_at: null },
        }),
      )
      .where('id', '=', after.id)
      .execute()
    const code = NEW_CODE_KINDS.includes(kind) ? after.code : null
    const row = { former_guest: formerGuest, id: newId(), invitation_id: after.id, kind, code, user_id: userId, link_id: linkId ?? null }
    await db
      .insertInto('card_changes')
      .values({ ...row, created_at: now.toISOString() })
      .execute()
    recordChanges([after])
  },

  /** Returns when the invitation last had a card change of these kinds; undefined when it had no such change. */
  findLast: (invitationId: string, kinds: readonly CardChange['kind'][]) =>
    db
      .selectFrom('card_changes')
      .select('created_at as at')
      .where('invitation_id', '=', invitationId)
      .where('kind', 'in', kinds)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /**
   * Reads when each invitation got its last new code, or was last cancelled, and whether it was sent or opened since, in the order of
   * `withdrawn`; undefined for one that had no such change.
   */
  async withdrawals(withdrawn: readonly WithdrawnInvitation[]): Promise<({ at: string; isSent: boolean } | undefined)[]> {
    const keyOf = ({ id, isReplaced }: WithdrawnInvitation) => `${id} ${Number(isReplaced)}`
    const given = new Map(withdrawn.map(one => [keyOf(one), { id: one.id, is_replaced: Number(one.isReplaced) }]))
    const { rows } = await findWithdrawals(db, [...given.values()])
    const found = new Map(
      rows.map(({ id, is_replaced, at, sent_at, opened_at }) => [`${id} ${is_replaced}`, { at, isSent: (sent_at ?? opened_at) !== null }]),
    )
    return withdrawn.map(one => found.get(keyOf(one)))
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
