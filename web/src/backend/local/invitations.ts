import {
  type contract,
  createInvitations,
  createRequest,
  eventRules,
  figuresOf,
  ID_BYTES,
  type InputOf,
  idFrom,
  invitationRules,
  scopeOf,
  startOfWeek,
} from '@hudur/core'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import type { Device } from '../store/device.ts'
import type { ReplicaRow } from '../store/replica.ts'
import { write } from '../store/store.ts'
import { CREATE_STORES, createStoreIn } from './create-store.ts'
import type { DeviceHandlers } from './handlers.ts'
import { guestsLike, invitationsLike, isOfEvent } from './search.ts'

const newId = () => idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES)))

type Filter = NonNullable<InputOf<typeof contract.invitations.list>['filter']>

const passesFilter =
  (filter: Filter) =>
  ({ invitation: { isScanned, isPending, state, sentAt, openedAt, answer, generationType } }: ReplicaRow) => {
    switch (filter) {
      case 'all':
        return true
      case 'scanned':
      case 'arrived':
        return isScanned
      case 'unscanned':
        return !isScanned
      case 'unsent':
        return state === 'valid' && sentAt === null && !isPending
      case 'unopened':
        return state === 'valid' && openedAt === null
      case 'unanswered':
        return state === 'valid' && answer === null
      case 'attending':
        return answer?.attends === true
      case 'declined':
        return answer?.attends === false
      default:
        return generationType === filter
    }
  }

/** Returns the handlers that create, list and count invitations on this device. */
export function invitationHandlers({ store, replica, now, timeZone }: Device): DeviceHandlers<typeof contract.invitations> {
  return {
    async create({ actor, input }) {
      const nonce = input.nonce ?? newIdempotencyKey()
      const invitations = input.invitations.map(given => ({ ...given, id: given.id ?? newId() }))
      // `happened` is true only in the upload. On this device it is false, so a creation that the quota does not cover is refused.
      const request = createRequest({ invitations, nonce, happened: false }, { actor, newId })
      const at = now()
      const entry = {
        account: actor.id,
        operation: 'create',
        input: { invitations, nonce, happened: true },
        nonce,
        at: at.toISOString(),
      } as const
      return write(store, CREATE_STORES, trx => createInvitations(createStoreIn(trx, entry), request, at))
    },

    async list({ actor, input: { userId, search, filter = 'all', limit, offset = 0, ...event } }) {
      const passing = (await replica.rows(scopeOf(actor, userId))).filter(isOfEvent(event)).filter(passesFilter(filter))
      const rows = search ? (eventRules.isOneEvent(event) ? guestsLike : invitationsLike)(passing, search) : passing
      const page = rows.slice(offset, limit === undefined ? undefined : offset + limit)
      return { rows: page.map(({ invitation }) => invitation), total: rows.length }
    },

    async stats({ actor, input: { userId } }) {
      const at = now()
      const windows = { ...invitationRules.statsWindows(at), weekSince: startOfWeek(at, timeZone()).toISOString() }
      const figures = figuresOf(await replica.invitations(scopeOf(actor, userId)), windows)
      const names = new Map((await store.getAll('accounts')).map(({ id, fullName }) => [id, fullName]))
      return { ...figures, events: figures.events.map(event => ({ ...event, ownerName: names.get(event.userId) ?? null })) }
    },
  }
}
