import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
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
