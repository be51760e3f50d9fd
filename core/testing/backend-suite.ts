import { describe, expect, test } from 'vitest'
import { describeCodes } from './codes-suite.ts'
import { describeDesigns } from './designs-suite.ts'
import { describeEvents, describeStoredEvents } from './events-suite.ts'
import { describeInvitations } from './invitations-suite.ts'
import { describeStoredInvitations } from './keeping-suite.ts'
import { describeOfflineScans } from './offline-scans-suite.ts'
import { describeScans } from './scans-suite.ts'
import { describeSearch } from './search-suite.ts'
import { describeUndo } from './undo-suite.ts'
import type { CreateWorld } from './world.ts'

export * from './pictures.ts'

/** Registers the tests that every backend passes, on a server and on a device. */
export function describeBackend(name: string, world: CreateWorld) {
  describeInvitations(name, world)
  describeEvents(name, world)
  describeSearch(name, world)
  describeScans(name, world)
  describeUndo(name, world)

  describe(`${name}: the connection`, () => {
    test('reports a working database', async () => {
      const backend = await (await world()).signIn({})
      expect(await backend.connection.test({})).toMatchObject({
        success: true,
        status: { database_exists: true, can_read: true, can_write: true },
      })
    })
  })
}

/** Registers the tests of what only a server does. */
export function describeServer(name: string, world: CreateWorld) {
  describeStoredInvitations(name, world)
  describeStoredEvents(name, world)
  describeOfflineScans(name, world)
  describeDesigns(name, world)
  describeCodes(name, world)

  test(`${name}: connection.office returns the settings of the installation without a session`, async () => {
    const backend = await (await world()).signIn({})
    expect(await backend.connection.office({})).toEqual({ defaultCountry: '967', timeZone: 'Asia/Aden' })
  })
}
