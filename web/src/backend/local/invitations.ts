import { scopeOfActor } from '@hudur/core/actor'
import { startOfWeek } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import * as eventRules from '@hudur/core/events/rules'
import { createInvitations } from '@hudur/core/invitations/create/decide'
import { parseCreationRequest } from '@hudur/core/invitations/create/request'
import { computeInvitationStats } from '@hudur/core/invitations/figures'
import { possibleDuplicates } from '@hudur/core/invitations/possible-duplicates'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import { newId } from '../../device/new-id.ts'
import type { Device } from '../store/device.ts'
import type { ReplicaRow } from '../store/replica-reader.ts'
import { replicaOf } from '../store/replica-reader.ts'
import { runWriteTransaction } from '../store/store.ts'
import { CREATION_OBJECT_STORES, creationStoreInTransaction } from './create-store.ts'
import type { DeviceHandlers } from './handlers.ts'
import { createEventFilter, searchGuests, searchInvitations } from './search.ts'

type InvitationFilter = NonNullable<EndpointInput<typeof contract.invitations.list>['filter']>

const passesFilter =
  (filter: Exclude<InvitationFilter, 'duplicates'>) =>
  ({ invitation }: ReplicaRow) => {
    const { isScanned, sentAt, openedAt, generationType, state } = invitation
    const announced = invitationRules.presentAnswer(invitation)?.people
    switch (filter) {
      case 'all':
        return true
      case 'scanned':
      case 'arrived':
        return isScanned
      case 'unscanned':
        return invitationRules.isUnscanned(invitation)
      case 'unsent':
        return invitationRules.isUnsent(invitation)
      case 'unopened':
        return invitationRules.isUnscanned(invitation) && sentAt !== null && openedAt === null
      case 'unanswered':
        return invitationRules.isUnscanned(invitation) && sentAt !== null && announced === undefined
      case 'attending':
        return state === 'valid' && announced !== undefined && announced > 0
      case 'declined':
        return invitationRules.isDeclined(invitation)
      case 'outdated':
        return invitationRules.mustBeTold(invitation)
      case 'without-phone':
        return state === 'valid' && invitation.phone === null
      default:
        return generationType === filter
    }
  }

/** Returns the rows of valid invitations that are possible duplicates of each other. */
function duplicatesAmong(rows: readonly ReplicaRow[]) {
  const valid = rows.filter(({ invitation }) => invitation.state === 'valid')
  const duplicates = possibleDuplicates(valid.map(({ invitation }) => invitation))
  return valid.filter(({ invitation }) => duplicates.has(invitation))
}

export function createInvitationHandlers({ store, now, timeZone }: Device): DeviceHandlers<typeof contract.invitations> {
  const replica = replicaOf({ store })
  return {
    async create({ actor, input }) {
      const idempotencyKey = input.nonce ?? newIdempotencyKey()
      const invitations = input.invitations.map(given => ({ ...given, id: given.id ?? newId() }))
      // The quota is checked now, so the request is parsed as an online one. The outbox entry has `happened: true`, because the
      // invitation then exists on this device.
      const request = parseCreationRequest({ invitations, nonce: idempotencyKey, happened: false }, { actor, newId })
      // Only the server knows the balance of another owner, to which the invitations of a partner are charged.
      if (!actor.isAdmin && request.invitations.some(({ userId }) => userId !== actor.id)) throw new Refusal('offline')
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
      const inScope = (await replica.rows(scopeOfActor(actor, userId))).filter(createEventFilter(event))
      const passing = filter === 'duplicates' ? duplicatesAmong(inScope) : inScope.filter(passesFilter(filter))
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
