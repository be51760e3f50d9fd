import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { createReusableInvitations, openGates } from '../api/testing/gates.ts'
import { percentile } from '../api/testing/percentile.ts'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { waitUntil } from '../api/testing/wait.ts'
import { readDatabaseCounts } from './database-counts.ts'
import { createDrillReport } from './drill.ts'
import { startSlowPhone } from './slow-phone.ts'
import { latencySummary } from './support.ts'

const GATES = 20
const REFERENCE_DURATION_MS = 20_000
const ATTACK_MS = 40_000
const [IDLE_CONNECTIONS, SLOW_CONNECTIONS] = [10_000, 2_000]
/** Clients that request the largest file eight times and read almost nothing: the operating system buffers up to 4 MB for each. */
const UNREAD_CLIENTS = 300
const PHONES = 5
/** The maximum time (ms) after an attack until the server answers normally again. */
const MAX_RECOVERY_MS = 35_000

const SITE_FOLDER = path.join(import.meta.dirname, '../web/dist')

/** Returns the largest file that anybody may request, with its URL path and its size in bytes. */
function largestFile() {
  const files = readdirSync(path.join(SITE_FOLDER, 'assets')).map(name => `/assets/${name}`)
  const sized = files.map(name => ({ name, size: statSync(path.join(SITE_FOLDER, name)).size }))
  return sized.reduce((one, other) => (other.size > one.size ? other : one))
}

type ConnectionFigures = { open: number; most: number; opened: number; cut: number }

/** Starts `idle-crowd.ts`. The property `figures` of the result has the latest figures that it printed. */
function startAttackers(...given: string[]) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'idle-crowd.ts'), ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const figures: ConnectionFigures = { open: 0, most: 0, opened: 0, cut: 0 }
  child.stdout.on('data', (chunk: Buffer) => {
    const last = chunk.toString().trim().split('\n').at(-1) ?? ''
    if (last.endsWith('}')) Object.assign(figures, JSON.parse(last))
  })
  return { child, figures }
}

const killAndWait = (child: ChildProcess) =>
  new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

/** Scans over open connections while attackers hold as many connections as they can. `descriptors` is the server's limit of open files. */
async function runWithDescriptors(descriptors: number) {
  return withTemporaryFolder(async folder => {
    const [idle, slow, unread] = [IDLE_CONNECTIONS, SLOW_CONNECTIONS, UNREAD_CLIENTS].map(count => count.toLocaleString('en'))
    const name = `${idle} idle connections, ${slow} slow bodies and ${unread} slow readers, ${descriptors.toLocaleString('en')} descriptors`
    const { lines, expect, note } = createDrillReport(name)
    const server = await startProduct({ DATA_DIR: folder }, { descriptors })
    const { backend, cookie, cookies } = await signIn(server.url)
    const ids = (await createReusableInvitations(backend, GATES)).map(({ id }) => id)
    const gates = openGates(server.url, cookies, ids)
    const scanForDuration = (ms: number) => gates.scanWhile(elapsed => elapsed < ms)
    const isServerReady = async () =>
      (await fetch(`${server.url}/readyz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5_000) }).catch(() => undefined))
        ?.status === 200

    await scanForDuration(2_000)
    const before = await scanForDuration(REFERENCE_DURATION_MS)

    const file = largestFile()
    const phones = Array.from({ length: PHONES }, () => startSlowPhone(server.url, cookie, file.name))
    const attackers = [
      startAttackers(server.url, String(UNREAD_CLIENTS), 'unread', file.name),
      startAttackers(server.url, String(IDLE_CONNECTIONS / 2), 'idle'),
      startAttackers(server.url, String(IDLE_CONNECTIONS / 2), 'idle'),
      startAttackers(server.url, String(SLOW_CONNECTIONS / 2), 'slow'),
      startAttackers(server.url, String(SLOW_CONNECTIONS / 2), 'slow', cookie),
    ]
    let [newcomers, welcomed] = [0, 0]
    const probing = setInterval(async () => {
      newcomers++
      if (await isServerReady()) welcomed++
    }, 1_000)
    const during = await scanForDuration(ATTACK_MS)
    clearInterval(probing)
    const sumFigure = (figure: keyof ConnectionFigures) => attackers.reduce((total, { figures }) => total + figures[figure], 0)
    const totals = `${sumFigure('opened').toLocaleString('en')} opened, at most ${sumFigure('most').toLocaleString('en')} at once, ${sumFigure('cut').toLocaleString('en')} closed by the server`

    const attackEndedAt = Date.now()
    await Promise.all(attackers.map(({ child }) => killAndWait(child)))
    const readConnectionCount = async () =>
      Number(/^hudur_connections (\d+)/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1])
    await waitUntil(
      'only the connections of the gates are left',
      async () => (await isServerReady()) && (await readConnectionCount()) <= GATES + PHONES + 5,
      MAX_RECOVERY_MS,
    )
    const recoveryMs = Date.now() - attackEndedAt
    const read = await Promise.all(phones.map(async phone => (await phone.rest()) >= phone.times * file.size))
    const after = await scanForDuration(5_000)

    note('connections of the attack', totals)
    note('scans before the attack (reference)', latencySummary(before))
    expect('scans during the attack, p99 < 100 ms', percentile(during, 0.99) < 100, latencySummary(during))
    note('scans after the attack', latencySummary(after))
    const { lost } = gates
    expect('every scan is answered and admitted', lost.length === 0, lost.length === 0 ? '0 lost' : `${lost.length} lost: ${lost[0]}`)
    expect('the connections of the gates stay open', gates.reopened() === 0, `${gates.reopened()} of ${GATES} had to connect again`)
    expect('callers with a new connection are answered meanwhile', welcomed >= newcomers * 0.9, `${welcomed} of ${newcomers}`)
    const whole = read.filter(Boolean).length
    expect('signed-in phones that read 30 kB/s receive their answers whole', whole === PHONES, `${whole} of ${PHONES}`)
    expect('the server works as before within 35 s after the attack', recoveryMs < MAX_RECOVERY_MS, `${(recoveryMs / 1_000).toFixed(1)} s`)
    gates.close()
    await server.stop()
    const { problem, invitations } = readDatabaseCounts(folder)
    const countedScans = invitations.reduce((total, invitation) => total + invitation.counted, 0)
    expect('every scan is counted once', problem === '' && countedScans === gates.count(), `${countedScans} of ${gates.count()}`)
    return lines
  })
}

/** Runs the drill twice: with 1,024 file descriptors, the default of many systems, and with 20,000. */
export const openConnectionsDrill = async () => [...(await runWithDescriptors(1_024)), ...(await runWithDescriptors(20_000))]
