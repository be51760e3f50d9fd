import { setTimeout as pause } from 'node:timers/promises'
import type { ScanAnswer } from '@hudur/core/check-in/contract'
import { groupBy } from '@hudur/core/group-by'
import type { LinkWithUrl } from '@hudur/core/links/contract'
import { dayInAden } from '@hudur/core/testing/days'
import { measureLateness, TIMER_MS } from '@hudur/core/testing/lateness'
import { percentile } from '../api/testing/percentile.ts'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { openSqliteDatabase } from '../api/testing/snapshot.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { composeDoorBackend } from '../web/src/backend/door.ts'
import { loadLocalPart } from '../web/src/backend/load-local.ts'
import { type GateDevice, keepReplicaFresh } from '../web/testing/gate-sync.ts'
import { createPhone, type Phone } from '../web/testing/phone.ts'
import { readDatabaseCounts } from './database-counts.ts'
import { createDrillReport } from './drill.ts'

/** The round trips (ms) of the devices. Every second one is at the gate of the account, the others at that of a door link. */
const ROUND_TRIPS_MS = [1_500, 1_800, 2_200, 2_500]
const FAMILIES_PER_MINUTE = 60
const MAX_PEOPLE = 5
/** The longest time (ms) between a card and its copy at the other gate. Most follow within a few seconds. */
const MAX_COPY_DELAY_MS = 20_000
/** The pause (ms) between a verdict and the next scan at a device, in which the guests walk in. */
const VERDICT_PAUSE_MS = 300
/** The goal (ms) of a verdict, and the age of a replica by which a device does not decide itself. */
const VERDICT_GOAL_MS = 900
const MAX_REPLICA_AGE_MS = 60_000

/** A family that comes to a gate. `part` names the people who come together; a copied card is shown a second time. */
type Arrival = { id: string; people: number; part: string; at: number; device: number }
type Verdict = Arrival & { outcome: ScanAnswer['outcome']; waitedMs: number; decidedAt: number; lateRefusal: boolean }

/** Plans when families come: whole, in two groups at both gates, or twice with a copied card. */
function planArrivals(families: readonly { id: string; people: number }[], durationMs: number): Arrival[] {
  const deviceOf = (gate: number) => gate + 2 * Math.floor(Math.random() * (ROUND_TRIPS_MS.length / 2))
  return families
    .flatMap(({ id, people }, n) => {
      const [at, gate] = [Math.random() * durationMs, n % 2]
      const first = { id, people, part: 'whole', at, device: deviceOf(gate) }
      if (n % 10 === 0)
        return [first, { ...first, part: 'copied card', at: at + Math.random() ** 2 * MAX_COPY_DELAY_MS, device: deviceOf(1 - gate) }]
      if (n % 5 !== 1 || people === 1) return [first]
      const some = Math.ceil(people / 2)
      return [
        { ...first, people: some, part: 'one half' },
        { ...first, people: people - some, part: 'other half', at: at + Math.random() * 5_000, device: deviceOf(1 - gate) },
      ]
    })
    .sort((a, b) => a.at - b.at)
}

const keyOf = ({ id, part }: Arrival) => `${id} ${part}`

/** Scans the arrivals of a device one after another, as people at a gate do. */
async function scanArrivals({ backend, status }: GateDevice, arrivals: readonly Arrival[], start: number) {
  const verdicts: Verdict[] = []
  const lateRefusals = new Set<string>()
  const unsubscribe = status.subscribe(() => {
    const late = status.get().lateRefusal
    if (late) lateRefusals.add(late.nonce)
  })
  for (const arrival of arrivals) {
    await pause(Math.max(0, start + arrival.at - Date.now()))
    const askedAt = performance.now()
    const { outcome } = await backend.checkIn.check({
      ...{ qr_code: arrival.id, admit: arrival.people, nonce: keyOf(arrival), source: 'camera', scannedAt: new Date().toISOString() },
    })
    verdicts.push({ ...arrival, outcome, waitedMs: performance.now() - askedAt, decidedAt: Date.now(), lateRefusal: false })
    await pause(VERDICT_PAUSE_MS)
  }
  return {
    end() {
      unsubscribe()
      return verdicts.map(verdict => ({ ...verdict, lateRefusal: lateRefusals.has(keyOf(verdict)) }))
    },
  }
}

/** Returns the admitted scans that the server has, as the keys of the arrivals and their people. */
function readAdmittedScans(folder: string) {
  const db = openSqliteDatabase(folder)
  const rows = db.prepare("select idempotency_key as key, people from scans where outcome = 'admitted'").all()
  db.close()
  return rows as { key: string; people: number }[]
}

/** Opens a phone of the host for each even gate, and one with a door link for each odd gate. */
async function openDevices(url: string, host: { username: string; password: string }, link: LinkWithUrl) {
  const port = Number(new URL(url).port)
  const devices: { phone: Phone; device: GateDevice }[] = []
  for (const n of ROUND_TRIPS_MS.keys()) {
    const phone = await createPhone(port)
    await phone.connection.retest()
    if (n % 2 === 0) {
      await phone.signIn(host.username, host.password)
      devices.push({ phone, device: phone })
    } else {
      await phone.enterLink(link.url.split('#')[1]!)
      const door = phone.withDoor(link.id, composeDoorBackend)
      await door.backend.links.me({})
      devices.push({ phone, device: door })
    }
    await devices.at(-1)!.device.sync.run()
  }
  return devices
}

/** Uploads what the devices have not uploaded yet. Returns the number of entries that still wait or were rejected. */
async function uploadRest(devices: readonly GateDevice[]) {
  for (const { sync, status } of devices) for (let n = 0; n < 5 && status.get().waiting > 0; n++) await sync.run()
  return devices.reduce((sum, { status }) => sum + status.get().waiting + status.get().rejected.length, 0)
}

/**
 * Two gates on slow lines, whose devices run the code of the app and admit guests before the server has answered. Families come whole, in two
 * groups, or with a copied card.
 */
export const earlyAdmissionsDrill = (minutes: number) =>
  withTemporaryFolder(async folder => {
    const families = Math.ceil(FAMILIES_PER_MINUTE * minutes)
    const { lines, expect, note } = createDrillReport(`two gates whose devices decide, round trips of ${ROUND_TRIPS_MS.join(', ')} ms`)
    const server = await startProduct({ DATA_DIR: folder })
    const { backend: admin } = await signIn(server.url)
    const host = { username: 'host', password: 'كلمة-سر 2' }
    const { id: userId } = await admin.accounts.create({ ...host, fullName: 'سالم بن عبدات', generationLimit: families * MAX_PEOPLE })
    const { backend: desk } = await signIn(server.url, host)
    const event = { eventName: 'زفاف محمّد وسارة', eventDate: dayInAden() }
    const invited = await desk.invitations.create({
      invitations: Array.from({ length: families }, (_, n) => ({
        ...{ ...event, userId, guestName: `عائلة ${n}`, generationType: 'custom' as const, maxScans: 1 + (n % MAX_PEOPLE) },
      })),
    })
    const eventId = invited[0]!.eventId!
    const door = await desk.links.create({ eventId, role: 'door', name: 'باب النساء' })
    await loadLocalPart()
    const opened = await openDevices(server.url, host, door)
    const devices = opened.map(({ device }) => device)
    for (const [n, { phone }] of opened.entries()) phone.setRoundTrip(ROUND_TRIPS_MS[n]!)
    const ends = opened.map(({ phone, device }) => keepReplicaFresh(device, phone.connection, eventId))
    const arrivals = planArrivals(
      invited.map(({ id, maxScans }) => ({ id, people: maxScans })),
      minutes * 60_000,
    )
    const lateness = measureLateness()
    const start = Date.now()
    const scanned = await Promise.all(
      devices.map((device, n) =>
        scanArrivals(
          device,
          arrivals.filter(one => one.device === n),
          start,
        ),
      ),
    )
    for (const end of ends) end()
    const worstLateness = Math.round(lateness.end())
    // The answers to the last requests are still on their way.
    await pause(2 * Math.max(...ROUND_TRIPS_MS))
    for (const { phone } of opened) phone.setRoundTrip(0)
    const left = await uploadRest(devices)
    const verdicts = scanned.flatMap(({ end }) => end())
    const conflicts = new Set((await desk.checkIn.conflicts({ eventId })).rows.map(({ invitationId }) => invitationId))
    for (const { phone } of opened) await phone.close()
    await server.stop()

    const green = verdicts.filter(({ outcome }) => outcome === 'admitted')
    const stored = groupBy(readAdmittedScans(folder), ({ key }) => key)
    const lost = green.filter(verdict => stored.get(keyOf(verdict))?.[0]?.people !== verdict.people)
    const twice = [...stored.values()].filter(rows => rows.length > 1)
    const { invitations, problem } = readDatabaseCounts(folder)
    const peopleOf = groupBy(green, ({ id }) => id)
    const wrong = invitations.filter(
      ({ id, counted, admitted }) =>
        counted !== admitted || counted !== (peopleOf.get(id) ?? []).reduce((sum, { people }) => sum + people, 0),
    )
    expect('every admission shown at a gate is stored', lost.length === 0 && left === 0, `${lost.length} lost, ${left} not uploaded`)
    expect('no admission counts twice', twice.length === 0, `${twice.length} twice`)
    expect('each count is the people who were shown green', wrong.length === 0 && problem === '', `${wrong.length} wrong of ${families}`)

    const maxScansOf = new Map(invited.map(({ id, maxScans }) => [id, maxScans]))
    const exceeding = [...peopleOf].filter(([id, all]) => all.reduce((sum, { people }) => sum + people, 0) > maxScansOf.get(id)!)
    // Both gates were shown the card before the second one could know of the first admission.
    const explained = exceeding.filter(([, all]) => {
      const times = all.map(({ decidedAt }) => decidedAt)
      return all.some(({ part }) => part === 'copied card') && Math.max(...times) - Math.min(...times) < MAX_REPLICA_AGE_MS
    })
    expect(
      'each conflict is a copied card, shown at the other gate within the age of a replica',
      explained.length === exceeding.length && conflicts.size === exceeding.length,
      `${conflicts.size} conflicts, ${explained.length} of ${exceeding.length} explained`,
    )
    const copies = verdicts.filter(({ part }) => part === 'copied card')
    note('copied cards', `${copies.length} shown, ${copies.filter(({ outcome }) => outcome !== 'admitted').length} refused at once`)
    note('admissions that the server refused later, shown at the gate', green.filter(({ lateRefusal }) => lateRefusal).length)
    const refusedOthers = verdicts.filter(({ outcome, part }) => outcome !== 'admitted' && part !== 'copied card')
    const blamed = refusedOthers.filter(({ id }) => !copies.some(copy => copy.id === id))
    expect('nobody who is invited is refused', blamed.length === 0, `${blamed.length} of ${verdicts.length - copies.length}`)
    const waits = green.map(({ waitedMs }) => waitedMs)
    const [median, p95, worst] = [0.5, 0.95, 1].map(share => Math.round(percentile(waits, share)))
    expect(
      `verdicts of admitted guests: all ≤ ${VERDICT_GOAL_MS} ms`,
      worst! <= VERDICT_GOAL_MS,
      `${waits.length} verdicts, median ${median} ms, p95 ${p95}, worst ${worst}; ${waits.filter(ms => ms > VERDICT_GOAL_MS).length} above`,
    )
    note(`worst lateness of a timer of ${TIMER_MS} ms beside them (reference)`, `${worstLateness} ms`)
    return lines
  })
