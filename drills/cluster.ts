import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findFreePort } from '../api/testing/postgres-server.ts'
import { waitUntil } from '../api/testing/wait.ts'
import { fetchClusterPrograms, type Program, UNPRIVILEGED } from './cluster-packages.ts'
import { queryPostgres } from './support.ts'

const CONFIGURATION = path.resolve(import.meta.dirname, '../deploy/cluster')
const STARTING_TIMEOUT_MS = 180_000

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Returns the ids of processes and of all their descendants. */
function familyOf(ids: readonly number[]) {
  const family = new Set(ids)
  const parents = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
        return { id: Number(name), parent: Number(fields[1]) }
      } catch {
        return { id: 0, parent: 0 }
      }
    })
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const { id, parent } of parents) if (family.has(parent)) family.add(id)
  }
  return [...family]
}

function signalAll(ids: readonly number[], signal: NodeJS.Signals) {
  for (const id of ids) {
    try {
      process.kill(id, signal)
    } catch {
      // The process has ended.
    }
  }
}

type Member = { name: string; role: string; state: string; lag?: number | string }

/**
 * Starts three nodes with etcd, Patroni and PostgreSQL, and HAProxy in front of them, with the files of `deploy/cluster/` on addresses of the
 * loopback network. `folder` is empty. Resolves once both standbys stream and one of them is synchronous.
 */
export async function startCluster(folder: string) {
  const programs = await fetchClusterPrograms()
  const network = `127.${1 + Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.`
  const proxyPort = await findFreePort()
  await chmod(folder, 0o755)

  async function writeConfiguration(file: string, replaced: readonly (readonly [string | RegExp, string])[], target: string) {
    let text = await readFile(path.join(CONFIGURATION, file), 'utf8')
    for (const [from, to] of replaced) text = text.replaceAll(from, to)
    await writeFile(target, text.replaceAll('10.0.0.0/24', '127.0.0.0/8').replaceAll('10.0.0.', network))
  }
  function start(name: string, [program, ...first]: Program, args: readonly string[], env: Record<string, string> = {}) {
    const output = createWriteStream(path.join(folder, `${name}.log`), { flags: 'a' })
    const child = spawn(program, [...first, ...args], {
      ...UNPRIVILEGED,
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false })
    child.on('error', error => output.write(String(error)))
    return child
  }

  async function createNode(number: number) {
    const name = `node${number}`
    const home = path.join(folder, name)
    await mkdir(home)
    if (UNPRIVILEGED.uid !== undefined) await chown(home, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
    const own = [
      [/^name: node1/gm, `name: ${name}`],
      // The list of members, which is the same everywhere, keeps its first address.
      [/^(?<before>(?!.*(?:initial-cluster:|hosts:)).*)10\.0\.0\.1(?=:)/gm, `$<before>10.0.0.${number}`],
    ] as const
    const [etcdFile, patroniFile] = [path.join(folder, `${name}-etcd.yml`), path.join(folder, `${name}-patroni.yml`)]
    await writeConfiguration('etcd.yml', [...own, ['/var/lib/etcd/hudur', path.join(home, 'etcd')]], etcdFile)
    await writeConfiguration(
      'patroni.yml',
      [
        ...own,
        ['/var/lib/postgresql/hudur', path.join(home, 'data')],
        ['/var/lib/postgresql/.pgpass_patroni', path.join(home, 'pgpass')],
        [/bin_dir: .*/g, `bin_dir: ${programs.postgresFolder}\n  parameters:\n    unix_socket_directories: ${home}`],
      ],
      patroniFile,
    )
    let [etcd, patroni]: (ChildProcess | undefined)[] = []
    function startEtcd() {
      etcd = start(`${name}-etcd`, programs.etcd, ['--config-file', etcdFile])
    }
    function startPatroni() {
      patroni = start(`${name}-patroni`, programs.patroni, [patroniFile], { HOME: home })
    }
    /** Returns the ids of Patroni and of PostgreSQL, which is in a session of its own. */
    function processesOf(...roots: (ChildProcess | undefined)[]) {
      const postmaster = readFileOrNothing(path.join(home, 'data/postmaster.pid')).split('\n')[0]
      // The file outlives a killed server, and the id may then belong to another process.
      const isOwn = readFileOrNothing(`/proc/${postmaster}/cmdline`).includes(home)
      return familyOf([
        ...roots.flatMap(child => (child && !hasEnded(child) ? [child.pid ?? 0] : [])),
        ...(isOwn ? [Number(postmaster)] : []),
      ])
    }
    return {
      name,
      address: `${network}${number}`,
      startEtcd,
      startPatroni,
      signal: (signal: NodeJS.Signals) => signalAll(processesOf(etcd, patroni), signal),
      /** Signals the process of a standby that receives the changes of the primary. */
      signalReceiver: (signal: NodeJS.Signals) =>
        signalAll(
          processesOf().filter(id => readFileOrNothing(`/proc/${id}/cmdline`).includes('walreceiver')),
          signal,
        ),
      signalEtcd: (signal: NodeJS.Signals) => signalAll(etcd && !hasEnded(etcd) ? [etcd.pid ?? 0] : [], signal),
      restart() {
        if (!etcd || hasEnded(etcd)) startEtcd()
        startPatroni()
      },
    }
  }
  const nodes = [await createNode(1), await createNode(2), await createNode(3)]

  const proxyFile = path.join(folder, 'haproxy.cfg')
  await writeConfiguration('haproxy.cfg', [['127.0.0.1:5000', `127.0.0.1:${proxyPort}`]], proxyFile)
  const proxies: ChildProcess[] = []
  /** Starts HAProxy; with `isReload` the running one gives its port over, and keeps its connections for a while. */
  function startProxy(isReload = false) {
    const finished = isReload ? ['-sf', String(proxies.at(-1)?.pid)] : []
    proxies.push(start('haproxy', programs.haproxy, ['-db', '-f', proxyFile, ...finished]))
  }

  async function members(): Promise<Member[]> {
    for (const { address } of nodes) {
      const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_500) }).catch(() => undefined)
      if (response?.ok) return ((await response.json()) as { members: Member[] }).members
    }
    return []
  }
  const nodeOf = async (role: string) => {
    const member = (await members()).find(one => one.role === role)
    return nodes.find(({ name }) => name === member?.name)
  }
  /** Changes the settings of Patroni, and waits until `isApplied`, because each node reads them within `loop_wait`. */
  async function configure(settings: object, isApplied: (all: Member[]) => boolean) {
    const leader = await nodeOf('leader')
    await fetch(`http://${leader?.address}:8008/config`, { method: 'PATCH', body: JSON.stringify(settings) })
    await waitUntil('the nodes have the settings', async () => isApplied(await members()))
  }
  const isHealthy = async () => {
    const all = await members()
    const streaming = all.filter(({ state }) => state === 'streaming')
    return all.some(({ role }) => role === 'leader') && streaming.length === 2 && streaming.some(({ role }) => role === 'sync_standby')
  }

  function stop() {
    for (const { signal } of nodes) {
      signal('SIGCONT')
      signal('SIGKILL')
    }
    for (const proxy of proxies) if (!hasEnded(proxy)) proxy.kill('SIGKILL')
  }

  try {
    for (const { startEtcd } of nodes) startEtcd()
    for (const { startPatroni } of nodes) startPatroni()
    startProxy()
    await waitUntil('the standbys stream', isHealthy, STARTING_TIMEOUT_MS)
    const superuser = `postgres://postgres:change-this-1@127.0.0.1:${proxyPort}/`
    await waitUntil('HAProxy leads to the primary', () =>
      queryPostgres(`${superuser}postgres`, 'select 1').then(
        () => true,
        () => false,
      ),
    )
    await queryPostgres(`${superuser}postgres`, "create role hudur login password 'hudur'")
    await queryPostgres(`${superuser}postgres`, 'create database hudur owner hudur')
    return {
      url: `postgres://hudur:hudur@127.0.0.1:${proxyPort}/hudur`,
      nodes,
      nodeOf,
      isHealthy,
      configure,
      startProxy,
      killProxy: () => void proxies.at(-1)?.kill('SIGKILL'),
      stop,
    }
  } catch (error) {
    stop()
    throw error
  }
}

function readFileOrNothing(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>
