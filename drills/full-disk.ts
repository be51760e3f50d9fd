import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { waitUntil } from '../api/testing/wait.ts'
import { readDatabaseCounts } from './database-counts.ts'
import { createDrillReport } from './drill.ts'
import { inviteGuests } from './support.ts'

const DISK_MEGABYTES = 24
const BALLAST_MEGABYTES = 8

/** Starts the product by `npm start` while nothing is free on the disk, and frees space. */
async function startOnFullDisk(dataDir: string, ballast: string, expect: ReturnType<typeof createDrillReport>['expect']) {
  await writeFile(ballast, Buffer.alloc(DISK_MEGABYTES * 2 ** 20)).catch(() => {})
  const npm = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, SETTINGS_FILE: os.devNull, PORT: '0', DATA_DIR: dataDir, BACKUP_KEEP: 'off', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  try {
    await waitUntil('npm start tries again', async () => output.includes('It tries again in 2 s.'), 120_000)
    const sentence = /The disk of [^"]* is full[^"]*/.exec(output)?.[0]
    expect('a start on a full disk names the file', sentence?.includes(path.join(dataDir, 'hudur.sqlite')) ?? false, sentence ?? output)
    await rm(ballast)
    await waitUntil('the server starts', async () => output.includes('Hudur is at'), 120_000)
    expect('npm start tries again, and serves once there is space', true, 'Hudur is at …')
  } finally {
    npm.kill('SIGTERM')
    await once(npm, 'exit')
  }
}

/** Fills a small disk by creating invitations until writes fail, then frees space and checks that the server recovers. */
export const fullDiskDrill = () =>
  withTemporaryFolder(async folder => {
    const { lines, expect, notTried } = createDrillReport(`a disk of ${DISK_MEGABYTES} MB runs full while invitations are made`)
    const disk = path.join(folder, 'disk')
    await mkdir(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', disk], { stdio: 'pipe' })
    } catch {
      notTried('writes are refused, and the server recovers', 'a tmpfs cannot be mounted on this machine')
      return lines
    }
    try {
      const ballast = path.join(disk, 'ballast')
      await writeFile(ballast, Buffer.alloc(BALLAST_MEGABYTES * 2 ** 20))
      const server = await startProduct({ DATA_DIR: path.join(disk, 'data'), BACKUP_KEEP: 'off', LOG_LEVEL: 'silent' })
      const { backend: admin } = await signIn(server.url)
      const readReadyStatus = async () => (await fetch(`${server.url}/readyz`)).status

      let createdCount = 0
      /** Creates invitations, `size` in each call, until a call is refused. Returns the refusal. */
      async function createUntilRefused(size: number): Promise<unknown> {
        for (;;) {
          try {
            createdCount += (await inviteGuests(admin, size)).length
          } catch (refusal) {
            return refusal
          }
        }
      }
      // Calls with many invitations fail first. In the end not even one invitation fits on the disk.
      let refusal: unknown
      for (const size of [500, 50, 5, 1]) refusal = await createUntilRefused(size)
      const isClear = refusal instanceof UnreachableError || (refusal instanceof Refusal && refusal.code === 'unavailable')
      expect('a write that does not fit is refused as unavailable', isClear, refusal instanceof Error ? refusal.message : String(refusal))
      // The last failed creation has reserved some pages at the end of the write-ahead log. The test writes of /readyz fill them, one in 5 s.
      await waitUntil('/readyz returns 503', async () => (await readReadyStatus()) === 503, 180_000)
      expect('/readyz returns 503', true, 503)
      const { total } = await admin.invitations.list({ limit: 1 })
      expect('reads still work', total === createdCount, `${total} invitations listed`)

      await rm(ballast)
      await waitUntil('/readyz returns 200', async () => (await readReadyStatus()) === 200)
      expect('with space again /readyz returns 200 without a restart', true, '200, the same process')
      const laterInvitations = await inviteGuests(admin, 500)
      await server.stop()
      await startOnFullDisk(path.join(disk, 'data'), ballast, expect)
      const { problem, invitationCount, chargedCredits } = readDatabaseCounts(path.join(disk, 'data'))
      expect(
        'every answered creation is stored, and none in part',
        invitationCount === createdCount + laterInvitations.length && chargedCredits === invitationCount,
        `${invitationCount} stored, ${createdCount + laterInvitations.length} answered, ${chargedCredits} charged`,
      )
      expect('the file is undamaged', problem === '', problem || 'integrity_check: ok')
    } finally {
      execFileSync('umount', ['-l', disk])
    }
    return lines
  })
