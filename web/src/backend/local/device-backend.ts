import { type Actor, type Backend, type Contract, contract, mapContract, Refusal, readInput } from '@hudur/core'
import type { Device } from '../store/device.ts'
import { metaIn, write } from '../store/store.ts'
import { accountHandlers } from './accounts.ts'
import { eventHandlers } from './events.ts'
import type { DeviceHandlers } from './handlers.ts'
import { invitationHandlers } from './invitations.ts'
import { scanningHandlers } from './scanning.ts'

/** Returns the handler that tests whether this device can write to its storage. */
const connectionHandlers = ({ store, now }: Device): DeviceHandlers<typeof contract.connection> => ({
  async test() {
    const works = await write(store, ['meta'], trx => metaIn(trx).get('copy-version')).then(
      () => true,
      () => false,
    )
    return { success: works, status: { database_exists: true, can_read: works, can_write: works }, now: now().toISOString() }
  },
})

type Handler = (ask: { actor: Actor | null; input: unknown }) => Promise<unknown>

/** Returns the backend of this device: the core's rules over the browser's storage. Refuses server-only endpoints with `offline`. */
export function deviceBackend(device: Device, actorOf: () => Promise<Actor | null> = device.people.actor): Backend<Contract> {
  const handlersByResource = {
    accounts: accountHandlers(device),
    events: eventHandlers(device),
    invitations: invitationHandlers(device),
    scanning: scanningHandlers(device),
    connection: connectionHandlers(device),
  }
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
