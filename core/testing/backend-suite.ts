import { describe, expect, test } from 'vitest'
import { describeChildren, describeStoredChildren } from './suites/children.ts'
import { describeCodes } from './suites/codes.ts'
import { describeDesigns } from './suites/designs.ts'
import { describeEvents, describeStoredEvents } from './suites/events.ts'
import { describeExits } from './suites/exits.ts'
import { describeFind } from './suites/find.ts'
import { describeInvitations } from './suites/invitations.ts'
import { describeOfflineScans } from './suites/offline-scans.ts'
import { describeScans } from './suites/scans.ts'
import { describeSearch } from './suites/search.ts'
import { describeStoredInvitations } from './suites/stored-invitations.ts'
import { describeUndo } from './suites/undo.ts'
import { describeWalkIns } from './suites/walk-ins.ts'
import type { CreateTestEnvironment } from './test-environment.ts'

/** Registers the tests that every backend passes, on a server and on a device. */
export function describeBackend(name: string, createEnvironment: CreateTestEnvironment) {
  describeInvitations(name, createEnvironment)
  describeEvents(name, createEnvironment)
  describeChildren(name, createEnvironment)
  describeSearch(name, createEnvironment)
  describeFind(name, createEnvironment)
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
  describeStoredChildren(name, createEnvironment)
  describeOfflineScans(name, createEnvironment)
  describeDesigns(name, createEnvironment)
  describeCodes(name, createEnvironment)
  describeWalkIns(name, createEnvironment)
  describeExits(name, createEnvironment)

  test(`${name}: installation.office needs no session`, async () => {
    const backend = await (await createEnvironment()).signIn({})
    expect(await backend.installation.office({})).toEqual({ defaultCountry: '967', timeZone: 'Asia/Aden' })
  })
}
