import type { Actor } from '@hudur/core/actor'
import { type Contract, contract } from '@hudur/core/contract'
import { type Backend, mapContract } from '@hudur/core/endpoint'
import { readInput } from '@hudur/core/read-input'
import { Refusal } from '@hudur/core/refusals'
import type { Device } from '../store/device.ts'
import { metaInTransaction, runWriteTransaction } from '../store/store.ts'
import { createAccountHandlers } from './accounts.ts'
import { createCheckInHandlers } from './check-in.ts'
import { createEventHandlers } from './events.ts'
import { createFindHandlers } from './find.ts'
import type { DeviceHandlers } from './handlers.ts'
import { createInvitationHandlers } from './invitations.ts'

/** Returns the handler of the connection test, which tests whether a read-write transaction in the storage of this device succeeds. */
const createConnectionHandlers = ({ store, now }: Device): DeviceHandlers<typeof contract.installation> => ({
  async test() {
    const works = await runWriteTransaction(store, ['meta'], trx => metaInTransaction(trx).get('replica-version')).then(
      () => true,
      () => false,
    )
    return { success: works, status: { database_exists: true, can_read: works, can_write: works }, now: now().toISOString() }
  },
})

type Handler = (ask: { actor: Actor | null; input: unknown }) => Promise<unknown>

/** Returns a backend that applies the rules of `core` to the storage of this browser. Refuses what only the server can answer. */
export function createDeviceBackend(device: Device, actorOf: () => Promise<Actor | null> = device.people.actor): Backend<Contract> {
  const handlersByResource = {
    accounts: createAccountHandlers(device),
    events: createEventHandlers(device),
    invitations: createInvitationHandlers(device),
    checkIn: createCheckInHandlers(device),
    find: createFindHandlers(device),
    installation: createConnectionHandlers(device),
  } satisfies { [noun in keyof Contract]?: object }
  const handlers = handlersByResource as unknown as Record<string, Record<string, Handler> | undefined>

  return mapContract(contract, (endpoint, noun, name) => async (given: unknown) => {
    const handler = handlers[noun]?.[name]
    if (!handler) throw new Refusal('offline')
    const input = readInput(endpoint, given)
    const actor = await actorOf()
    if (endpoint.access !== 'public' && !actor) throw new Refusal('not-signed-in')
    return handler({ actor, input })
  }) as unknown as Backend<Contract>
}
