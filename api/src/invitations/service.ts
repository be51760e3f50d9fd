import { createHash } from 'node:crypto'
import {
  accountRules,
  type contract,
  dayIn,
  drafts,
  type Invitation,
  invitationRules,
  Refusal,
  sameContent,
  startOfWeek,
  texts,
} from '@hudur/core'
import type { Kysely } from 'kysely'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import { watchClock } from '../connection/clock.ts'
import { epochOf } from '../connection/epoch.ts'
import { listing } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import { noncesIn } from '../database/nonces.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { designService } from './designs.ts'
import { designsIn } from './designs-repository.ts'
import { devicesIn } from './devices-repository.ts'
import { editsOf } from './edits.ts'
import { figuresIn } from './figures-repository.ts'
import { inOrder, lookAhead } from './look-ahead.ts'
import { spendWhatIsLeft } from './pending.ts'
import { qrPng } from './qr-png.ts'
import { reachOf } from './reach.ts'
import { refund } from './refunds.ts'
import { invitationsIn } from './repository.ts'
import { searchIn } from './search-repository.ts'

const { COPIED_DAYS } = invitationRules

/** A transaction may commit after a later mark was given: a device reads again what is this young, in milliseconds. */
const LATE_COMMITS = 60_000

/** The invitations of each owner, owners in the order of their ids: two administrators paying for the same ones never wait for each other. */
const byOwner = (invitations: Invitation[]) => [...Map.groupBy(invitations, ({ userId }) => userId)].sort(([a], [b]) => (a < b ? -1 : 1))

/**
 * Pays for the new invitations, all or none. Made on a device they happened: those beyond the balance wait instead, as far as the owner may
 * have pending ones. Returns the ids of those that wait. Throws `over-balance` and `too-many-pending`.
 */
async function pay(trx: Kysely<Tables>, invitations: Invitation[], happened: boolean): Promise<Set<string>> {
  const accounts = accountsIn(trx)
  const waiting = new Set<string>()
  for (const [userId, owned] of byOwner(invitations)) {
    if (await accounts.spend(userId, owned.length)) continue
    const owner = await accounts.hold(userId)
    if (!owner) throw new Refusal('bad-input', { fields: { userId: texts.notFound } })
    if (!happened) throw new Refusal('over-balance', { text: texts.generator.overBalance(owned.length, accountRules.remaining(owner)) })
    const covered = await spendWhatIsLeft(trx, userId, owned.length)
    const beyond = owned.slice(covered)
    const most = accountRules.mostPending(owner)
    if ((await invitationsIn(trx).countPending(userId)) + beyond.length > most)
      throw new Refusal('too-many-pending', { text: texts.generator.tooManyPending(most) })
    for (const { id } of beyond) waiting.add(id)
  }
  return waiting
}

/** Gives those that name no design the one of their event. Their owners are held, for they have paid. */
async function dress(trx: Kysely<Tables>, invitations: Invitation[]) {
  for (const [userId, owned] of byOwner(invitations)) {
    const designOf = await designsIn(trx).idsOf(userId)
    for (const invitation of owned) invitation.designId ??= designOf(invitation)
  }
}

type Change = Partial<Pick<Invitation, 'eventName' | 'guestName' | 'maxScans' | 'phone' | 'designId'>>

/** The invitation after `change`. Throws where the rules of its kind, or who has come in already, forbid it. */
function changed(before: Invitation, change: Change): Invitation {
  const after = { ...before, ...change }
  const most = invitationRules.mostPlaces(before.generationType)
  if (after.maxScans > most)
    throw new Refusal('bad-input', { text: texts.badNumber(1, most), fields: { maxScans: texts.badNumber(1, most) } })
  if (!invitationRules.hasGuest(after))
    throw new Refusal('bad-input', { text: texts.generator.guest, fields: { guestName: texts.generator.guest } })
  const below = change.maxScans !== undefined && change.maxScans < before.currentScans
  if (below) throw new Refusal('below-scans', { text: texts.scan.belowScans(before.currentScans) })
  return { ...after, phone: after.phone || null }
}

const given = <T extends object>(fields: T) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

export const invitationService = ({ db, now, timeZone }: Deps): Services<typeof contract.invitations> => ({
  ...designService({ db, now, timeZone }),

  async create({ actor, input }) {
    const made = drafts(input.invitations, { userId: actor.id, isAdmin: actor.isAdmin, at: now().toISOString(), newId })
    if (new Set(made.map(({ id }) => id)).size < made.length) throw new Refusal('id-taken')
    const names = () => `create ${createHash('sha256').update(JSON.stringify(input.invitations)).digest('base64url')}`
    const known = await lookAhead(db, actor, { ...input, names }, made)
    if ('answer' in known) return known.answer

    return db.write(async trx => {
      const invitations = invitationsIn(trx)
      const nonces = noncesIn(trx, actor.id)
      const ids = input.nonce === undefined ? undefined : await nonces.take(input.nonce, names(), now())
      if (Array.isArray(ids)) return inOrder(ids, await invitations.findAll(ids))

      const existing = new Map(known.map(invitation => [invitation.id, invitation]))
      const others = made.map(({ id }) => id).filter(id => !existing.has(id))
      for (const invitation of await invitations.findAll(others)) existing.set(invitation.id, invitation)
      if (made.some(draft => existing.has(draft.id) && !sameContent(draft, existing.get(draft.id)!))) throw new Refusal('id-taken')
      const fresh = made.filter(({ id }) => !existing.has(id))
      if (await invitations.anyGone(fresh.map(({ id }) => id))) throw new Refusal('id-taken')
      const waiting = await pay(trx, fresh, input.happened)
      for (const draft of fresh) draft.isPending = waiting.has(draft.id)
      await dress(trx, fresh)
      if ((await invitations.add(fresh)) < fresh.length) throw new Refusal('id-taken')

      const [first] = fresh
      if (input.nonce !== undefined) {
        const all = made.map(({ id }) => id)
        // Where all of them exist, their ids say again what was made.
        await (first ? nonces.keep(input.nonce, all) : nonces.release(input.nonce))
      }
      if (first) {
        const description = texts.activity.created(fresh.length, first.eventName)
        await activityIn(trx).record({ userId: actor.id, verb: 'create', target: 'invitation', targetId: first.id, description, at: now() })
      }
      return made.map(draft => existing.get(draft.id) ?? draft)
    })
  },

  async list({ actor, input: { userId, search, limit, offset, ...rest } }) {
    const which = { ...rest, ...reachOf(actor, userId) }
    return listing(search ? searchIn(db.slowReads, search, which) : invitationsIn(db.slowReads), which, { limit, offset })
  },

  async update({ actor, input: { id, ...change } }) {
    return db.write(async trx => {
      const invitations = invitationsIn(trx)
      for (;;) {
        const before = await invitations.find(id, reachOf(actor))
        if (!before) throw new Refusal('not-found')
        const after = changed(before, given(change) as Change)
        if (!(await invitations.replace(before, after, now()))) continue
        await editsOf(trx, actor.id, dayIn(timeZone, now())).take()
        const description = texts.activity.updated(invitationRules.guestLabel(after), after.eventName)
        await activityIn(trx).record({ userId: actor.id, verb: 'update', target: 'invitation', targetId: id, description, at: now() })
        return after
      }
    })
  },

  async remove({ actor, input: { id } }) {
    return db.write(async trx => {
      const found = await invitationsIn(trx).find(id, reachOf(actor))
      // The owner is held before the invitation is deleted, as where pending ones are released: these writes never wait for each other.
      const owner = found && (await accountsIn(trx).hold(found.userId))
      const invitation = found && (await invitationsIn(trx).remove(id, now()))
      if (!invitation) throw new Refusal('not-found')
      const day = dayIn(timeZone, now())
      // A pending one was never paid for, and its marker stays.
      if (invitation.isPending) await editsOf(trx, actor.id, day).take()
      const refunded = owner !== undefined && (await refund(trx, owner, invitation, { now: now(), day }))
      const description = texts.activity.deleted(invitationRules.guestLabel(invitation), invitation.eventName)
      await activityIn(trx).record({ userId: actor.id, verb: 'delete', target: 'invitation', targetId: id, description, at: now() })
      return { success: true, refunded }
    })
  },

  async changes({ actor, input: { since, epoch: known, opened = [] } }) {
    const reach = reachOf(actor)
    const mark = now()
    await watchClock(db, mark)
    const { epoch, holds } = await epochOf(db.read)
    const today = dayIn(timeZone, mark)
    // With a new day the kept days move on, and with them the events; then all of it travels.
    const isFull = since === undefined || !(await holds(known)) || dayIn(timeZone, new Date(since)) !== today || since > mark.toISOString()
    const from = new Date(isFull ? mark.getTime() + COPIED_DAYS.from * 86_400_000 : Date.parse(since) - LATE_COMMITS).toISOString()
    const devices = devicesIn(db.slowReads)
    const days = { from: dayIn(timeZone, mark, COPIED_DAYS.from), to: dayIn(timeZone, mark, COPIED_DAYS.to) }
    const copied = { days, opened }
    return {
      epoch,
      mark: mark.toISOString(),
      isFull,
      // Before the rows they name, so that no admission is told whose count is not.
      admissions: await devices.admissions(reach, from),
      invitations: await devices.changed(reach, copied, isFull ? undefined : from),
      removed: isFull ? [] : await devices.removed(reach, from),
      deleted: await devices.deleted(reach, copied, isFull ? undefined : from),
    }
  },

  async stats({ actor, input: { userId } }) {
    const reach = reachOf(actor, userId)
    const windows = { ...invitationRules.statsWindows(now()), weekSince: startOfWeek(now(), timeZone).toISOString() }
    const figures = figuresIn(db.slowReads)
    const events = await figures.events(reach)
    const finishedEvents = events.filter(({ isFinished }) => isFinished).length
    return {
      ...(await figures.totals(reach, windows)),
      finishedEvents,
      unfinishedEvents: events.length - finishedEvents,
      events,
    }
  },

  async qr({ actor, input: { id } }) {
    const invitation = await invitationsIn(db.read).find(id, reachOf(actor))
    if (!invitation) throw new Refusal('not-found')
    return qrPng(invitation)
  },
})
