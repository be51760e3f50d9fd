import path from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { type Contract, contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import type { LiveEventFigures } from '@hudur/core/events/contract'
import { createHttpBackend } from '@hudur/core/http-backend'
import { followFigures } from '../api/testing/follow.ts'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { waitUntil } from '../api/testing/wait.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { createDrillReport } from './drill.ts'
import { inviteGuests, processAll, queryPostgres, repeatUntilAnswered } from './support.ts'

/** The scans that all gates together begin in a second, and how many each gate begins. A gate waits for the verdict before its next scan. */
const SCANS_PER_SECOND = Number(process.env.DRILL_SCANS || 300)
const SCANS_PER_GATE = 5
const INVITATIONS = 2_000
/** How many people an invitation admits, and the number of invitations that suffices for a run. */
const PLACES = 100
/** The pause (ms) of a gate before it asks again, and after which it asks the other process. */
const RETRY_PAUSE_MS = 250
const REQUEST_TIMEOUT_MS = 8_000
/** How long (ms) scans run before a failure and after the first verdict after it. */
const [BEFORE_MS, AFTER_MS] = [3_000, 5_000]
/** The longest time (ms) until scans are answered again, and until the cluster is as before. */
const RECOVERY_TIMEOUT_MS = 120_000
/** The frequency (ms) at which `/readyz` is requested, and from which time on a wrong answer counts. */
const READINESS_INTERVAL_MS = 200

/** The number of acknowledged admissions that the last failure loses. */
const LOST_SCANS = 1_000

type Verdict = { at: number; server: number }
type Readiness = { sentAt: number; at: number; status: number }

/** A failure; `heal` ends it after the pause (ms) of `lasts`, and `goal` is the longest time (ms) without a verdict that is wanted. */
type Failure = { name: string; goal: number; lasts?: number; cause: (cluster: Cluster) => Promise<(() => unknown) | undefined> }

async function findNode(cluster: Cluster, role: string) {
  const node = await cluster.nodeOf(role)
  if (!node) throw new Error(`no node is the ${role}`)
  return node
}

type ClusterNode = Cluster['nodes'][number]

/** Calls a function of a member of etcd. */
async function callEtcd<Answer>({ address }: ClusterNode, name: string, body: object = {}) {
  const response = await fetch(`http://${address}:2379/v3/maintenance/${name}`, { method: 'POST', body: JSON.stringify(body) })
  return (await response.json()) as Answer
}

/** Returns the members of etcd with their ids; the first one is the leader. */
async function etcdMembers({ nodes }: Cluster) {
  const members: { node: ClusterNode; id: string; isLeader: boolean }[] = []
  for (const node of nodes) {
    const { header, leader } = await callEtcd<{ header: { member_id: string }; leader: string }>(node, 'status')
    members.push({ node, id: header.member_id, isLeader: header.member_id === leader })
  }
  return members.sort((a, b) => Number(b.isLeader) - Number(a.isLeader))
}

/** Makes the etcd of a node the leader: when it is frozen and wakes up, it still believes to be the leader for a moment. */
async function moveEtcdLeader(cluster: Cluster, node: ClusterNode) {
  const members = await etcdMembers(cluster)
  const target = members.find(member => member.node === node)
  if (target && !target.isLeader) await callEtcd(members[0]!.node, 'transfer-leadership', { targetID: target.id })
}

const FAILURES: Failure[] = [
  {
    name: 'the primary is killed',
    goal: 20_000,
    lasts: 30_000,
    async cause(cluster) {
      const primary = await findNode(cluster, 'leader')
      primary.signal('SIGKILL')
      return primary.restart
    },
  },
  {
    name: 'the primary is frozen for 55 s',
    goal: 25_000,
    lasts: 55_000,
    async cause(cluster) {
      const primary = await findNode(cluster, 'leader')
      await moveEtcdLeader(cluster, primary)
      primary.signal('SIGSTOP')
      return () => primary.signal('SIGCONT')
    },
  },
  {
    name: 'the primary is switched over',
    goal: 4_000,
    async cause(cluster) {
      const [primary, standby] = [await findNode(cluster, 'leader'), await findNode(cluster, 'sync_standby')]
      const body = JSON.stringify({ leader: primary.name, candidate: standby.name })
      const response = await fetch(`http://${primary.address}:8008/switchover`, { method: 'POST', body })
      if (!response.ok) throw new Error(await response.text())
      return undefined
    },
  },
  {
    name: 'HAProxy is killed, and started after 2 s',
    goal: 3_500,
    lasts: 2_000,
    async cause(cluster) {
      cluster.killProxy()
      return cluster.startProxy
    },
  },
  {
    name: 'HAProxy is reloaded',
    goal: 3_500,
    lasts: 12_000,
    async cause(cluster) {
      cluster.startProxy(true)
      return () => undefined
    },
  },
  {
    name: 'the leader of etcd is killed for 15 s',
    goal: 1_500,
    lasts: 15_000,
    async cause(cluster) {
      const [leader] = await etcdMembers(cluster)
      const { node } = leader!
      node.signalEtcd('SIGKILL')
      return node.startEtcd
    },
  },
  {
    name: 'etcd has no majority for 45 s',
    goal: 1_500,
    lasts: 45_000,
    async cause({ nodes: [first, second] }) {
      for (const node of [first, second]) node!.signalEtcd('SIGSTOP')
      return () => [first, second].map(node => node!.signalEtcd('SIGCONT'))
    },
  },
  {
    name: 'the synchronous standby is killed',
    goal: 8_000,
    lasts: 20_000,
    async cause(cluster) {
      const standby = await findNode(cluster, 'sync_standby')
      standby.signal('SIGKILL')
      return standby.restart
    },
  },
]

/** Returns the longest time (ms) without a verdict in a period, and when it began and ended. */
function longestPause(times: readonly number[], from: number, to: number) {
  const within = [from, ...times.filter(at => at > from && at < to), to]
  let longest = { length: 0, from, to: from }
  for (const [n, at] of within.entries()) {
    const length = n === 0 ? 0 : at - within[n - 1]!
    if (length > longest.length) longest = { length, from: within[n - 1]!, to: at }
  }
  return longest
}

/**
 * Returns for how long (ms) `/readyz` of a process was wrong: 200 in a pause of the verdicts, counted from the verdict before or until the one
 * after, or 503 while scans were answered, counted from the end of the last pause of a second.
 */
function wrongReadiness(answers: readonly Readiness[], verdictTimes: readonly number[]) {
  let wrong = 0
  let pauseEnd = verdictTimes[0] ?? 0
  let n = 0
  for (const { status, sentAt, at } of answers) {
    for (; n + 1 < verdictTimes.length && verdictTimes[n + 1]! <= at; n++)
      if (verdictTimes[n + 1]! - verdictTimes[n]! >= 1_000) pauseEnd = verdictTimes[n + 1]!
    const [before, after] = [verdictTimes[n], verdictTimes[n + 1]]
    if (before === undefined || after === undefined) continue
    const isPause = after - before >= 1_000
    if (status === 200 && isPause && sentAt > before) wrong = Math.max(wrong, Math.min(at - before, after - at))
    if (status !== 200 && !isPause && sentAt > pauseEnd) wrong = Math.max(wrong, at - pauseEnd)
  }
  return wrong
}

/**
 * Turns synchronous replication off, lets the standbys miss acknowledged admissions, and kills the primary. Then sends the admissions again,
 * as devices do in a new epoch.
 */
async function loseAdmissions(cluster: Cluster, admin: Backend<Contract>, { expect }: ReturnType<typeof createDrillReport>) {
  const ids = await inviteGuests(admin, LOST_SCANS)
  const { epoch } = await admin.invitations.changes({})
  await cluster.configure({ synchronous_mode: false, maximum_lag_on_failover: 1_000_000_000 }, all =>
    all.every(({ role }) => role !== 'sync_standby'),
  )
  const primary = await findNode(cluster, 'leader')
  const standbys = cluster.nodes.filter(node => node !== primary)
  // A commit may still wait for a standby until Patroni has changed the settings of PostgreSQL.
  await pause(10_000)
  for (const { signalReceiver } of standbys) signalReceiver('SIGSTOP')
  const send = (happened: boolean) =>
    processAll(ids, 24, async id => {
      await repeatUntilAnswered(() => admin.checkIn.check({ qr_code: id, nonce: `lost-${id}`, happened }))
    })
  await send(false)
  primary.signal('SIGKILL')
  for (const { signalReceiver } of standbys) signalReceiver('SIGKILL')
  const count = async (condition: string) =>
    (
      await queryPostgres(cluster.url, `select count(*)::int as counted from invitations where generation_type = 'names' and ${condition}`)
    )[0].counted
  await waitUntil(
    'there is a new primary',
    () =>
      count('true').then(
        () => true,
        () => false,
      ),
    RECOVERY_TIMEOUT_MS,
  )
  const back = performance.now()
  const left = await count('current_scans = 1')
  const { epoch: next } = await repeatUntilAnswered(() => admin.invitations.changes({}))
  expect(
    'without synchronous replication, a fail-over that loses scans begins a new epoch',
    left < LOST_SCANS && next !== epoch,
    `${LOST_SCANS - left} of ${LOST_SCANS} lost, ${next === epoch ? 'the same' : 'a new'} epoch`,
  )
  await send(true)
  const [counted, twice] = [await count('current_scans = 1'), await count('current_scans > 1')]
  expect(
    'uploaded again, all are counted once',
    counted === LOST_SCANS,
    `${counted} counted, ${twice} twice, after ${seconds(performance.now() - back)}`,
  )
  primary.restart()
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`

/** Builds a cluster, and causes failures while gates scan at two processes, each scan repeated under its key until it is answered. */
export const failoverDrill = () =>
  withTemporaryFolder(async folder => {
    const report = createDrillReport('a PostgreSQL cluster fails under load')
    const { lines, expect, note, notTried } = report
    const began = performance.now()
    let cluster: Cluster
    try {
      cluster = await startCluster(folder)
    } catch (error) {
      notTried('a cluster of three nodes starts', String(error))
      return lines
    }
    note('a cluster of three nodes starts', `after ${seconds(performance.now() - began)}`)
    const environment = { DATABASE_URL: cluster.url, LOG_LEVEL: 'silent' }
    const servers = [
      await startProduct({ ...environment, DATA_DIR: path.join(folder, 'first') }),
      await startProduct({ ...environment, DATA_DIR: path.join(folder, 'second') }),
    ]
    let isOver = false
    try {
      const statuses: number[] = []
      const { fetch: session, backend: admin } = await signIn(servers[0]!.url)
      const watchedFetch: typeof fetch = async (input, init) => {
        const response = await session(input, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
        statuses.push(response.status)
        return response
      }
      const backends = servers.map(({ url }) => createHttpBackend(contract, { base: url, fetch: watchedFetch }))
      const event = { eventName: 'حفل التدريب', eventDate: '2027-01-14', generationType: 'custom', maxScans: PLACES } as const
      const ids: string[] = []
      for (let from = 0; from < INVITATIONS; from += 500) {
        const invitations = Array.from({ length: 500 }, (_, n) => ({ ...event, guestName: `عائلة ${from + n}` }))
        for (const { id } of await admin.invitations.create({ invitations })) ids.push(id)
      }
      const eventId = (await admin.invitations.list({ limit: 1 })).rows[0]!.eventId!

      const verdicts: Verdict[] = []
      const admitted = new Map<string, number>()
      let [scans, retries, others] = [0, 0, 0]
      async function scanUntilAnswered(n: number) {
        const id = ids[n % ids.length]!
        for (let server = n % 2; ; server = 1 - server) {
          try {
            const { outcome } = await backends[server]!.checkIn.check({ qr_code: id, nonce: `scan-${n}` })
            verdicts.push({ at: performance.now(), server })
            if (outcome === 'admitted') admitted.set(id, (admitted.get(id) ?? 0) + 1)
            else others++
            return
          } catch {
            retries++
            await pause(RETRY_PAUSE_MS)
          }
        }
      }
      let isScanning = false
      let running = 0
      async function runGate() {
        while (!isOver) {
          if (!isScanning) {
            await pause(50)
            continue
          }
          const start = performance.now()
          running++
          await scanUntilAnswered(scans++)
          running--
          await pause(Math.max(0, 1_000 / SCANS_PER_GATE - (performance.now() - start)))
        }
      }
      for (let n = 0; n < SCANS_PER_SECOND / SCANS_PER_GATE; n++) void runGate()

      const readiness: Readiness[][] = [[], []]
      const arrived = [0, 0]
      for (const [index, { url }] of servers.entries()) {
        void (async () => {
          while (!isOver) {
            const sentAt = performance.now()
            const status = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }).then(
              response => response.status,
              () => 0,
            )
            readiness[index]!.push({ sentAt, at: performance.now(), status })
            await pause(READINESS_INTERVAL_MS)
          }
        })()
        void (async () => {
          while (!isOver) {
            const stream = await followFigures<LiveEventFigures>(session, url, eventId).catch(() => undefined)
            while (!isOver) {
              const figures = await stream?.next().catch(() => undefined)
              if (!figures) break
              arrived[index] = figures.arrived
            }
            await pause(500)
          }
        })()
      }
      const acknowledged = () => [...admitted.values()].reduce((sum, count) => sum + count, 0)

      /** Returns how many acknowledged scans the database lacks, and how many it has in excess. Later counts begin with what it has. */
      async function countInDatabase() {
        const rows = await queryPostgres(
          cluster.url,
          `select id, current_scans as counted, (select coalesce(sum(people), 0)::int from scans
            where invitation_id = invitations.id and outcome = 'admitted') as stored from invitations`,
        )
        let [lost, twice] = [0, 0]
        for (const { id, counted, stored } of rows) {
          const wanted = admitted.get(id) ?? 0
          lost += Math.max(0, wanted - Math.min(counted, stored))
          twice += Math.max(0, Math.max(counted, stored) - wanted)
          admitted.set(id, counted)
        }
        return { lost, twice }
      }

      /** Returns how long (ms) it takes until live figures at both processes contain the scans acknowledged so far. */
      async function timeUntilFiguresAreRight() {
        const wanted = acknowledged()
        const start = performance.now()
        await waitUntil('live figures are right', () => arrived.every(count => count >= wanted), RECOVERY_TIMEOUT_MS).catch(() => {})
        return performance.now() - start
      }
      isScanning = true
      await pause(BEFORE_MS)
      const usualTime = Math.max(await timeUntilFiguresAreRight(), await timeUntilFiguresAreRight())
      note(`live figures before any failure, at ${SCANS_PER_SECOND} scans a second`, `right after ${seconds(usualTime)}`)
      for (const { name, goal, lasts = 0, cause } of FAILURES) {
        process.stdout.write(`  ${name} …\n`)
        await waitUntil('the cluster is as before', cluster.isHealthy, RECOVERY_TIMEOUT_MS)
        isScanning = true
        await pause(BEFORE_MS)
        statuses.length = 0
        const [retriesBefore, countBefore] = [retries, acknowledged()]
        const start = performance.now()
        const heal = await cause(cluster)
        await pause(lasts)
        heal?.()
        const isAnswered = () =>
          servers.every((_, index) => verdicts.some(verdict => verdict.server === index && verdict.at > performance.now() - 300))
        await waitUntil('scans are answered again', isAnswered, RECOVERY_TIMEOUT_MS)
        const figuresTime = await timeUntilFiguresAreRight()
        await pause(AFTER_MS)
        isScanning = false
        await waitUntil('every scan is answered', () => running === 0, RECOVERY_TIMEOUT_MS)
        const end = performance.now()
        const gap = longestPause(
          verdicts.map(({ at }) => at),
          start,
          end - AFTER_MS / 2,
        )
        const wrong = servers.map((_, index) => {
          const times = verdicts.filter(({ server }) => server === index).map(({ at }) => at)
          const answers = readiness[index]!.filter(({ sentAt }) => sentAt > start)
          return wrongReadiness(answers, times)
        })
        const { lost, twice } = await countInDatabase()
        const count = acknowledged() - countBefore
        expect(
          `${name}: no acknowledged scan is lost or counted twice`,
          lost + twice === 0,
          `${lost} lost, ${twice} twice, of ${count}; ${retries - retriesBefore} repeated`,
        )
        expect(`${name}: no verdict for at most ${seconds(goal)}`, gap.length <= goal, seconds(gap.length))
        const failed = statuses.filter(status => status === 500).length
        expect(
          `${name}: no answer 500, /readyz is wrong for less than 1 s`,
          failed === 0 && Math.max(...wrong) < 1_000,
          `${failed} answers, ${wrong.map(seconds).join(' and ')}`,
        )
        expect(`${name}: live figures are right within 3 s more than before`, figuresTime < 3_000 + usualTime, seconds(figuresTime))
        for (const { wanted, seen, ok } of lines.slice(-4)) process.stdout.write(`    ${ok}: ${wanted}: ${seen}\n`)
        verdicts.length = 0
        for (const answers of readiness) answers.length = 0
      }
      process.stdout.write('  acknowledged scans are lost …\n')
      await waitUntil('the cluster is as before', cluster.isHealthy, RECOVERY_TIMEOUT_MS)
      await loseAdmissions(cluster, backends[0]!, report)
      note('scans with another verdict than green', others)
      const alive = servers.filter(({ pid }) => isRunning(pid)).length
      expect('no process of the server has ended', alive === servers.length, `${alive} of ${servers.length} run`)
    } finally {
      isOver = true
      for (const server of servers) await server.kill()
      cluster.stop()
    }
    return lines
  })

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
