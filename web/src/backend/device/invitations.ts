import {
  accountRules,
  type contract,
  drafts,
  figuresOf,
  fold,
  groupBy,
  ID_BYTES,
  type Invitation,
  idFrom,
  invitationRules,
  Refusal,
  sameContent,
  startOfWeek,
  texts,
} from '@hudur/core'
import { newNonce } from '../../device/nonce.ts'
import { copyIn, reachOf } from './copy.ts'
import type { Device, DeviceHandlers } from './device.ts'
import { lessWaiting, outboxIn } from './outbox.ts'
import { invitationsLike } from './search.ts'
import { type KeptInvitation, type Writing, write } from './store.ts'

const newId = () => idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES)))

type Filter = 'all' | 'scanned' | 'unscanned' | Invitation['generationType']

const passes = (filter: Filter) => (row: KeptInvitation) => {
  if (filter === 'all') return true
  if (filter === 'scanned' || filter === 'unscanned') return row.invitation.isScanned === (filter === 'scanned')
  return row.invitation.generationType === filter
}

type EventOf = { eventName?: string | undefined; eventDate?: string | undefined }

/** Whether a row belongs to an event, as far as it is named. */
const isOf = ({ eventName, eventDate }: EventOf) => {
  const key = eventName === undefined ? undefined : fold(eventName)
  return ({ eventKey, invitation }: KeptInvitation) =>
    (key === undefined || eventKey === key) && (eventDate === undefined || invitation.eventDate === eventDate)
}

/** What each owner pays. Throws where a balance does not cover it, as it was last known and less what waits here. */
async function price(trx: Writing<'accounts' | 'outbox'>, fresh: readonly Invitation[]) {
  const spends: Record<string, number> = {}
  for (const [userId, owned] of groupBy(fresh, invitation => invitation.userId)) {
    const owner = await trx.objectStore('accounts').get(userId)
    if (!owner) throw new Refusal('bad-input', { fields: { userId: texts.notFound } })
    const account = lessWaiting(owner, await outboxIn(trx).spent(userId))
    if (!accountRules.covers(account, owned.length))
      throw new Refusal('over-balance', { text: texts.generator.overBalance(owned.length, accountRules.remaining(account)) })
    spends[userId] = owned.length
  }
  return spends
}

/** Making, listing and counting invitations on this device alone. */
export function invitationsHere({ store, copy, now, timeZone }: Device): DeviceHandlers<typeof contract.invitations> {
  const idsTaken = () => new Refusal('id-taken')

  async function answerAgain(trx: Writing<'invitations'>, ids: string[]) {
    const found = await Promise.all(ids.map(id => trx.objectStore('invitations').get(id)))
    return found.flatMap(kept => kept?.invitation ?? [])
  }

  return {
    async create({ actor, input }) {
      const nonce = input.nonce ?? newNonce()
      const at = now().toISOString()
      const made = drafts(input.invitations, { userId: actor.id, isAdmin: actor.isAdmin, at, newId })
      const ids = made.map(({ id }) => id)
      if (new Set(ids).size < ids.length) throw idsTaken()
      const invitations = input.invitations.map((given, index) => ({ ...given, id: ids[index]! }))

      return write(store, ['accounts', 'invitations', 'scans', 'outbox', 'meta'], async trx => {
        const earlier = await outboxIn(trx).find(actor.id, nonce)
        if (earlier) {
          const isSame = earlier.operation === 'create' && JSON.stringify(earlier.input.invitations) === JSON.stringify(invitations)
          if (!isSame) throw new Refusal('nonce-taken')
          return answerAgain(trx, ids)
        }
        const existing = new Map((await answerAgain(trx, ids)).map(one => [one.id, one]))
        if (made.some(draft => existing.has(draft.id) && !sameContent(draft, existing.get(draft.id)!))) throw idsTaken()
        const fresh = made.filter(({ id }) => !existing.has(id))
        if (fresh.length > 0) {
          const spends = await price(trx, fresh)
          await copyIn(trx).put(fresh, { isMade: true })
          const entry = {
            account: actor.id,
            operation: 'create',
            input: { invitations, nonce, happened: true },
            nonce,
            at,
            spends,
          } as const
          await outboxIn(trx).add(entry)
        }
        return made.map(draft => existing.get(draft.id) ?? draft)
      })
    },

    async list({ actor, input: { userId, search, filter = 'all', limit, offset = 0, ...event } }) {
      const passing = (await copy.rows(reachOf(actor, userId))).filter(isOf(event)).filter(passes(filter))
      const rows = search ? invitationsLike(passing, search) : passing
      const page = rows.slice(offset, limit === undefined ? undefined : offset + limit)
      return { rows: page.map(({ invitation }) => invitation), total: rows.length }
    },

    async stats({ actor, input: { userId } }) {
      const at = now()
      const windows = { ...invitationRules.statsWindows(at), weekSince: startOfWeek(at, timeZone).toISOString() }
      const figures = figuresOf(await copy.invitations(reachOf(actor, userId)), windows)
      const names = new Map((await store.getAll('accounts')).map(({ id, fullName }) => [id, fullName]))
      return { ...figures, events: figures.events.map(event => ({ ...event, ownerName: names.get(event.userId) ?? null })) }
    },
  }
}
