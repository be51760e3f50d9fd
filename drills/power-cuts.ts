import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../api/testing/postgres-server.ts'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { readDatabaseCounts } from './database-counts.ts'
import { createDrillReport } from './drill.ts'
import { createAdmissions, inviteGuests } from './support.ts'

const GUESTS = 10_000
const KILL_COUNT = 20

/** Kills the server process repeatedly while guests are admitted. The gates repeat each scan until it is answered. */
export const powerCutsDrill = () =>
  withTemporaryFolder(async folder => {
    const { lines, expect } = createDrillReport(`kill -9, ${KILL_COUNT} times during ${GUESTS.toLocaleString('en')} scans`)
    const env = { DATA_DIR: folder, PORT: String(await findFreePort()) }
    let server = await startProduct(env)
    const { backend: admin } = await signIn(server.url)
    const ids = await inviteGuests(admin, GUESTS)

    const { green, lostScans, admit } = createAdmissions(admin)
    const guests = admit(ids, 32)
    let cuts = 0
    let isOver = false
    void guests.finally(() => {
      isOver = true
    })
    while (!isOver && cuts < KILL_COUNT) {
      // Each kill comes after 100 to 450 further admissions, so that the kills interrupt commits at different moments.
      const before = green.size
      while (!isOver && green.size < before + 100 + Math.random() * 350) await pause(1)
      if (isOver) break
      await server.kill()
      cuts++
      server = await startProduct(env)
    }
    await guests
    await server.stop()

    const { invitations, problem } = readDatabaseCounts(folder)
    expect('the server is killed', cuts === KILL_COUNT, `${cuts} times; ${lostScans()} scans were not answered and sent again`)
    expect('the file is undamaged', problem === '', problem || 'integrity_check: ok')
    expect('every guest is admitted', green.size === GUESTS, green.size)
    const lost = invitations.filter(({ id, admitted }) => green.has(id) && admitted === 0).length
    const wrongCounts = invitations.filter(({ counted, admitted }) => counted !== 1 || admitted !== 1).length
    expect('no answered admission is lost', lost === 0, `${lost} lost`)
    expect('every guest is counted once', wrongCounts === 0, `${wrongCounts} of ${invitations.length}`)
    return lines
  })
