import { ID_BYTES, idFromBytes } from '@hudur/core/id'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { dayInAden } from '@hudur/core/testing/days'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type Phone, type TestServer } from '../../../testing/test-server.ts'
import { replicaOf } from '../store/replica-reader.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
}, 60_000)
afterAll(() => testServer.close())

const event = { eventName: 'زفاف', eventDate: dayInAden(1) }
const GUEST_COUNT = 3

/** The model of the test: what happened on all devices. */
type Model = {
  /** The admissions and exits by their idempotency keys, each with the guest, the device and whether it was undone. */
  admissions: Map<string, ModelAdmission>
  /** The scans that the device refused without an answer of the server, which may have admitted the guests. */
  unanswered: Map<string, ModelAdmission>
  /** The undos that the device refused without an answer of the server, which may have executed them, by their admissions' keys. */
  unansweredUndos: Set<string>
  isRestored: boolean
  /** Whether a card was reissued. A backup would restore its former code, which no device scans any more. */
  isReissued: boolean
}

/** `people`: 1 for an admission, -1 for an exit. */
type ModelAdmission = { guest: number; code: string; at: string; isUndone: boolean; deviceIndex: number; people: 1 | -1 }

const directionOf = ({ people }: ModelAdmission) => (people === 1 ? 'in' : 'out')

type Scenario = {
  username: string
  eventId: string
  ids: string[]
  /** The present code of each invitation that has another one than its id. */
  codes: Map<string, string>
  devices: Phone[]
  restore: () => Promise<void>
  deleted: Set<number>
  /** The ids of the invitations that were lost when the backup was restored. */
  lost: Set<string>
}

type Command = fc.AsyncCommand<Model, Scenario>

const deviceIndexArbitrary = fc.nat({ max: 1 })
const guestIndexArbitrary = fc.nat({ max: GUEST_COUNT - 1 })

/** Creates a command of the model-based test. `check` returns whether the command can run; by default it always can. */
const createCommand = (
  name: string,
  run: (model: Model, real: Scenario) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command => ({
  check,
  run,
  toString: () => name,
})

const scanGuest = (at: number, dice: number, direction: 'in' | 'out') =>
  createCommand(`scan guest ${dice} ${direction} at ${at}`, async (model, { devices, ids, codes, ...real }) => {
    const guest = dice % ids.length
    const code = codes.get(ids[guest]!) ?? ids[guest]!
    const nonce = `n-${real.username}-${model.admissions.size}-${Math.random()}`
    const scannedAt = new Date().toISOString()
    const answer = await devices[at]!.backend.checkIn.check({ qr_code: code, nonce, scannedAt, direction })
    const admission: ModelAdmission = { guest, code, at: scannedAt, isUndone: false, deviceIndex: at, people: direction === 'in' ? 1 : -1 }
    if (answer.success) model.admissions.set(nonce, admission)
    // The network lost the answer, or the machine was too slow for it, and the device refused the guest.
    else if (devices[at]!.hasUnanswered(nonce)) model.unanswered.set(nonce, admission)
  })

/** Repeats a scan with the same idempotency key, as after a second tap or a reload of the page. */
const repeatScan = (dice: number) =>
  createCommand(
    `repeat ${dice}`,
    async (model, { devices }) => {
      const all = [...model.admissions]
      const [nonce, admission] = all[dice % all.length]!
      const { code, at, deviceIndex, isUndone } = admission
      if (isUndone) return
      const scan = { qr_code: code, nonce, scannedAt: at, direction: directionOf(admission) } as const
      const answer = await devices[deviceIndex]!.backend.checkIn.check(scan)
      expect(answer.success).toBe(true)
    },
    ({ admissions }) => admissions.size > 0,
  )

const undoAdmission = (dice: number) =>
  createCommand(
    `undo ${dice}`,
    async (model, { devices }) => {
      const all = [...model.admissions]
      const [nonce, admission] = all[dice % all.length]!
      const undo = {
        admission: nonce,
        nonce: `u ${nonce}`,
        qr_code: admission.code,
        admittedAt: admission.at,
        undoneAt: admission.at,
      }
      try {
        await devices[admission.deviceIndex]!.backend.checkIn.undo(undo)
        admission.isUndone = true
      } catch (error) {
        // The people have left again, or come back, since.
        if ((error as { code?: string }).code !== 'moved-on') throw error
        if (devices[admission.deviceIndex]!.hasUnanswered(undo.nonce)) model.unansweredUndos.add(nonce)
      }
    },
    ({ admissions }) => admissions.size > 0,
  )

const loseAnswers = (at: number) => createCommand(`answers are lost at ${at}`, async (_, { devices }) => devices[at]!.become('losing'))
const disconnectDevice = (at: number) => createCommand(`cut ${at}`, (_, { devices }) => devices[at]!.networkState('refusing'))

async function reconnectPhone({ username }: Scenario, phone: Phone) {
  await phone.networkState('open')
  await phone.sync.run()
  if (phone.status.get().needsSignIn) {
    await phone.signIn(username)
    await phone.sync.run()
  }
}

const reconnectCommand = (at: number) => createCommand(`reconnect ${at}`, (_, real) => reconnectPhone(real, real.devices[at]!))

const createGuest = (at: number) =>
  createCommand(`make a guest at ${at}`, async (_, { devices, ids }) => {
    const id = idFromBytes(crypto.getRandomValues(new Uint8Array(ID_BYTES)))
    const createdInvitations = await devices[at]!.backend.invitations.create({
      invitations: [{ ...event, guestName: `ضيف ${id}`, id, generationType: 'custom', maxScans: 2 }],
    }).catch(error => {
      // Restoring the backup ended the session. A screen would ask for a sign-in before this creation.
      if (error.code !== 'not-signed-in') throw error
    })
    if (createdInvitations) ids.push(id)
  })

const deleteGuest = (guest: number) =>
  createCommand(`delete guest ${guest}`, async (_, { username, ids, deleted }) => {
    if (deleted.has(guest)) return
    deleted.add(guest)
    const desk = await testServer.desk(username)
    await desk.invitations.remove({ id: ids[guest]! })
  })

const reissueCard = (guest: number) =>
  createCommand(
    `reissue ${guest}`,
    async (model, { username, ids, codes, deleted }) => {
      if (deleted.has(guest)) return
      model.isReissued = true
      const id = ids[guest]!
      codes.set(id, (await (await testServer.desk(username)).invitations.reissue({ id })).code)
    },
    ({ isRestored }) => !isRestored,
  )

const restoreBackup = () =>
  createCommand(
    'restore',
    async (model, { restore, deleted, devices, ids, lost }) => {
      model.isRestored = true
      deleted.clear()
      // Devices upload their admissions again. An invitation that was created after the backup and uploaded before the restore is lost.
      const waiting = (await Promise.all(devices.map(({ device }) => device.store.getAll('outbox')))).flat()
      const isCreationWaiting = (id: string) => waiting.some(entry => entry.operation === 'create' && entry.input.invitations[0]?.id === id)
      for (const id of ids.slice(GUEST_COUNT)) if (!isCreationWaiting(id)) lost.add(id)
      await restore()
    },
    ({ isRestored, isReissued }) => !isRestored && !isReissued,
  )

async function newScenario(): Promise<Scenario> {
  await testServer.empty()
  const { username } = await testServer.newAccount({ limit: 1_000 })
  const desk = await testServer.desk(username)
  const invited = await desk.invitations.create({
    invitations: Array.from({ length: GUEST_COUNT }, (_, n) => ({
      ...event,
      guestName: `ضيف ${n}`,
      generationType: 'custom' as const,
      maxScans: 3,
    })),
  })
  const eventId = invited[0]!.eventId!
  await desk.events.update({ id: eventId, countsExits: true })
  const devices = []
  for (let n = 0; n < 2; n++) {
    const phone = await testServer.newPhone()
    await phone.connection.retest()
    await phone.signIn(username)
    await phone.sync.run()
    devices.push(phone)
  }
  return {
    username,
    eventId,
    ids: invited.map(({ id }) => id),
    codes: new Map(),
    devices,
    restore: await testServer.backUp(),
    deleted: new Set(),
    lost: new Set(),
  }
}

/** The admissions minus the exits of an invitation; undefined without an invitation. */
const balanceOf = (invitation: Pick<Invitation, 'currentScans' | 'outside'> | undefined) =>
  invitation && invitation.currentScans - (invitation.outside ?? 0)

/** Reads the idempotency keys of the admissions and exits that the server has, the balance of each invitation, and the people inside. */
async function readServerState({ username, eventId, ids }: Scenario) {
  const desk = await testServer.desk(username)
  const user = (await desk.accounts.me({}))!
  const rows = await testServer.db.read.selectFrom('scans').select(['idempotency_key', 'outcome']).where('user_id', '=', user.id).execute()
  const { rows: invitations } = await desk.invitations.list({})
  return {
    undone: new Set(rows.filter(({ outcome }) => outcome === 'undone').map(row => row.idempotency_key)),
    written: rows.filter(({ outcome }) => outcome === 'admitted' || outcome === 'exited').map(row => row.idempotency_key),
    counts: ids.map(id => balanceOf(invitations.find(invitation => invitation.id === id))),
    people: (await desk.checkIn.arrivals({ eventId })).inside,
  }
}

test('the server has every admission and exit once after any sequence of failures', async () => {
  const commands = fc.commands(
    [
      fc.tuple(deviceIndexArbitrary, guestIndexArbitrary).map(([at, who]) => scanGuest(at, who, 'in')),
      fc.tuple(deviceIndexArbitrary, fc.nat()).map(([at, who]) => scanGuest(at, who, 'in')),
      fc.tuple(deviceIndexArbitrary, guestIndexArbitrary).map(([at, who]) => scanGuest(at, who, 'out')),
      fc.nat().map(repeatScan),
      fc.nat().map(undoAdmission),
      deviceIndexArbitrary.map(loseAnswers),
      deviceIndexArbitrary.map(disconnectDevice),
      deviceIndexArbitrary.map(reconnectCommand),
      deviceIndexArbitrary.map(createGuest),
      guestIndexArbitrary.map(deleteGuest),
      guestIndexArbitrary.map(reissueCard),
      fc.constant(restoreBackup()),
    ],
    { maxCommands: 25 },
  )

  await fc.assert(
    fc.asyncProperty(commands, async acts => {
      const real = await newScenario()
      const model: Model = {
        admissions: new Map(),
        unanswered: new Map(),
        unansweredUndos: new Set(),
        isRestored: false,
        isReissued: false,
      }
      await fc.asyncModelRun(() => ({ model, real }), acts)
      // Each device reconnects twice, so that it downloads what the other device has uploaded.
      for (const phone of [...real.devices, ...real.devices]) await reconnectPhone(real, phone)

      const { written, undone, counts, people } = await readServerState(real)
      for (const [nonce, admission] of model.unanswered) if (written.includes(nonce)) model.admissions.set(nonce, admission)
      for (const nonce of model.unansweredUndos) if (undone.has(`u ${nonce}`)) model.admissions.get(nonce)!.isUndone = true
      expect(written.toSorted()).toEqual([...model.admissions.keys()].toSorted())
      const balances = real.ids.map((_, guest) =>
        [...model.admissions.values()].reduce((sum, one) => sum + (one.guest === guest && !one.isUndone ? one.people : 0), 0),
      )
      expect(people).toBe(counts.reduce<number>((sum, count = 0) => sum + Math.max(0, count), 0))
      expect(counts).toEqual(
        balances.map((count, guest) => (real.deleted.has(guest) || real.lost.has(real.ids[guest]!) ? undefined : count)),
      )
      for (const phone of real.devices) {
        expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
        const replica = await replicaOf(phone.device).invitations({ userId: undefined })
        expect(real.ids.map(id => balanceOf(replica.find(invitation => invitation.id === id)))).toEqual(counts)
      }
    }),
    // A failure is printed at once: shrinking it takes longer than the test may.
    { numRuns: 10, endOnFailure: true },
  )
}, 300_000)
