import { cp, mkdir } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { readDatabaseCounts } from './database-counts.ts'
import { createDrillReport } from './drill.ts'
import { inviteGuests, processAll } from './support.ts'

const COPY_COUNT = 15
const GUESTS = 6_000

/** Copies the files of the data folder at random moments during scans and creations, as a disk snapshot would. */
export const diskSnapshotsDrill = () =>
  withTemporaryFolder(async folder => {
    const { lines, expect } = createDrillReport(`${COPY_COUNT} snapshots of the files under load`)
    const dataDir = path.join(folder, 'data')
    const server = await startProduct({ DATA_DIR: dataDir })
    const { backend: admin } = await signIn(server.url)
    const ids = await inviteGuests(admin, GUESTS)

    const green: string[] = []
    let isOver = false
    const making = (async () => {
      while (!isOver) await inviteGuests(admin, 50)
    })()
    const guests = processAll(ids, 16, async (id, n) => {
      if (isOver) return
      const answer = await admin.checkIn.check({ qr_code: id, nonce: `guest-${n}` })
      if (answer.outcome === 'admitted') green.push(id)
    })
    const taken: { dataDir: string; green: number }[] = []
    for (let n = 0; n < COPY_COUNT; n++) {
      await pause(100 + Math.random() * 200)
      const copy = path.join(folder, `copy-${n}`)
      await mkdir(copy)
      const answered = green.length
      // The server process is stopped while its files are copied, so that all copies have the state of the same moment.
      process.kill(server.pid, 'SIGSTOP')
      await cp(dataDir, copy, { recursive: true, filter: source => !source.endsWith('-shm') })
      process.kill(server.pid, 'SIGCONT')
      taken.push({ dataDir: copy, green: answered })
    }
    isOver = true
    await Promise.all([making, guests])
    await server.stop()

    const problems: string[] = []
    for (const copy of taken) {
      const { problem, invitations, chargedCredits, invitationCount } = readDatabaseCounts(copy.dataDir)
      const admitted = new Map(invitations.map(({ id, admitted }) => [id, admitted]))
      const missing = green.slice(0, copy.green).filter(id => admitted.get(id) !== 1).length
      if (problem || missing || chargedCredits !== invitationCount || invitations.some(({ counted, admitted }) => counted !== admitted))
        problems.push(`${problem || 'undamaged'}, ${missing} of ${copy.green} missing, ${chargedCredits} charged of ${invitationCount}`)
    }
    expect(
      'each copy opens, is undamaged, and has every admission answered before',
      problems.length === 0,
      problems.join('; ') || `${COPY_COUNT} of ${COPY_COUNT}`,
    )
    expect('there was load', green.length > 100, `${green.length} scans`)
    return lines
  })
