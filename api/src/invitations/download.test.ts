import { setImmediate as nextTurn } from 'node:timers/promises'
import { scopeOfActor } from '@hudur/core/actor'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { readDownload } from './download.ts'

describe.each(ENGINES)('downloads on %s', engine => {
  const { db } = startTestServer(engine)
  const owner = { id: 'owner', isAdmin: false }

  test('of twelve downloads at once, four are read at a time', async () => {
    const running = new Set<number>()
    const fourRunning = Promise.withResolvers<void>()
    let most = 0
    const download = async (id: number) => {
      const recordRead: KyselyPlugin = {
        transformQuery({ node }) {
          running.add(id)
          most = Math.max(most, running.size)
          if (running.size === 4) fourRunning.resolve()
          return node
        },
        async transformResult({ result }) {
          // No download ends before four run. A later download begins after the end of an earlier one.
          await fourRunning.promise
          await nextTurn()
          return result
        },
      }
      const slowReads = db().slowReads.withPlugin(recordRead)
      await readDownload({ db: { ...db(), slowReads }, now: () => new Date(), timeZone: 'Asia/Aden' }, owner, scopeOfActor(owner), {})
      running.delete(id)
    }
    await Promise.all(Array.from({ length: 12 }, (_, id) => download(id)))
    expect(most).toBe(4)
  })
})
