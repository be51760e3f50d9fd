import { describe, expect, test } from 'vitest'
import { describeCodes } from './codes-suite.ts'
import { describeDesigns } from './designs-suite.ts'
import { describeEvents, describeStoredEvents } from './events-suite.ts'
import { describeInvitations } from './invitations-suite.ts'
import { describeOfflineScans } from './offline-scans-suite.ts'
import { describeScans } from './scans-suite.ts'
import { describeSearch } from './search-suite.ts'
import { describeStoredInvitations } from './stored-invitations-suite.ts'
import type { CreateTestEnvironment } from './test-environment.ts'
import { describeUndo } from './undo-suite.ts'

/** Registers the tests that every backend passes, on a server and on a device. */
export function describeBackend(name: string, createEnvironment: CreateTestEnvironment) {
  describeInvitations(name, createEnvironment)
  describeEvents(name, createEnvironment)
  describeSearch(name, createEnvironment)
  describeScans(name, createEnvironment)
  describeUndo(name, createEnvironment)

  describe(`${name}: the connection`, () => {
    test('installation.test reports a database that can be read and written', async () => {
      const backend = await (await createEnvironment()).signIn({})
      expect(await backend.installation.test({})).toMatchObject({
        success: true,
        status: { database_exists: true, can_read: true, can_write: true },
      })
    })
  })
}

/** Registers the tests of what only a server does. */
export function describeServer(name: string, createEnvironment: CreateTestEnvironment) {
  describeStoredInvitations(name, createEnvironment)
  describeStoredEvents(name, createEnvironment)
  describeOfflineScans(name, createEnvironment)
  describeDesigns(name, createEnvironment)
  describeCodes(name, createEnvironment)

  test(`${name}: installation.office needs no session`, async () => {
    const backend = await (await createEnvironment()).signIn({})
    expect(await backend.installation.office({})).toEqual({ defaultCountry: '967', timeZone: 'Asia/Aden' })
  })
}
