import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import { ID_BYTES, idFromBytes } from '@hudur/core/id'
import sharp from 'sharp'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { createPhotograph } from '../e2e/card-files.ts'
import { readDatabaseCounts } from './database-counts.ts'
import { createDrillReport } from './drill.ts'
import { inviteGuests, processAll } from './support.ts'

const GUESTS = 5_000

/** Makes a backup while guests are admitted, and restores it in another data folder, as if on another machine. */
export const backupUnderLoadDrill = () =>
  withTemporaryFolder(async folder => {
    const { lines, expect } = createDrillReport('a backup under load, restored in another data folder')
    const [dataDir, elsewhere] = [path.join(folder, 'data'), path.join(folder, 'elsewhere')]
    await mkdir(elsewhere)
    const runBackupCommand = (place: string, ...given: string[]) =>
      promisify(execFile)(process.execPath, ['api/src/backups/command.ts', ...given], { env: { ...process.env, DATA_DIR: place } })

    const server = await startProduct({ DATA_DIR: dataDir })
    const { backend: admin } = await signIn(server.url)
    const ids = await inviteGuests(admin, GUESTS)
    const picture = await admin.invitations.uploadPicture({
      picture: Uint8Array.from(
        await sharp(await createPhotograph({ noise: 12 }))
          .jpeg()
          .toBuffer(),
      ),
    })
    const { eventName, eventDate } = (await admin.invitations.list({ limit: 1 })).rows[0]!
    await admin.invitations.saveDesign({
      id: idFromBytes(crypto.getRandomValues(new Uint8Array(ID_BYTES))),
      eventName,
      eventDate,
      look: { ...DEFAULT_LOOK, background: { is: 'picture', pictureId: picture.id } },
    })
    const before = await admin.invitations.picture({ id: picture.id })

    let [green, least, most] = [0, 0, 0]
    let file = ''
    const guests = processAll(ids, 16, async (id, n) => {
      const { outcome } = await admin.checkIn.check({ qr_code: id, nonce: `guest-${n}` })
      if (outcome === 'admitted') green++
    })
    while (green < GUESTS / 4) await new Promise(resolve => setTimeout(resolve, 5))
    least = green
    file = (await runBackupCommand(dataDir, 'make')).stdout.split('\n')[0]!
    most = green
    await guests
    await server.stop()

    await runBackupCommand(elsewhere, 'restore', file)
    const { problem, invitations, invitationCount, chargedCredits } = readDatabaseCounts(elsewhere)
    const inBackup = invitations.filter(({ admitted }) => admitted === 1).length
    expect('the backup is made while guests are admitted', most > least && most < GUESTS, `from ${least} guests to ${most}`)
    expect('the backup has the counts of that moment', inBackup >= least && inBackup <= most + 16, `${inBackup} guests`)
    expect(
      'the file is undamaged, and every count equals its admissions',
      problem === '' && invitations.every(({ counted, admitted }) => counted === admitted),
      problem || 'ok',
    )
    expect(
      'the used quota equals the number of invitations',
      invitationCount === chargedCredits && invitationCount === GUESTS,
      `${invitationCount} of ${chargedCredits}`,
    )

    const restored = await startProduct({ DATA_DIR: elsewhere })
    const { backend: restoredCaller } = await signIn(restored.url)
    const [design] = (await restoredCaller.invitations.designs({})).rows
    const after = await restoredCaller.invitations.picture({ id: picture.id })
    expect(
      'the design and its picture are restored',
      design?.eventName === eventName && Buffer.from(after).equals(Buffer.from(before)),
      `${after.length} bytes, the same`,
    )
    await processAll(ids, 16, async (id, n) => {
      const { outcome } = await restoredCaller.checkIn.check({ qr_code: id, nonce: `guest-${n}` })
      if (outcome !== 'admitted') throw new Error(`${id} is ${outcome}`)
    })
    await restored.stop()
    const { invitations: all } = readDatabaseCounts(elsewhere)
    expect(
      'scans that devices upload again are counted once',
      all.every(({ counted, admitted }) => counted === 1 && admitted === 1),
      `${all.length} guests once each`,
    )
    return lines
  })
