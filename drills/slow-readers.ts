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

/** For each of the three large answers, how many clients request it and read almost nothing of it. */
const READERS: Record<'picture' | 'changes' | 'list', number> = { picture: 1_000, changes: 500, list: 500 }
const GATES = 10
/** The number of guests of the event. Its lists then have 5 MB, as much as the picture. */
const GUESTS = 9_000
const PICTURE_BYTES = 5_000_000
const ATTACK_MS = 60_000
const REFERENCE_DURATION_MS = 10_000
const [MAX_GROWTH_MB, MAX_P99_MS] = [150, 100]

/** Reads the metrics of a server. Returns a function that returns one of them that is a number. */
async function readMetrics(url: string) {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1])
}

const startReaders = (...given: string[]) =>
  spawn(process.execPath, [path.join(import.meta.dirname, 'idle-crowd.ts'), ...given], { stdio: ['ignore', 'ignore', 'inherit'] })

const killAndWait = (child: ChildProcess) =>
  new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

/** Makes 2,000 clients request large answers and not read them, while gates scan. */
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
    const readMegabytes = async (name: string) => (await readMetrics(server.url))(name) / 1024 ** 2
    const paths = {
      picture: `/api/i/picture.php?code=${guest}`,
      changes: '/api/invitations/changes.php',
      list: '/api/invitations/list.php',
    }
    // Each answer is requested and read once before, because the memory for its first production must not count.
    for (const url of Object.values(paths)) await (await fetch(server.url + url, { headers: { cookie } })).arrayBuffer()

    const before = await scanForDuration(REFERENCE_DURATION_MS)
    const [memoryBefore = 0, heapBefore = 0, externalBefore = 0] = await Promise.all(
      ['process_resident_memory_bytes', 'nodejs_heap_size_total_bytes', 'nodejs_external_memory_bytes'].map(readMegabytes),
    )
    const readers = Object.entries(READERS).map(([name, count]) =>
      startReaders(server.url, String(count), 'unread', paths[name as keyof typeof paths], cookie),
    )
    let unread = 0
    /** The greatest memory (MB) of the server process so far, with the parts that V8 reports. */
    let peak = { memory: 0, heap: 0, external: 0 }
    const measuring = setInterval(async () => {
      const read = await readMetrics(server.url).catch(() => undefined)
      if (!read) return
      const megabytes = (name: string) => read(name) / 1024 ** 2
      unread = Math.max(unread, megabytes('hudur_unread_bytes'))
      const memory = megabytes('process_resident_memory_bytes')
      if (memory > peak.memory)
        peak = { memory, heap: megabytes('nodejs_heap_size_total_bytes'), external: megabytes('nodejs_external_memory_bytes') }
    }, 500)
    const cpuBefore = (await readMetrics(server.url))('process_cpu_seconds_total')
    const during = await scanForDuration(ATTACK_MS)
    const cpuSeconds = (await readMetrics(server.url))('process_cpu_seconds_total') - cpuBefore
    clearInterval(measuring)
    await Promise.all(readers.map(killAndWait))

    note('processor time of the server during the attack', `${cpuSeconds.toFixed(1)} s in ${ATTACK_MS / 1_000} s`)
    const growth = peak.memory - memoryBefore
    note('unread answers keep at most', `${unread.toFixed(0)} MB`)
    note(
      'the memory at its peak',
      `${peak.memory.toFixed(0)} MB, heap ${heapBefore.toFixed(0)} → ${peak.heap.toFixed(0)}, buffers ${externalBefore.toFixed(0)} → ${peak.external.toFixed(0)}`,
    )
    expect(`the memory of the server grows by less than ${MAX_GROWTH_MB} MB`, growth < MAX_GROWTH_MB, `${growth.toFixed(0)} MB`)
    note('scans before the attack (reference)', latencySummary(before))
    expect(`scans during the attack, p99 < ${MAX_P99_MS} ms`, percentile(during, 0.99) < MAX_P99_MS, latencySummary(during))
    const { lost } = gates
    expect('every scan is answered and admitted', lost.length === 0, lost.length === 0 ? '0 lost' : `${lost.length} lost: ${lost[0]}`)
    gates.close()
    await server.stop()
    return lines
  })
