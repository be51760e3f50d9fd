import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { ID_BYTES, idFromBytes } from '@hudur/core/id'
import { dayInAden } from '@hudur/core/testing/days'
import { afterAll, beforeAll } from 'vitest'
import { loadLocalPart } from '../src/backend/load-local.ts'
import { openTestServer, type Phone, type TestServer } from './test-server.ts'

const tomorrow = dayInAden(1)

/** The event to which the tests invite guests. */
export const event = { eventName: 'زفاف محمّد وسارة', eventDate: tomorrow }

export const createId = () => idFromBytes(crypto.getRandomValues(new Uint8Array(ID_BYTES)))

/** Creates one invitation to the event for each of these names. */
export const inviteGuests = (backend: Backend<Contract>, ...names: string[]) =>
  backend.invitations.create({ invitations: names.map(guestName => ({ ...event, guestName })) })

/** Returns the invitation with this id if the signed-in user of the backend may see it, otherwise undefined. */
export const findInvitation = async (backend: Backend<Contract>, id: string) =>
  (await backend.invitations.list({})).rows.find(row => row.id === id)

type ScenarioOptions = { guests?: string[]; phones?: number; limit?: number; isAdmin?: boolean }

/** Starts one test server for all tests of a file. Returns the functions that create scenarios on it. */
export function setUpScenarios(options: Parameters<typeof openTestServer>[0] = {}) {
  let testServer: TestServer
  beforeAll(async () => {
    testServer = await openTestServer(options)
    // The app loads this code at its start. Without it, the device stores an admission after the call has returned.
    await loadLocalPart()
  }, 60_000)
  afterAll(() => testServer.close())

  return {
    testServer: () => testServer,

    /** Creates a host with invited guests, and phones on which the host is signed in and whose replica is current. */
    async scenario({ guests = ['سارة'], phones = 1, ...account }: ScenarioOptions = {}) {
      const user = await testServer.newAccount(account)
      const desk = await testServer.desk(user.username)
      const invited = guests.length > 0 ? await inviteGuests(desk, ...guests) : []
      const devices: Phone[] = []
      for (let n = 0; n < phones; n++) {
        const phone = await testServer.newPhone()
        await phone.connection.retest()
        await phone.signIn(user.username)
        await phone.sync.run()
        devices.push(phone)
      }
      return { user, desk, invited, phone: devices[0]!, devices }
    },
  }
}
