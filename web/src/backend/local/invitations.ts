import { scopeOfActor } from '@hudur/core/actor'
import { startOfWeek } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import * as eventRules from '@hudur/core/events/rules'
import { createInvitations } from '@hudur/core/invitations/create/decide'
import { parseCreationRequest } from '@hudur/core/invitations/create/request'
import { computeInvitationStats } from '@hudur/core/invitations/figures'
import * as invitationRules from '@hudur/core/invitations/rules'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import { newId } from '../../device/new-id.ts'
import type { Device } from '../store/device.ts'
import type { ReplicaRow } from '../store/replica.ts'
import { runWriteTransaction } from '../store/store.ts'
import { CREATION_OBJECT_STORES, creationStoreInTransaction } from './create-store.ts'
import type { DeviceHandlers } from './handlers.ts'
import { createEventFilter, searchGuests, searchInvitations } from './search.ts'

type InvitationFilter = NonNullable<EndpointInput<typeof contract.invitations.list>['filter']>

const passesFilter =
  (filter: InvitationFilter) =>
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
        return state === 'valid' && sentAt !== null && openedAt === null
      case 'unanswered':
        return state === 'valid' && sentAt !== null && answer === null
      case 'attending':
        return answer?.attends === true
      case 'declined':
        return answer?.attends === false
      default:
        return generationType === filter
    }
  }

export function createInvitationHandlers({ store, replica, now, timeZone }: Device): DeviceHandlers<typeof contract.invitations> {
  return {
    async create({ actor, input }) {
      const idempotencyKey = input.nonce ?? newIdempotencyKey()
      const invitations = input.invitations.map(given => ({ ...given, id: given.id ?? newId() }))
      // Here the quota is checked. The uploaded entry has `happened: true`, because it already exists on this device.
      const request = parseCreationRequest({ invitations, nonce: idempotencyKey, happened: false }, { actor, newId })
      const at = now()
      const entry = {
        account: actor.id,
        operation: 'create',
        input: { invitations, nonce: idempotencyKey, happened: true },
        idempotencyKey,
        at: at.toISOString(),
      } as const
      return runWriteTransaction(store, CREATION_OBJECT_STORES, trx =>
        createInvitations(creationStoreInTransaction(trx, entry), request, at),
      )
    },

    async list({ actor, input: { userId, search, filter = 'all', limit, offset = 0, ...event } }) {
      const passing = (await replica.rows(scopeOfActor(actor, userId))).filter(createEventFilter(event)).filter(passesFilter(filter))
      const rows = search ? (eventRules.isSingleEvent(event) ? searchGuests : searchInvitations)(passing, search) : passing
      const page = rows.slice(offset, limit === undefined ? undefined : offset + limit)
      return { rows: page.map(({ invitation }) => invitation), total: rows.length }
    },

    async stats({ actor, input: { userId } }) {
      const at = now()
      const windows = { ...invitationRules.statsPeriods(at), weekSince: startOfWeek(at, timeZone()).toISOString() }
      const figures = computeInvitationStats(await replica.invitations(scopeOfActor(actor, userId)), windows)
      const names = new Map((await store.getAll('accounts')).map(({ id, fullName }) => [id, fullName]))
      return { ...figures, events: figures.events.map(event => ({ ...event, ownerName: names.get(event.userId) ?? null })) }
    },
  }
}
