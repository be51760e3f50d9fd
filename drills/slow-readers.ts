import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import process from 'node:process'
import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import { createPng, pngChunk } from '@hudur/core/testing/pictures'
import { createReusableInvitations, openGates } from '../api/testing/gates.ts'
import { percentile } from '../api/testing/percentile.ts'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { createDrillReport } from './drill.ts'
import { inviteGuests, latencySummary } from './support.ts'

/** How many clients request each of the three large answers and read almost nothing of it. */
const READERS: Record<'picture' | 'changes' | 'list', number> = { picture: 1_000, changes: 500, list: 500 }
const GATES = 10
/** An event with this many guests has lists of 5 MB, as large as the picture. */
const GUESTS = 9_000
const PICTURE_BYTES = 5_000_000
const ATTACK_MS = 60_000
const REFERENCE_DURATION_MS = 10_000
const [MAX_GROWTH_MB, MAX_P99_MS] = [150, 100]

/** Reads a metric of a server that is a number. */
async function readMetric(url: string, name: string) {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1])
}

const startReaders = (...given: string[]) =>
  spawn(process.execPath, [path.join(import.meta.dirname, 'idle-crowd.ts'), ...given], { stdio: ['ignore', 'ignore', 'inherit'] })

const killAndWait = (child: ChildProcess) =>
  new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

/** 2,000 clients request large answers and do not read them, while gates scan. */
export const slowReadersDrill = () =>
  withTemporaryFolder(async folder => {
    const { lines, expect, note } = createDrillReport('2,000 slow readers of pictures and lists')
    const server = await startProduct({ DATA_DIR: folder }, { descriptors: 20_000 })
    const { backend, cookie, cookies } = await signIn(server.url)
    const [guest] = await inviteGuests(backend, GUESTS)
    const [event] = await backend.events.list({}).then(({ rows }) => rows)
    const picture = await backend.invitations.uploadPicture({
      picture: createPng({}, [pngChunk('IDAT', randomBytes(PICTURE_BYTES))]),
    })
    await backend.invitations.saveDesign({
      eventId: event!.id,
      look: { ...DEFAULT_LOOK, background: { is: 'picture', pictureId: picture.id } },
    })
    const ids = (await createReusableInvitations(backend, GATES)).map(({ id }) => id)
    const gates = openGates(server.url, cookies, ids)
    const scanForDuration = (ms: number) => gates.scanWhile(elapsed => elapsed < ms)
    const readMegabytes = async (name: string) => (await readMetric(server.url, name)) / 1024 ** 2
    const paths = {
      picture: `/api/i/picture.php?code=${guest}`,
      changes: '/api/invitations/changes.php',
      list: '/api/invitations/list.php',
    }
    // Each answer is requested and read once before, so that the memory that it needs anyway does not count.
    for (const url of Object.values(paths)) await (await fetch(server.url + url, { headers: { cookie } })).arrayBuffer()

    const before = await scanForDuration(REFERENCE_DURATION_MS)
    const memoryBefore = await readMegabytes('process_resident_memory_bytes')
    const readers = Object.entries(READERS).map(([name, count]) =>
      startReaders(server.url, String(count), 'unread', paths[name as keyof typeof paths], cookie),
    )
    let [memory, unread] = [0, 0]
    const measuring = setInterval(async () => {
      memory = Math.max(memory, await readMegabytes('process_resident_memory_bytes').catch(() => 0))
      unread = Math.max(unread, await readMegabytes('hudur_unread_bytes').catch(() => 0))
    }, 500)
    const during = await scanForDuration(ATTACK_MS)
    clearInterval(measuring)
    await Promise.all(readers.map(killAndWait))

    const growth = memory - memoryBefore
    note('unread answers keep at most', `${unread.toFixed(0)} MB`)
    expect(`the memory of the server grows by less than ${MAX_GROWTH_MB} MB`, growth < MAX_GROWTH_MB, `${growth.toFixed(0)} MB`)
    note('scans before the attack (reference)', latencySummary(before))
    expect(`scans during the attack, p99 < ${MAX_P99_MS} ms`, percentile(during, 0.99) < MAX_P99_MS, latencySummary(during))
    const { lost } = gates
    expect('every scan is answered and admitted', lost.length === 0, lost.length === 0 ? '0 lost' : `${lost.length} lost: ${lost[0]}`)
    gates.close()
    await server.stop()
    return lines
  })
