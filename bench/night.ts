import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import type { ScanAnswer } from '@hudur/core/check-in/contract'
import { Refusal } from '@hudur/core/refusals'
import { dayInAden } from '@hudur/core/testing/days'
import { measureLateness, TIMER_MS } from '@hudur/core/testing/lateness'
import pg from 'pg'
import { type DatabaseTarget, withDatabase } from '../api/testing/empty-database.ts'
import { QUICK_PASSWORDS_ENVIRONMENT, type ServerProcess, startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { composeDoorBackend } from '../web/src/backend/door.ts'
import { loadLocalPart } from '../web/src/backend/load-local.ts'
import { replicaOf } from '../web/src/backend/store/replica-reader.ts'
import { type GateDevice, keepReplicaFresh } from '../web/testing/gate-sync.ts'
import { createPhone } from '../web/testing/phone.ts'
import { percentilesOf, printTable } from './figures.ts'
import { GATES_PER_HALL, GUESTS_PER_HALL, type HallPlan, NIGHT, type PlannedScan, planHall } from './night-plan.ts'
import { postmasterIdOf, processorTimeOf } from './processor-time.ts'

/** The environment variables `NIGHT_HALLS` and `NIGHT_SPEED` set how large and how fast the night is. */
const HALLS = Number(process.env.NIGHT_HALLS || 200)
const SPEED = Number(process.env.NIGHT_SPEED || 20)
const SERVERS = 2
/** How many halls are created, and how many phones opened, at the same time. */
const AT_ONCE = 3
const POLL_MS = 200
const LEVEL_GOAL_MINUTES = 3
const LEVEL_TIMEOUT_MS = 10 * 60_000
const MINUTE_MS = 60_000

/** A scan that a gate has shown its verdict for. */
type Verdict = PlannedScan & { outcome: ScanAnswer['outcome']; waitedMs: number; askedAt: number }

type GatePhone = {
  hall: number
  losesLine: boolean
  device: GateDevice
  setLine: (isThere: boolean) => void
  /** Returns how many have arrived with each invitation, as this phone counts them, in ascending order. */
  readCounts: () => Promise<number[]>
  close: () => Promise<unknown>
}

type Hall = HallPlan & { eventId: string; ids: string[]; phones: GatePhone[] }

/** Processes items, `AT_ONCE` of them at the same time. */
async function forAll<Item>(items: readonly Item[], act: (item: Item, n: number) => Promise<void>) {
  let next = 0
  const work = async () => {
    for (let n = next++; n < items.length; n = next++) await act(items[n]!, n)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Repeats a call while the server refuses it because it is busy: many halls are opened at the same time. */
async function untilAccepted<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof Refusal) || error.status < 500) throw error
      await pause(1_000)
    }
  }
}

/** Opens the phone of a gate with a full copy of its hall. The first gate is that of the host's account, the others have door links. */
async function openGatePhone(
  url: string,
  hall: number,
  losesLine: boolean,
  eventId: string,
  enter: { username: string; password: string } | string,
) {
  const phone = await createPhone(Number(new URL(url).port))
  const page = { window: new EventTarget(), document: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }) }
  phone.connection.watch(page as unknown as Parameters<typeof phone.connection.watch>[0])
  await phone.connection.retest()
  let device: GateDevice & { device: typeof phone.device } = phone
  if (typeof enter === 'string') {
    const link = await untilAccepted(() => phone.enterLink(enter))
    const door = phone.withDoor(link.id, composeDoorBackend)
    await untilAccepted(() => door.backend.links.me({}))
    device = { ...door, device: (await door.device())! }
  } else await untilAccepted(() => phone.signIn(enter.username, enter.password))
  while (device.status.get().replica === null) await device.sync.run()
  const endSync = keepReplicaFresh(device, phone.connection, eventId)
  return {
    ...{ hall, losesLine, device },
    setLine(isThere: boolean) {
      phone.become(isThere ? 'open' : 'refusing')
      page.window.dispatchEvent(new Event(isThere ? 'online' : 'offline'))
    },
    async readCounts() {
      const rows = await replicaOf(device.device).invitations({ userId: undefined })
      return rows.map(({ currentScans }) => currentScans).sort()
    },
    async close() {
      endSync()
      device.status.close()
      await phone.close()
    },
  }
}

/** Creates a hall: the account of its host, an event with its guests, two door links, and three phones. */
async function openHall(n: number, servers: readonly ServerProcess[], admin: Awaited<ReturnType<typeof signIn>>['backend']): Promise<Hall> {
  const plan = planHall(n)
  const urlOf = (gate: number) => servers[(n + gate) % servers.length]!.url
  const host = { username: `host${n}`, password: 'كلمة-سر 2' }
  await untilAccepted(() => admin.accounts.create({ ...host, fullName: `صاحب القاعة ${n}`, generationLimit: GUESTS_PER_HALL }))
  const { backend } = await untilAccepted(() => signIn(urlOf(0), host))
  const event = { eventName: `زفاف القاعة ${n}`, eventDate: dayInAden() }
  const invitations = Array.from({ length: GUESTS_PER_HALL }, (_, guest) => ({ ...event, guestName: guestNameOf(guest) }))
  const created = await untilAccepted(() => backend.invitations.create({ invitations }))
  const eventId = created[0]!.eventId!
  const phones: GatePhone[] = []
  for (let gate = 0; gate < GATES_PER_HALL; gate++) {
    const link = gate === 0 ? undefined : await untilAccepted(() => backend.links.create({ eventId, role: 'door', name: `باب ${gate}` }))
    const enter = link ? link.url.split('#')[1]! : host
    phones.push(await openGatePhone(urlOf(gate), n, plan.offlineGates.includes(gate), eventId, enter))
  }
  return { ...plan, eventId, ids: created.map(({ id }) => id), phones }
}

const guestNameOf = (guest: number) => `ضيف ${guest}`

/** Scans at a gate what the plan says, one after another, as people at a gate do. */
async function scanAtGate({ device }: GatePhone, scans: readonly PlannedScan[], ids: readonly string[], start: number) {
  const verdicts: Verdict[] = []
  for (const scan of scans) {
    await pause(Math.max(0, start + (scan.at * MINUTE_MS) / SPEED - Date.now()))
    const askedAt = Date.now()
    const began = performance.now()
    const { outcome } = await device.backend.checkIn.check({
      ...{ qr_code: typeof scan.guest === 'string' ? scan.guest : ids[scan.guest]!, nonce: scan.nonce, source: 'camera' },
      scannedAt: new Date().toISOString(),
    })
    verdicts.push({ ...scan, outcome, waitedMs: performance.now() - began, askedAt })
  }
  return verdicts
}

/**
 * Waits until all phones are level: the outboxes of a hall are empty, and each of its phones has downloaded afterwards. Returns when the last
 * outbox was empty and when the last phone was level.
 */
async function waitUntilLevel(halls: readonly Hall[]) {
  const uploadedAt = new Map<Hall, number>()
  const levelAt = new Map<GatePhone, number>()
  const end = Date.now() + LEVEL_TIMEOUT_MS
  while (levelAt.size < halls.length * GATES_PER_HALL) {
    if (Date.now() > end) throw new Error(`${levelAt.size} of ${halls.length * GATES_PER_HALL} phones are level`)
    for (const hall of halls) {
      const now = Date.now()
      if (!uploadedAt.has(hall) && hall.phones.every(({ losesLine, device }) => !losesLine || device.status.get().waiting === 0))
        uploadedAt.set(hall, now)
      const since = uploadedAt.get(hall)
      for (const phone of hall.phones)
        if (since !== undefined && !levelAt.has(phone) && Date.parse(phone.device.status.get().replica?.at ?? '') > since)
          levelAt.set(phone, now)
    }
    await pause(POLL_MS)
  }
  return { uploaded: Math.max(...uploadedAt.values()), level: Math.max(...levelAt.values()) }
}

/** Returns the number of rows of the largest tables, their bytes with indexes, and the bytes of the whole database and of its log so far. */
async function readDatabase(client: pg.Client) {
  const tables = await client.query<{ name: string; rows: string; bytes: string }>(`
    select relname as name, pg_total_relation_size(oid) as bytes,
      (xpath('/row/c/text()', query_to_xml('select count(*) as c from ' || quote_ident(relname), false, true, '')))[1]::text as rows
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  const {
    rows: [all],
  } = await client.query<{ bytes: string; log: string }>(
    `select pg_database_size(current_database()) as bytes, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log`,
  )
  return {
    tables: new Map(tables.rows.map(({ name, rows, bytes }) => [name, { rows: Number(rows), bytes: Number(bytes) }])),
    bytes: Number(all!.bytes),
    log: Number(all!.log),
  }
}

/**
 * Compares the database with what the gates have shown and with the plan. A copied card that a busy machine has scanned only after the line was back
 * (`back`) is no conflict, because the server then knows of the first admission.
 */
async function checkNight(client: pg.Client, halls: readonly Hall[], verdicts: readonly Verdict[], back: number) {
  const hallOf = ({ nonce }: Verdict) => halls[Number(nonce.split('-')[0])]!
  const isLate = (verdict: Verdict) =>
    verdict.outcome === 'used' && verdict.askedAt + verdict.waitedMs > back && hallOf(verdict).copied.has(Number(verdict.guest))
  const late = verdicts.filter(isLate)
  const lateIds = new Set(late.map(verdict => hallOf(verdict).ids[Number(verdict.guest)]!))
  const stored = await client.query<{ key: string; count: number }>(
    `select idempotency_key as key, count(*)::int as count from scans where outcome = 'admitted' group by 1`,
  )
  const storedKeys = new Map(stored.rows.map(({ key, count }) => [key, count]))
  const green = new Set(verdicts.filter(({ outcome }) => outcome === 'admitted').map(({ nonce }) => nonce))
  const invitations = await client.query<{ id: string; counted: number }>('select id, current_scans as counted from invitations')
  const counted = new Map(invitations.rows.map(row => [row.id, row.counted]))
  const wanted = halls.flatMap(({ ids, copied }) => ids.map((id, guest) => [id, copied.has(guest) && !lateIds.has(id) ? 2 : 1] as const))
  const conflicts = await client.query<{ id: string }>(
    'select scans.invitation_id as id from conflicts inner join scans on scans.id = conflicts.scan_id',
  )
  const conflicted = new Set(conflicts.rows.map(({ id }) => id))
  const copies = new Set(halls.flatMap(({ ids, copied }) => [...copied].map(guest => ids[guest]!).filter(id => !lateIds.has(id))))
  return {
    shown: green.size,
    lost: [...green].filter(key => !storedKeys.has(key)).length + wanted.filter(([id, count]) => counted.get(id)! < count).length,
    twice:
      [...storedKeys].filter(([key, count]) => count > 1 || !green.has(key)).length +
      wanted.filter(([id, count]) => counted.get(id)! > count).length,
    conflicts: conflicts.rows.length,
    unexplained:
      [...conflicted].filter(id => !copies.has(id)).length +
      [...copies].filter(id => !conflicted.has(id)).length +
      conflicts.rows.length -
      conflicted.size,
    unexpected: verdicts.filter(verdict => verdict.outcome !== verdict.expected && !late.includes(verdict)),
    late: late.length,
  }
}

/** Returns how many phones count other arrivals than the server. Phones of door links know no ids of invitations, so only the numbers are compared. */
async function countDifferentCopies(client: pg.Client, halls: readonly Hall[]) {
  const { rows } = await client.query<{ event: string; counts: number[] }>(
    'select event_id as event, array_agg(current_scans order by current_scans) as counts from invitations group by 1',
  )
  const countsOf = new Map(rows.map(({ event, counts }) => [event, String(counts)]))
  let different = 0
  for (const { eventId, phones } of halls)
    for (const phone of phones) if (String(await phone.readCounts()) !== countsOf.get(eventId)) different++
  return different
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`

/** Plays the night on one database with two server processes. */
async function playNight({ env }: DatabaseTarget) {
  const began = Date.now()
  const client = new pg.Client(env.DATABASE_URL)
  const environment = { ...env, ...QUICK_PASSWORDS_ENVIRONMENT }
  const servers: ServerProcess[] = []
  for (let n = 0; n < SERVERS; n++) servers.push(await startProduct(environment))
  // The first failure is reported, not the lost connection that follows it.
  client.on('error', () => {})
  await client.connect()
  const {
    rows: [{ folder }],
  } = await client.query("select current_setting('data_directory') as folder")
  const { backend: admin } = await signIn(servers[0]!.url)
  await loadLocalPart()
  const halls: Hall[] = []
  await forAll(Array.from({ length: HALLS }), async (_, n) => {
    halls[n] = await openHall(n, servers, admin)
  })
  const phones = halls.flatMap(hall => hall.phones)
  const losing = phones.filter(({ losesLine }) => losesLine)
  process.stdout.write(
    `${HALLS} halls, ${HALLS * GUESTS_PER_HALL} guests, ${phones.length} phones, ${losing.length} of them without a line for ${NIGHT.lineBack - NIGHT.lineLost} minutes; ready after ${seconds(Date.now() - began)}; the night is played ${SPEED} times as fast.\n`,
  )

  const processorTimes = () => ({
    servers: servers.reduce((sum, { pid }) => sum + processorTimeOf(pid), 0),
    database: processorTimeOf(postmasterIdOf(folder)),
    phones: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  })
  const before = await readDatabase(client)
  const timesBefore = processorTimes()
  const lateness = measureLateness()
  const start = Date.now()
  const at = (minute: number) => start + (minute * MINUTE_MS) / SPEED
  const scanning = Promise.all(
    halls.flatMap(({ phones, scans, ids }) =>
      phones.map((phone, gate) =>
        scanAtGate(
          phone,
          scans.filter(scan => scan.gate === gate),
          ids,
          start,
        ),
      ),
    ),
  )
  await pause(at(NIGHT.lineLost) - Date.now())
  for (const phone of losing) phone.setLine(false)
  await pause(at(NIGHT.lineBack) - Date.now())
  const waiting = losing.reduce((sum, { device }) => sum + device.status.get().waiting, 0)
  const back = Date.now()
  for (const phone of losing) phone.setLine(true)
  const { uploaded, level } = await waitUntilLevel(halls)
  const verdicts = (await scanning).flat()
  const worstLateness = lateness.end()
  const after = processorTimes()
  const ended = Date.now()
  const grown = await readDatabase(client)
  await forAll(phones, ({ device }) => device.sync.run())
  const checked = await checkNight(client, halls, verdicts, back)
  const different = await countDifferentCopies(client, halls)
  for (const phone of phones) await phone.close()
  for (const server of servers) await server.stop()
  await client.end()

  const rejected = losing.reduce((sum, { device }) => sum + device.status.get().rejected.length, 0)
  const minutes = (level - back) / MINUTE_MS
  const goals = [
    {
      what: 'admissions shown at a gate that the database lacks',
      goal: '0',
      figure: `${checked.lost} of ${checked.shown}`,
      ok: checked.lost === 0,
    },
    { what: 'admissions counted twice', goal: '0', figure: String(checked.twice), ok: checked.twice === 0 },
    {
      what: 'conflicts that the plan does not explain',
      goal: '0',
      figure: `${checked.unexplained} of ${checked.conflicts}`,
      ok: checked.unexplained === 0,
    },
    {
      what: 'minutes until all phones are level',
      goal: `< ${LEVEL_GOAL_MINUTES}`,
      figure: minutes.toFixed(2),
      ok: minutes < LEVEL_GOAL_MINUTES,
    },
    {
      what: 'phones that count other arrivals than the server',
      goal: '0',
      figure: `${different} of ${phones.length}`,
      ok: different === 0,
    },
    {
      what: 'verdicts other than planned, uploads rejected',
      goal: '0',
      figure: `${checked.unexpected.length} of ${verdicts.length}, ${rejected}`,
      ok: checked.unexpected.length + rejected === 0,
    },
  ]
  printTable(goals.map(({ ok, ...row }) => ({ ...row, ok: ok ? 'yes' : 'NO' })))
  for (const { nonce, at, gate, expected, outcome } of checked.unexpected.slice(0, 5))
    process.stdout.write(`${nonce} at gate ${gate}, minute ${at.toFixed(1)}: ${outcome} instead of ${expected}\n`)

  const isOnline = new Map(halls.flatMap(({ phones }, hall) => phones.map(({ losesLine }, gate) => [`${hall} ${gate}`, !losesLine])))
  const online = verdicts.filter(({ nonce, gate }) => isOnline.get(`${nonce.split('-')[0]} ${gate}`))
  const of = (what: string, from: number, to: number) => {
    const waits = online.filter(({ askedAt }) => askedAt >= from && askedAt < to).map(({ waitedMs }) => waitedMs)
    return { what, verdicts: waits.length, 'per second': Math.round(waits.length / ((to - from) / 1_000)), ...percentilesOf(waits) }
  }
  printTable([
    of('before, all phones with a line', start, at(NIGHT.lineLost)),
    of('while half the phones have none', at(NIGHT.lineLost), back),
    of('from the return until all are level', back, level),
    of('afterwards', level, ended),
  ])

  const scanCount = verdicts.length
  printTable([
    { what: 'copied cards that were scanned too late to be a conflict', figure: checked.late },
    { what: 'entries in the outboxes when the line came back', figure: waiting },
    { what: 'until the last outbox was empty', figure: seconds(uploaded - back) },
    {
      what: `processor time of ${SERVERS} servers; of a scan`,
      figure: `${(after.servers - timesBefore.servers).toFixed(1)} s; ${(((after.servers - timesBefore.servers) / scanCount) * 1_000).toFixed(2)} ms`,
    },
    {
      what: 'processor time of the database; of a scan',
      figure: `${(after.database - timesBefore.database).toFixed(1)} s; ${(((after.database - timesBefore.database) / scanCount) * 1_000).toFixed(2)} ms`,
    },
    {
      what: 'processor time of the phones (reference)',
      figure: `${(after.phones - timesBefore.phones).toFixed(1)} s in ${seconds(ended - start)}`,
    },
    { what: `worst lateness of a timer of ${TIMER_MS} ms beside the phones (reference)`, figure: `${Math.round(worstLateness)} ms` },
    {
      what: 'growth of the database; of its log',
      figure: `${megabytes(grown.bytes - before.bytes)}; ${megabytes(grown.log - before.log)}`,
    },
    ...[...grown.tables].flatMap(([name, { rows, bytes }]) => {
      const earlier = before.tables.get(name)!
      return bytes - earlier.bytes > 100_000
        ? [{ what: `rows and bytes of ${name}`, figure: `${rows - earlier.rows} more, ${megabytes(bytes - earlier.bytes)}` }]
        : []
    }),
  ])
  if (goals.some(({ ok }) => !ok)) process.exitCode = 1
}

/**
 * Plays a night of many halls in fast motion, with the code of the app on each phone and two server processes on PostgreSQL. Half of the phones
 * lose the line, and have it back at the same moment. Compares what the database has afterwards with what the gates have shown.
 */
export const bench = () => withDatabase('PostgreSQL', playNight)
