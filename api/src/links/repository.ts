import type { Scope } from '@hudur/core/actor'
import { groupBy } from '@hudur/core/group-by'
import { type CurrentLink, type Link, MAX_LINK_DEVICES } from '@hudur/core/links/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import { recordChange } from '../database/changes.ts'
import { readInChunks } from '../database/chunks.ts'
import { notUndone, ownedCondition } from '../database/conditions.ts'
import { amongTextsCondition } from '../database/list-parameters.ts'
import { countRows } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import { parseHouse } from '../events/house-column.ts'

/** A link with its event, without its devices. */
export type StoredLink = Omit<Link, 'admitted' | 'endsAt' | 'devices' | 'hasPin'> & {
  userId: string
  pinHash: string | null
  revokedAt: string | null
  event: Omit<CurrentLink['event'], 'id' | 'pictureId'>
}

/** A session of a link, and the time of its device's last request. `endedAt` is when a reissue of the link ended the session, or null. */
export type LinkSession = { link: StoredLink; tokenHash: string; seenAt: string; endedAt: string | null }

type LinkRow = Omit<Selectable<Tables['links']>, 'token_hash'> & {
  event_name: string
  event_date: string
  starts_at: string | null
  time_words: string | null
  place: string | null
  hides_names: number
  message: string | null
  asks_children: number
  counts_exits: number
  capacity: number | null
  house: string | null
}

const COLUMNS = [
  'links.id',
  'links.event_id',
  'links.user_id',
  'links.role',
  'links.name',
  'links.shows_names',
  'links.may_search',
  'links.created_at',
  'links.expires_at',
  'links.revoked_at',
  'links.allotment',
  'links.used',
  'links.pin_hash',
  'links.max_devices',
  'links.walk_ins',
  'links.walk_ins_used',
  'events.name as event_name',
  'events.date as event_date',
  'events.starts_at',
  'events.time_words',
  'events.place',
  'events.hides_names',
  'events.message',
  'events.asks_children',
  'events.counts_exits',
  'events.capacity',
  'events.house',
] as const

const toLink = (row: LinkRow): StoredLink => ({
  id: row.id,
  eventId: row.event_id,
  userId: row.user_id,
  role: row.role,
  name: row.name,
  showsNames: row.shows_names === 1,
  maySearch: row.may_search === 1,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  allotment: row.allotment,
  used: row.used,
  pinHash: row.pin_hash,
  maxDevices: row.max_devices,
  walkIns: row.walk_ins,
  walkInsUsed: row.walk_ins_used,
  event: {
    name: row.event_name,
    date: row.event_date,
    startsAt: row.starts_at,
    timeWords: row.time_words,
    place: row.place,
    hidesNames: row.hides_names === 1,
    message: row.message,
    asksChildren: row.asks_children === 1,
    countsExits: row.counts_exits === 1,
    capacity: row.capacity,
    house: parseHouse(row.house),
  },
})

/** Returns how many people of an allotment are not invited. Those of a revoked link are refunded already. */
export const unusedAllotment = ({ allotment, used, revokedAt }: Pick<StoredLink, 'allotment' | 'used' | 'revokedAt'>) =>
  allotment === null || revokedAt !== null ? 0 : allotment - used

/** How long (ms) after its last request a device counts toward the maximum of devices of a link. */
const UNSEEN_DEVICE_KEEPS_PLACE_MS = 86_400_000

type Device = { browser: string | null; system: string | null }

export const linksIn = (db: Kysely<Tables>) => {
  const selectLinks = () => db.selectFrom('links').innerJoin('events', 'events.id', 'links.event_id').select(COLUMNS)

  return {
    async find(id: string, scope: Scope): Promise<StoredLink | undefined> {
      const isOwned = ownedCondition(scope, 'links.user_id', 'links.event_id')
      const row = await selectLinks()
        .where('links.id', '=', id)
        .$if(isOwned !== undefined, query => query.where(isOwned!))
        .executeTakeFirst()
      return row && toLink(row)
    },

    async findByToken(tokenHash: string): Promise<StoredLink | undefined> {
      const row = await selectLinks().where('links.token_hash', '=', tokenHash).executeTakeFirst()
      return row && toLink(row)
    },

    /** Reads the id of the link with a token and its maximum of devices, and locks it. */
    async lockByToken(tokenHash: string) {
      return db
        .updateTable('links')
        .set(eb => ({ name: eb.ref('name') }))
        .where('token_hash', '=', tokenHash)
        .returning(['id', 'revoked_at as revokedAt', 'pin_hash as pinHash', 'max_devices as maxDevices'])
        .executeTakeFirst()
    },

    /** Reads the sessions with these tokens. */
    async sessions(tokenHashes: Iterable<string>): Promise<LinkSession[]> {
      const found = await selectLinks()
        .innerJoin('link_sessions', 'link_sessions.link_id', 'links.id')
        .select(['link_sessions.token_hash', 'link_sessions.seen_at', 'link_sessions.ended_at'])
        .where(amongTextsCondition(db, sql.ref('link_sessions.token_hash'), tokenHashes))
        .execute()
      return found.map(row => ({ link: toLink(row), tokenHash: row.token_hash, seenAt: row.seen_at, endedAt: row.ended_at }))
    },

    /** Reads the links of an event that are not revoked, the oldest first. */
    async ofEvent(eventId: string): Promise<StoredLink[]> {
      const found = await selectLinks()
        .where('links.event_id', '=', eventId)
        .where('revoked_at', 'is', null)
        .orderBy('links.created_at')
        .orderBy('links.id')
        .execute()
      return found.map(toLink)
    },

    /** Reads the links of an owner that are not revoked. */
    async ofOwner(userId: string): Promise<StoredLink[]> {
      const found = await selectLinks().where('links.user_id', '=', userId).where('revoked_at', 'is', null).execute()
      return found.map(toLink)
    },

    /** Counts the links of an owner that are not revoked. */
    countOf: (userId: string) => countRows(db.selectFrom('links').where('user_id', '=', userId).where('revoked_at', 'is', null)),

    /**
     * Counts the people whom links have admitted, by link id. Scans stay longer than their link, whose id another owner can then give to a
     * link of their own.
     */
    async admittedBy(linkIds: readonly string[]) {
      const rows = await db
        .selectFrom('scans')
        .innerJoin('links', join => join.onRef('links.id', '=', 'scans.link_id').onRef('links.user_id', '=', 'scans.user_id'))
        .select(['link_id as linkId', sql<number>`sum(people - returned)`.as('people')])
        .where(amongTextsCondition(db, sql.ref('link_id'), linkIds))
        .where('outcome', '=', 'admitted')
        .where(notUndone)
        .groupBy('link_id')
        .execute()
      return new Map(rows.map(({ linkId, people }) => [linkId!, people]))
    },

    /** Reads the devices of links that are not signed out, the last seen first. */
    async devicesOf(linkIds: readonly string[]) {
      const rows = await db
        .selectFrom('link_sessions')
        .select(['link_id', 'id', 'browser', 'system', 'seen_at as seenAt'])
        .where(amongTextsCondition(db, sql.ref('link_id'), linkIds))
        .where('ended_at', 'is', null)
        .orderBy('seen_at', 'desc')
        .orderBy('id')
        .execute()
      return Map.groupBy(rows, ({ link_id }) => link_id)
    },

    async add(link: Omit<StoredLink, 'event' | 'revokedAt' | 'used' | 'walkInsUsed'>, tokenHash: string) {
      await db
        .insertInto('links')
        .values({
          id: link.id,
          event_id: link.eventId,
          user_id: link.userId,
          role: link.role,
          name: link.name,
          token_hash: tokenHash,
          shows_names: link.showsNames ? 1 : 0,
          may_search: link.maySearch ? 1 : 0,
          created_at: link.createdAt,
          expires_at: link.expiresAt,
          revoked_at: null,
          allotment: link.allotment,
          used: 0,
          pin_hash: link.pinHash,
          max_devices: link.maxDevices,
          walk_ins: link.walkIns,
        })
        .execute()
    },

    /** Saves the fields that an owner may change. */
    async save({ id, userId, name, showsNames, maySearch, expiresAt, allotment, pinHash, maxDevices, walkIns }: StoredLink) {
      const rights = { shows_names: showsNames ? 1 : 0, may_search: maySearch ? 1 : 0, walk_ins: walkIns }
      await db
        .updateTable('links')
        .set({ name, ...rights, expires_at: expiresAt, allotment, pin_hash: pinHash, max_devices: maxDevices })
        .where('id', '=', id)
        .execute()
      recordChange({ userId, linkId: id })
    },

    /** Gives a link another token, and ends its sessions. */
    async replaceToken({ id, userId }: Pick<StoredLink, 'id' | 'userId'>, tokenHash: string, now: Date) {
      await db.updateTable('links').set({ token_hash: tokenHash }).where('id', '=', id).execute()
      await db
        .updateTable('link_sessions')
        .set({ ended_at: now.toISOString() })
        .where('link_id', '=', id)
        .where('ended_at', 'is', null)
        .execute()
      recordChange({ userId, linkId: id })
    },

    async revoke({ id, userId }: Pick<StoredLink, 'id' | 'userId'>, now: Date) {
      await db.updateTable('links').set({ revoked_at: now.toISOString() }).where('id', '=', id).where('revoked_at', 'is', null).execute()
      recordChange({ userId, linkId: id })
    },

    /** Revokes those of these links that are not revoked. Returns how many, and how many people of their allotments were not invited. */
    async revokeAll(ids: readonly string[], now: Date) {
      const revoked = await db
        .updateTable('links')
        .set({ revoked_at: now.toISOString() })
        .where(amongTextsCondition(db, sql.ref('id'), ids))
        .where('revoked_at', 'is', null)
        .returning(['id', 'user_id as userId', 'allotment', 'used'])
        .execute()
      for (const { id, userId } of revoked) recordChange({ userId, linkId: id })
      const unused = revoked.reduce((sum, link) => sum + unusedAllotment({ ...link, revokedAt: null }), 0)
      return { count: revoked.length, unused }
    },

    /** Deletes the links of an event with their sessions. Returns how many people of their allotments were not invited. */
    async removeOfEvent(eventId: string) {
      const removed = await db
        .deleteFrom('links')
        .where('event_id', '=', eventId)
        .returning(['id', 'user_id as userId', 'allotment', 'used', 'revoked_at as revokedAt'])
        .execute()
      for (const { id, userId } of removed) recordChange({ userId, linkId: id })
      return removed.reduce((sum, link) => sum + unusedAllotment(link), 0)
    },

    /** Locks a link that is not revoked, and returns its allotment. Undefined for a revoked link and for one without an allotment. */
    async lockAllotment(id: string) {
      const row = await db
        .updateTable('links')
        .set(eb => ({ used: eb.ref('used') }))
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returning(['allotment', 'used'])
        .executeTakeFirst()
      return row?.allotment == null ? undefined : { allotment: row.allotment, used: row.used }
    },

    /** Changes how many people the invitations of a locked link are for. */
    async addUsed({ id, userId }: Pick<StoredLink, 'id' | 'userId'>, count: number) {
      await db
        .updateTable('links')
        .set(eb => ({ used: eb('used', '+', count) }))
        .where('id', '=', id)
        .execute()
      recordChange({ userId, linkId: id })
    },

    /**
     * Reads the family links that are not revoked, have an unused allotment and may have ended: their chosen end or the 90 days after their
     * event have passed, or they have no chosen end and the day of their event has begun in UTC.
     */
    async withUnused(now: Date): Promise<StoredLink[]> {
      const at = now.toISOString()
      const daysAgo90 = new Date(now.getTime() - 90 * 86_400_000).toISOString()
      const found = await selectLinks()
        .where('links.role', '=', 'family')
        .where('revoked_at', 'is', null)
        .whereRef('allotment', '>', 'used')
        .where(eb =>
          eb.or([
            eb('expires_at', '<=', at),
            eb('events.date', '<', daysAgo90),
            eb.and([eb('expires_at', 'is', null), eb('events.date', '<', at)]),
          ]),
        )
        .execute()
      return found.map(toLink)
    },

    /**
     * Adds the people of each invitation, by its id, to the allotment of the link that made it, and to its used part, so that the rest of the
     * allotment stays the same.
     */
    async addToAllotmentsOf(peopleById: ReadonlyMap<string, number>) {
      const made = await readInChunks([...peopleById.keys()], some =>
        db
          .selectFrom('invitations')
          .select(['id', 'link_id', 'user_id'])
          .where(amongTextsCondition(db, sql`id`, some))
          .where('link_id', 'is not', null)
          .execute(),
      )
      for (const invitations of groupBy(made, ({ link_id, user_id }) => `${link_id} ${user_id}`).values()) {
        const people = invitations.reduce((sum, { id }) => sum + peopleById.get(id)!, 0)
        const changed = await db
          .updateTable('links')
          .set(eb => ({ allotment: eb('allotment', '+', people), used: eb('used', '+', people) }))
          .where('id', '=', invitations[0]!.link_id!)
          .where('user_id', '=', invitations[0]!.user_id)
          .returning(['id as linkId', 'user_id as userId'])
          .executeTakeFirst()
        if (changed) recordChange(changed)
      }
    },

    /** Reduces the allotment of an ended link to the number of people whom it has invited. */
    async endAllotment(id: string) {
      await db
        .updateTable('links')
        .set(eb => ({ allotment: eb.ref('used') }))
        .where('id', '=', id)
        .execute()
    },

    /** Changes how many people a link, whose owner is locked, has admitted without a card. */
    async addWalkIns({ id, userId }: Pick<StoredLink, 'id' | 'userId'>, people: number) {
      await db
        .updateTable('links')
        .set(eb => ({ walk_ins_used: eb('walk_ins_used', '+', people) }))
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .execute()
      recordChange({ userId, linkId: id })
    },

    /** Signs out a device of a link in scope, and returns the link. Undefined when no such device is signed in. */
    async endSession(sessionId: string, scope: Scope, now: Date) {
      const isOwned = ownedCondition(scope, 'links.user_id', 'links.event_id')
      const ended = await db
        .updateTable('link_sessions')
        .set({ ended_at: now.toISOString() })
        .where('id', '=', sessionId)
        .where('ended_at', 'is', null)
        .where('link_id', 'in', query =>
          query
            .selectFrom('links')
            .select('id')
            .$if(isOwned !== undefined, own => own.where(isOwned!)),
        )
        .returning('link_id')
        .executeTakeFirst()
      if (!ended) return undefined
      const link = await this.find(ended.link_id, scope)
      if (link) recordChange({ userId: link.userId, linkId: link.id })
      return link
    },

    /**
     * Opens a session of a locked link. When the link has `MAX_LINK_DEVICES` sessions, the session with the oldest last request is deleted
     * if that request is more than a day old; below a chosen maximum, the first devices stay. Otherwise none is opened, and it returns false.
     */
    async addSession(
      { id: linkId, maxDevices }: Pick<StoredLink, 'id' | 'maxDevices'>,
      tokenHash: string,
      now: Date,
      { browser, system }: Device,
    ) {
      const sessions = await db
        .selectFrom('link_sessions')
        .select(['token_hash', 'seen_at'])
        .where('link_id', '=', linkId)
        .where('ended_at', 'is', null)
        .orderBy('seen_at')
        .execute()
      if (maxDevices !== null && sessions.length >= maxDevices) return false
      const [oldest] = sessions
      if (oldest && sessions.length >= MAX_LINK_DEVICES) {
        if (Date.parse(oldest.seen_at) > now.getTime() - UNSEEN_DEVICE_KEEPS_PLACE_MS) return false
        await this.removeSession(oldest.token_hash)
      }
      const at = now.toISOString()
      await db
        .insertInto('link_sessions')
        .values({ token_hash: tokenHash, id: newId(), link_id: linkId, created_at: at, seen_at: at, browser, system, ended_at: null })
        .execute()
      return true
    },

    /** Deletes a session. Called when its device opens a link again, and when another device needs its place. */
    async removeSession(tokenHash: string) {
      await db.deleteFrom('link_sessions').where('token_hash', '=', tokenHash).execute()
    },

    async touchSession(tokenHash: string, now: Date) {
      await db.updateTable('link_sessions').set({ seen_at: now.toISOString() }).where('token_hash', '=', tokenHash).execute()
    },
  }
}

export type DevicesOfLinks = Awaited<ReturnType<ReturnType<typeof linksIn>['devicesOf']>>

/** Returns a link in the form that its owner sees. */
export const toOwnerLink = (link: StoredLink, endsAt: string, devices: DevicesOfLinks, admitted: ReadonlyMap<string, number>): Link => ({
  id: link.id,
  eventId: link.eventId,
  role: link.role,
  name: link.name,
  showsNames: link.showsNames,
  maySearch: link.maySearch,
  admitted: admitted.get(link.id) ?? 0,
  createdAt: link.createdAt,
  endsAt,
  expiresAt: link.expiresAt === null ? null : endsAt,
  allotment: link.allotment,
  used: link.used,
  hasPin: link.pinHash !== null,
  maxDevices: link.maxDevices,
  walkIns: link.walkIns,
  walkInsUsed: link.walkInsUsed,
  devices: (devices.get(link.id) ?? []).map(({ link_id: _, ...device }) => device),
})
