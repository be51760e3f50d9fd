import type { Invitation, WhatsAppState } from '@hudur/core/invitations/invitation'
import type { Plan, SentKind, WhatsAppKind, WhatsAppReason } from '@hudur/core/whatsapp/contract'
import { type Kysely, PostgresAdapter, type Selectable, sql } from 'kysely'
import { recordChanges } from '../database/changes.ts'
import { readInChunks, toChunks } from '../database/chunks.ts'
import { countRows } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import { rowSetStatement } from '../database/row-set-statement.ts'
import type { Tables } from '../database/schema.ts'
import { EVENT_FACTS, IS_FORMER_ANSWER } from '../events/told-facts-repository.ts'
import { invitationsIn } from '../invitations/repository.ts'
import { sendingsIn } from '../invitations/sendings-repository.ts'
import { advances, countsAsSent, type MessageChange } from './message-state.ts'

type MessageRow = Selectable<Tables['whatsapp_messages']>

/** A message to add to the queue. */
export type NewMessage = { invitation: Invitation; kind: WhatsAppKind; phone: string; reason: WhatsAppReason | null }

/** A due message with its invitation and event. */
export type DueMessage = Pick<MessageRow, 'id' | 'invitation_id' | 'kind' | 'code' | 'phone' | 'tries'> & {
  user_id: string
  event_id: string
  guest_name: string
  max_scans: number
  guest_table: string | null
  present_code: string
  is_cancelled: number
  event_name: string
  event_date: string
  picture_id: string | null
  facts: string
}

/** The longest time (ms) for which Meta counts a person against the limit of people. */
const LIMIT_WINDOW_MS = 86_400_000

/** The states of messages that have reached nobody. */
const NOT_ARRIVED = ['queued', 'failed'] as const

/** Meta's code of the error for a person who stopped the messages. */
const STOPPED_BY_PERSON = 131050

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()

/** A person as Meta names them. */
type Person = { phone: string | undefined; userId: string | undefined }

/** How a message has changed, as columns. */
type MessageUpdate = Pick<MessageRow, 'id' | 'state' | 'marked_at' | 'next_try_at' | 'state_at' | 'message_id' | 'wa_id' | 'user_id'> &
  Pick<MessageRow, 'error_code' | 'error_details' | 'reason'>

const updateMessages = rowSetStatement<MessageUpdate, never>(
  {
    ...{ id: 'text', state: 'text', marked_at: 'text', next_try_at: 'text', state_at: 'text', message_id: 'text', wa_id: 'text' },
    ...{ user_id: 'text', error_code: 'integer', error_details: 'text', reason: 'text' },
  },
  (db, given) =>
    db
      .updateTable('whatsapp_messages')
      .from(given)
      .set(eb => ({
        ...{ state: eb.ref('given.state'), marked_at: eb.ref('given.marked_at'), next_try_at: eb.ref('given.next_try_at') },
        ...{ state_at: eb.ref('given.state_at'), message_id: eb.ref('given.message_id'), wa_id: eb.ref('given.wa_id') },
        ...{ user_id: eb.ref('given.user_id'), error_code: eb.ref('given.error_code') },
        ...{ error_details: eb.ref('given.error_details'), reason: eb.ref('given.reason') },
      }))
      .whereRef('whatsapp_messages.id', '=', 'given.id'),
)

/** Sets what invitations show of their messages. A reissued invitation shows nothing of a message with its former code. */
const showInInvitations = rowSetStatement<{ id: string; code: string; whatsapp: string; changed_at: string }, never>(
  { id: 'text', code: 'text', whatsapp: 'text', changed_at: 'text' },
  (db, given) =>
    db
      .updateTable('invitations')
      .from(given)
      .set(eb => ({ whatsapp: eb.ref('given.whatsapp'), changed_at: eb.ref('given.changed_at') }))
      .whereRef('invitations.id', '=', 'given.id')
      .where(eb => eb(eb.fn.coalesce('invitations.code', 'invitations.id'), '=', eb.ref('given.code'))),
)

type Mark = { id: string; code: string; at: string; told: string | null; told_persons: number | null; told_table: string | null }
const markColumns = { id: 'text', code: 'text', at: 'text', told: 'text', told_persons: 'integer', told_table: 'text' } as const

/** Marks invitations as sent, with what the message told the guest. */
const markInvitationsSent = rowSetStatement<Mark, never>(markColumns, (db, given) =>
  db
    .updateTable('invitations')
    .from(given)
    .set(eb => ({
      ...{ sent_at: eb.ref('given.at'), sent_via: sql.lit('whatsapp'), skipped_in: sql.lit(null), told: eb.ref('given.told') },
      ...{ told_persons: eb.ref('given.told_persons'), told_table: eb.ref('given.told_table') },
    }))
    .whereRef('invitations.id', '=', 'given.id')
    .where(eb => eb(eb.fn.coalesce('invitations.code', 'invitations.id'), '=', eb.ref('given.code'))),
)

const stateShown = ({
  state,
  state_at,
  error_code,
  reason,
  kind,
}: Pick<MessageRow, 'state' | 'state_at' | 'error_code' | 'reason' | 'kind'>) =>
  JSON.stringify({ state, at: state_at, code: error_code, reason, kind: kind as SentKind } satisfies WhatsAppState)

/** What an invitation shows of a message that waits for Meta's limit of people, without its time and kind. */
const SHOWN_LIMIT = stateShown({ state: 'queued', state_at: '@', error_code: null, reason: 'limit', kind: '@' as SentKind }).split('@')

/** The messages of the office's WhatsApp number, which are a queue. */
export const whatsappIn = (db: Kysely<Tables>) => {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter

  /** Locks the invitations of messages in the order of their ids, so that two writes cannot deadlock. SQLite has one writer. */
  async function lockInvitations(ids: readonly string[]) {
    if (!isPostgres || ids.length === 0) return
    await db.selectFrom('invitations').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  }

  /** Adds the sent marks of messages that were sent. */
  async function addMarks(rows: readonly MessageRow[], at: string) {
    const marks = rows.filter(({ kind }) => kind === 'invitation' || kind === 'reminder')
    const thanks = rows.filter(({ kind }) => kind === 'thanks')
    await markInvitationsSent(
      db,
      marks.map(row => ({
        id: row.invitation_id,
        code: row.code,
        at,
        told: row.told,
        told_persons: row.told_persons,
        told_table: row.told_table,
      })),
    )
    const thankedIds = thanks.map(({ invitation_id }) => invitation_id)
    if (thanks.length > 0) await db.updateTable('invitations').set({ thanked_at: at }).where('id', 'in', thankedIds).execute()
    const sendings = [...marks, ...thanks].map(({ invitation_id, by_id, kind, told, told_persons, told_table }) => ({
      ...{ id: newId(), invitation_id, via: 'whatsapp' as const, user_id: by_id, created_at: at, is_thanks: kind === 'thanks' ? 1 : 0 },
      ...(kind !== 'thanks' && { told, told_persons, told_table }),
    }))
    for (const some of toChunks(sendings.map(row => ({ told: null, told_persons: null, told_table: null, ...row }))))
      await db.insertInto('sendings').values(some).execute()
  }

  /** Deletes the sent marks of messages that were not delivered, unless a later mark replaced them. */
  async function removeMarks(rows: readonly MessageRow[], now: Date) {
    for (const kind of ['invitation', 'thanks'] as const) {
      const markedAt = new Map(
        rows.filter(row => (row.kind === 'thanks') === (kind === 'thanks')).map(row => [row.invitation_id, row.marked_at]),
      )
      const found = await invitationsIn(db).findAll([...markedAt.keys()], { userId: undefined })
      const own = found.filter(one => markedAt.get(one.id) === (kind === 'thanks' ? one.thankedAt : one.sentAt))
      if (own.length > 0) await (kind === 'thanks' ? sendingsIn(db).removeThanks(own, now) : sendingsIn(db).removeLast(own, now))
    }
  }

  return {
    /** Adds messages to the queue; earlier messages to the same guests are no longer the latest. */
    async add(messages: readonly NewMessage[], { byId, now }: { byId: string; now: Date }) {
      const at = now.toISOString()
      // What waits for Meta's limit is due after the rest of the call.
      const afterwards = new Date(now.getTime() + 1).toISOString()
      const empty = { tries: 0, tried_at: null, message_id: null, wa_id: null, user_id: null, error_code: null, error_details: null }
      for (const some of toChunks(messages)) {
        const shown = some.filter(({ kind }) => kind !== 'question')
        const ids = shown.map(({ invitation }) => invitation.id)
        if (ids.length > 0) await db.updateTable('whatsapp_messages').set({ is_latest: 0 }).where('invitation_id', 'in', ids).execute()
        await db
          .insertInto('whatsapp_messages')
          .values(
            some.map(({ invitation, kind, phone, reason }) => ({
              ...{ id: newId(), invitation_id: invitation.id, kind, code: invitation.code, by_id: byId, phone, state: 'queued' as const },
              ...{
                is_latest: kind === 'question' ? 0 : 1,
                marked_at: null,
                next_try_at: reason === 'limit' ? afterwards : at,
                state_at: at,
                reason,
                created_at: at,
              },
              ...{ told: null, told_persons: null, told_table: null, ...empty },
            })),
          )
          .execute()
        await showInInvitations(
          db,
          shown.map(({ invitation: { id, code }, reason, kind }) => ({
            ...{ id, code, changed_at: at, whatsapp: stateShown({ state: 'queued', state_at: at, error_code: null, reason, kind }) },
          })),
        )
        recordChanges(shown.map(({ invitation }) => invitation))
      }
    },

    /** Returns how many messages of a kind each of the invitations got with its present code, and whether one of them may have arrived. */
    async earlier(ids: readonly string[], kind: SentKind) {
      const rows = await readInChunks(ids, some =>
        db
          .selectFrom('whatsapp_messages')
          .innerJoin('invitations', 'invitations.id', 'whatsapp_messages.invitation_id')
          .select(['invitations.id', 'whatsapp_messages.state'])
          .where('whatsapp_messages.invitation_id', 'in', some)
          .where('whatsapp_messages.kind', '=', kind)
          .where(eb => eb(eb.fn.coalesce('invitations.code', 'invitations.id'), '=', eb.ref('whatsapp_messages.code')))
          .execute(),
      )
      const found = new Map<string, { count: number; isWaiting: boolean }>()
      for (const { id, state } of rows) {
        const { count = 0, isWaiting = false } = found.get(id) ?? {}
        found.set(id, { count: count + 1, isWaiting: isWaiting || state === 'queued' || state === 'sending' })
      }
      return found
    },

    /** Returns those of the numbers and user ids whose people stopped the messages. */
    async stoppedOf(who: readonly string[]) {
      const rows = await readInChunks(who, some => db.selectFrom('whatsapp_stops').select('who').where('who', 'in', some).execute())
      return new Set(rows.map(row => row.who))
    },

    /** Records that a person, named by a number or an id at Meta, has stopped the messages, or resumed them. */
    async setStopped(names: readonly string[], isStopped: boolean, now: Date) {
      const known = await db
        .selectFrom('whatsapp_messages')
        .select('phone')
        .distinct()
        .where(eb => eb.or([eb('wa_id', 'in', names), eb('user_id', 'in', names)]))
        .execute()
      for (const one of new Set([...names, ...known.map(({ phone }) => phone)])) {
        if (!isStopped) await db.deleteFrom('whatsapp_stops').where('who', '=', one).execute()
        else {
          const row = { who: one, at: now.toISOString() }
          await db
            .insertInto('whatsapp_stops')
            .values(row)
            .onConflict(c => c.column('who').doUpdateSet({ at: row.at }))
            .execute()
        }
      }
    },

    /** Gives the messages of a person who has another number or user id the new one, so that answers are found. A stop counts for both. */
    async changePerson(from: Person, to: Person, now: Date) {
      const former = [from.phone, from.userId].filter(one => one !== undefined)
      if (from.userId !== undefined && to.userId !== undefined)
        await db.updateTable('whatsapp_messages').set({ user_id: to.userId }).where('user_id', '=', from.userId).execute()
      if (from.phone !== undefined && to.phone !== undefined)
        await db
          .updateTable('whatsapp_messages')
          .set({ wa_id: to.phone })
          .where(eb => eb.or([eb('wa_id', '=', from.phone!), eb('phone', '=', from.phone!)]))
          .execute()
      const present = [to.phone, to.userId].filter(one => one !== undefined)
      if (present.length > 0 && (await this.stoppedOf(former)).size > 0) await this.setStopped(present, true, now)
    },

    /** Counts the people who were written to in the last 24 hours, and returns when the first of these messages was tried. */
    async contacted(now: Date) {
      const { people, first } = await db
        .selectFrom('whatsapp_messages')
        .select(eb => [eb.fn.count<number>('phone').distinct().as('people'), eb.fn.min('tried_at').as('first')])
        .where('tried_at', '>', before(now, LIMIT_WINDOW_MS))
        .where('state', 'not in', NOT_ARRIVED)
        .executeTakeFirstOrThrow()
      return { people: Number(people), first }
    },

    /** Counts the people to whom messages wait in the queue. */
    async countWaitingPeople() {
      const { people } = await db
        .selectFrom('whatsapp_messages')
        .select(eb => eb.fn.count<number>('phone').distinct().as('people'))
        .where('next_try_at', 'is not', null)
        .executeTakeFirstOrThrow()
      return Number(people)
    },

    countWaiting: () => countRows(db.selectFrom('whatsapp_messages').where('next_try_at', 'is not', null)),

    /** Counts the messages of a state that were tried in the last 24 hours. */
    countRecent: (state: MessageRow['state'], now: Date) =>
      countRows(db.selectFrom('whatsapp_messages').where('tried_at', '>', before(now, LIMIT_WINDOW_MS)).where('state', '=', state)),

    /** Returns whether a message is due, or was being sent by a process that has ended. */
    async hasWork(now: Date, staleBefore: Date) {
      const { rows } = await sql<{ is: unknown }>`select exists (select 1 from whatsapp_messages where next_try_at <= ${now.toISOString()})
        or exists (select 1 from whatsapp_messages where state = 'sending' and tried_at < ${staleBefore.toISOString()}) as "is"`.execute(db)
      return Boolean(rows[0]?.is)
    },

    /** Returns whether a message of another kind than these is due. */
    async isDue(now: Date, exceptKinds: readonly WhatsAppKind[]) {
      const due = await db
        .selectFrom('whatsapp_messages')
        .select('id')
        .where('next_try_at', '<=', now.toISOString())
        .$if(exceptKinds.length > 0, query => query.where('kind', 'not in', exceptKinds))
        .limit(1)
        .executeTakeFirst()
      return due !== undefined
    },

    /** Reads the messages that are due, the longest due first, and locks them; those that another process has locked are left out. */
    async lockDue(now: Date, limit: number, exceptKinds: readonly WhatsAppKind[] = []): Promise<DueMessage[]> {
      return db
        .selectFrom('whatsapp_messages')
        .innerJoin('invitations', 'invitations.id', 'whatsapp_messages.invitation_id')
        .innerJoin('events', 'events.id', 'invitations.event_id')
        .select(['whatsapp_messages.id', 'whatsapp_messages.invitation_id', 'whatsapp_messages.kind', 'whatsapp_messages.code'])
        .select([
          'whatsapp_messages.phone',
          'whatsapp_messages.tries',
          'invitations.user_id',
          'invitations.event_id',
          'invitations.guest_name',
        ])
        .select(['invitations.max_scans', 'invitations.guest_table', 'invitations.is_cancelled'])
        .select(eb => eb.fn.coalesce('invitations.code', 'invitations.id').as('present_code'))
        .select(['events.name as event_name', 'events.date as event_date', EVENT_FACTS.as('facts')])
        .select(sql<string | null>`(select id from event_pictures where event_id = events.id)`.as('picture_id'))
        .where('whatsapp_messages.next_try_at', '<=', now.toISOString())
        .$if(exceptKinds.length > 0, query => query.where('whatsapp_messages.kind', 'not in', exceptKinds))
        .orderBy('whatsapp_messages.next_try_at')
        .orderBy('whatsapp_messages.id')
        .limit(limit)
        .$if(isPostgres, query => query.forUpdate('whatsapp_messages').skipLocked())
        .execute()
    },

    /** Returns when each of these numbers was last written to within 24 hours. */
    async lastTries(phones: readonly string[], now: Date) {
      const rows = await readInChunks(phones, some =>
        db
          .selectFrom('whatsapp_messages')
          .select(eb => ['phone', eb.fn.max('tried_at').as('last')])
          .where('phone', 'in', some)
          .where('tried_at', '>', before(now, LIMIT_WINDOW_MS))
          .where('state', 'not in', NOT_ARRIVED)
          .groupBy('phone')
          .execute(),
      )
      return new Map(rows.map(({ phone, last }) => [phone, last!]))
    },

    /** Marks messages as being sent, with what they tell their guests. Called before their requests. */
    async begin(messages: readonly DueMessage[], now: Date) {
      const at = now.toISOString()
      for (const { id, facts, max_scans, guest_table, tries } of messages)
        await db
          .updateTable('whatsapp_messages')
          .set({ state: 'sending', state_at: at, tried_at: at, tries: tries + 1, next_try_at: null, reason: null })
          .set({ told: facts, told_persons: max_scans, told_table: guest_table })
          .where('id', '=', id)
          .execute()
    },

    /** Lets messages wait until a time. */
    async postpone(ids: readonly string[], until: Date) {
      if (ids.length === 0) return
      await db.updateTable('whatsapp_messages').set({ next_try_at: until.toISOString() }).where('id', 'in', ids).execute()
    },

    /** Lets all due messages to people who were not written to in the last 24 hours wait until a time, and shows it in their invitations. */
    async postponeNewPeople(now: Date, until: Date) {
      const [at, later] = [now.toISOString(), until.toISOString()]
      await sql`update whatsapp_messages set next_try_at = ${later}, reason = 'limit' where next_try_at <= ${at}
        and kind <> 'question' and not exists (select 1 from whatsapp_messages as other where other.phone = whatsapp_messages.phone
          and other.tried_at > ${before(now, LIMIT_WINDOW_MS)} and other.state not in (${sql.join([...NOT_ARRIVED])}))`.execute(db)
      // The queue may be long, so its rows are not read.
      const waiting = sql`whatsapp_messages.next_try_at = ${later} and whatsapp_messages.reason = 'limit' and whatsapp_messages.is_latest = 1
        and whatsapp_messages.invitation_id = invitations.id and coalesce(invitations.code, invitations.id) = whatsapp_messages.code`
      const [start, middle, end] = SHOWN_LIMIT
      await sql`update invitations set changed_at = ${at},
        whatsapp = ${start} || whatsapp_messages.state_at || ${middle} || whatsapp_messages.kind || ${end}
        from whatsapp_messages where ${waiting}`.execute(db)
      const { rows } = await sql<Pick<Invitation, 'userId' | 'eventId'>>`select distinct invitations.user_id as "userId",
        invitations.event_id as "eventId" from invitations, whatsapp_messages where ${waiting}`.execute(db)
      recordChanges(rows)
    },

    /** Returns the messages that have been sent since before a time without a result. */
    async stale(staleBefore: Date, limit: number) {
      const rows = await db
        .selectFrom('whatsapp_messages')
        .select('id')
        .where('state', '=', 'sending')
        .where('tried_at', '<', staleBefore.toISOString())
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Finds the messages with these ids, or these ids at Meta. Returns the id of each by both. */
    async idsOf(ids: readonly string[], messageIds: readonly string[]) {
      const byMessage = new Map<string, string>()
      const known = new Set<string>()
      if (ids.length > 0)
        for (const { id } of await db.selectFrom('whatsapp_messages').select('id').where('id', 'in', ids).execute()) known.add(id)
      if (messageIds.length > 0)
        for (const { id, message_id } of await db
          .selectFrom('whatsapp_messages')
          .select(['id', 'message_id'])
          .where('message_id', 'in', messageIds)
          .execute())
          byMessage.set(message_id!, id)
      return { known, byMessage }
    },

    find: (id: string) => db.selectFrom('whatsapp_messages').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Finds the last message with a code of an invitation. */
    findByCode: (code: string) =>
      db
        .selectFrom('whatsapp_messages')
        .selectAll()
        .where('code', '=', code)
        .where('invitation_id', '=', eb =>
          eb
            .selectFrom('invitations')
            .select('invitations.id')
            .where(e => e(e.fn.coalesce('invitations.code', 'invitations.id'), '=', code))
            .limit(1),
        )
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /**
     * Stores what messages have become, shows it in their invitations, and adds sent marks. A change that would lead back is not stored. Without
     * a webhook, a message counts as sent once Meta has accepted it. At most 500 changes.
     */
    async settle(changes: readonly MessageChange[], { now, hasWebhook }: { now: Date; hasWebhook: boolean }) {
      if (changes.length === 0) return
      const ids = [...new Set(changes.map(({ id }) => id))]
      const invitationIds = await db.selectFrom('whatsapp_messages').select('invitation_id').where('id', 'in', ids).execute()
      await lockInvitations(invitationIds.map(({ invitation_id }) => invitation_id))
      const rows = await db
        .selectFrom('whatsapp_messages')
        .selectAll()
        .where('id', 'in', ids)
        .$if(isPostgres, query => query.orderBy('id').forUpdate())
        .execute()
      const byId = new Map(rows.map(row => [row.id, row]))
      const changed = new Set<MessageRow>()
      const marked = new Set<MessageRow>()
      const failed: MessageRow[] = []
      const at = now.toISOString()
      for (const change of changes) {
        const row = byId.get(change.id)
        if (!row) continue
        const { messageId, waId, userId, error, reason = null, nextTryAt = null } = change
        if (advances(row.state, change.state)) {
          Object.assign(row, { state: change.state, state_at: change.at, next_try_at: nextTryAt, reason })
          Object.assign(row, { error_code: error?.code ?? null, error_details: error?.details ?? null })
          changed.add(row)
          if (row.marked_at === null && countsAsSent(row.state, hasWebhook)) marked.add(Object.assign(row, { marked_at: at }))
          if (row.marked_at !== null && row.state === 'failed') failed.push(row)
        }
        // The first status tells the id of a message whose answer was lost, and each may tell the person's id.
        const known = { message_id: row.message_id ?? messageId ?? null, wa_id: waId ?? row.wa_id, user_id: userId ?? row.user_id }
        if (known.message_id !== row.message_id || known.wa_id !== row.wa_id || known.user_id !== row.user_id)
          changed.add(Object.assign(row, known))
      }
      await updateMessages(
        db,
        [...changed].map(row => ({
          ...{ id: row.id, state: row.state, marked_at: row.marked_at, next_try_at: row.next_try_at, state_at: row.state_at },
          ...{ message_id: row.message_id, wa_id: row.wa_id, user_id: row.user_id, error_code: row.error_code },
          ...{ error_details: row.error_details, reason: row.reason },
        })),
      )
      const stoppedBy = [...changed].filter(row => row.state === 'failed' && row.error_code === STOPPED_BY_PERSON)
      if (stoppedBy.length > 0)
        await this.setStopped(
          stoppedBy.map(({ phone }) => phone),
          true,
          now,
        )
      await addMarks([...marked], at)
      await removeMarks(failed, now)
      const shown = [...changed].filter(({ is_latest }) => is_latest === 1)
      await showInInvitations(
        db,
        shown.map(row => ({ id: row.invitation_id, code: row.code, whatsapp: stateShown(row), changed_at: at })),
      )
      const changedIds = [...changed].map(row => row.invitation_id)
      if (changedIds.length === 0) return
      const events = await db.selectFrom('invitations').select(['user_id', 'event_id']).distinct().where('id', 'in', changedIds).execute()
      recordChanges(events.map(({ user_id, event_id }) => ({ userId: user_id, eventId: event_id })))
    },

    async plan(eventId: string) {
      return db.selectFrom('whatsapp_plans').selectAll().where('event_id', '=', eventId).executeTakeFirst()
    },

    /** Reads the plans with a message that was not sent yet, of events from a day on. */
    openPlans: (fromDay: string) =>
      db
        .selectFrom('whatsapp_plans')
        .innerJoin('events', 'events.id', 'whatsapp_plans.event_id')
        .selectAll('whatsapp_plans')
        .select(['events.date', 'events.user_id'])
        .where('events.date', '>=', fromDay)
        .where(eb =>
          eb.or([
            eb.and([eb('remind_at', 'is not', null), eb('reminded_at', 'is', null)]),
            eb.and([eb('thank_at', 'is not', null), eb('thanked_at', 'is', null)]),
          ]),
        )
        .execute(),

    /** Sets the plan of an event. A message whose time changes counts as not sent yet. */
    async savePlan(eventId: string, { remind, thank, byId, now }: Pick<Plan, 'remind' | 'thank'> & { byId: string; now: Date }) {
      const former = await db.selectFrom('whatsapp_plans').selectAll().where('event_id', '=', eventId).executeTakeFirst()
      const [remind_days, remind_at, thank_at] = [remind?.days ?? null, remind?.at ?? null, thank?.at ?? null]
      const isSameReminder = former?.remind_days === remind_days && former.remind_at === remind_at
      const row = {
        ...{ by_id: byId, remind_days, remind_at, thank_at, changed_at: now.toISOString() },
        reminded_at: isSameReminder ? former.reminded_at : null,
        thanked_at: former?.thank_at === thank_at ? former.thanked_at : null,
      }
      await db
        .insertInto('whatsapp_plans')
        .values({ event_id: eventId, ...row })
        .onConflict(c => c.column('event_id').doUpdateSet(row))
        .execute()
    },

    /** Records that a planned message was queued. Returns false when another process did it first, or the plan has changed. */
    async finishPlan(eventId: string, kind: 'reminder' | 'thanks', { changedAt, now }: { changedAt: string; now: Date }) {
      const column = kind === 'reminder' ? ('reminded_at' as const) : ('thanked_at' as const)
      const { numUpdatedRows } = await db
        .updateTable('whatsapp_plans')
        .set({ [column]: now.toISOString() })
        .where('event_id', '=', eventId)
        .where('changed_at', '=', changedAt)
        .where(column, 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Reads the ids of the invitations whose guests a planned message reaches: those without an answer, or those who came. */
    async plannedIds(eventId: string, kind: 'reminder' | 'thanks') {
      const rows = await db
        .selectFrom('invitations')
        .select('id')
        .where('event_id', '=', eventId)
        .where('is_cancelled', '=', 0)
        .where('is_pending', '=', 0)
        .where('phone', 'is not', null)
        .where(eb =>
          kind === 'thanks'
            ? eb.and([eb('current_scans', '>', 0), eb('thanked_at', 'is', null)])
            : eb.and([
                ...[eb('current_scans', '=', 0), eb('sent_at', 'is not', null)],
                eb.or([eb('answered_at', 'is', null), IS_FORMER_ANSWER]),
              ]),
        )
        .execute()
      return rows.map(({ id }) => id)
    },

    async countPlanned(eventId: string, kind: 'reminder' | 'thanks') {
      return (await this.plannedIds(eventId, kind)).length
    },

    /** Records that an answer was received. Returns false when it was received before. */
    async receive(id: string, now: Date) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('whatsapp_received')
        .values({ id, at: now.toISOString() })
        .onConflict(c => c.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
  }
}
