import { ID_BYTES, idFrom } from '@hudur/core'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type Phone, type TestServer } from '../../../testing/test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
}, 60_000)
afterAll(() => testServer.close())

const event = { eventName: 'زفاف', eventDate: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) }
const GUESTS = 3

/** The model: what happened on all devices. */
type Truth = {
  /** Each admission by its idempotency key, with the guest, the device and whether it was undone. */
  admissions: Map<string, ModelAdmission>
  /** The scans of guests whom the device did not know, and whose answers were lost: the server may have admitted the guests. */
  unanswered: Map<string, ModelAdmission>
  /** The devices that lose answers. */
  losing: Set<number>
  isRestored: boolean
}

type ModelAdmission = { guest: number; at: string; isUndone: boolean; device: number }

type Scenario = {
  username: string
  ids: string[]
  devices: Phone[]
  restore: () => Promise<void>
  deleted: Set<number>
  /** The ids of invitations that a restore removed. */
  lost: Set<string>
}

type Command = fc.AsyncCommand<Truth, Scenario>

const device = fc.nat({ max: 1 })
const guest = fc.nat({ max: GUESTS - 1 })

/** Creates a command of the model. `check` returns whether it can run; by default it always can. */
const command = (
  name: string,
  run: (truth: Truth, real: Scenario) => Promise<void>,
  check: (truth: Readonly<Truth>) => boolean = () => true,
): Command => ({
  check,
  run,
  toString: () => name,
})

const scan = (at: number, dice: number) =>
  command(`scan guest ${dice} at ${at}`, async (truth, { devices, ids, ...real }) => {
    const guest = dice % ids.length
    const nonce = `n-${real.username}-${truth.admissions.size}-${Math.random()}`
    const scannedAt = new Date().toISOString()
    const answer = await devices[at]!.backend.scanning.check({ qr_code: ids[guest]!, nonce, scannedAt })
    const admission = { guest, at: scannedAt, isUndone: false, device: at }
    if (answer.success) truth.admissions.set(nonce, admission)
    // The device does not know the guest and got no answer: the server may have admitted the guest.
    else if (truth.losing.has(at)) truth.unanswered.set(nonce, admission)
  })

/** Repeats a scan with the same idempotency key, as a second tap or a reloaded tab does. */
const repeat = (dice: number) =>
  command(
    `repeat ${dice}`,
    async (truth, { devices, ids }) => {
      const all = [...truth.admissions]
      const [nonce, { guest, at, device, isUndone }] = all[dice % all.length]!
      if (isUndone) return
      const answer = await devices[device]!.backend.scanning.check({ qr_code: ids[guest]!, nonce, scannedAt: at })
      expect(answer.success).toBe(true)
    },
    ({ admissions }) => admissions.size > 0,
  )

const undoOne = (dice: number) =>
  command(
    `undo ${dice}`,
    async (truth, { devices, ids, deleted }) => {
      const all = [...truth.admissions]
      const [nonce, admission] = all[dice % all.length]!
      if (deleted.has(admission.guest)) return
      const undo = {
        admission: nonce,
        nonce: `u ${nonce}`,
        qr_code: ids[admission.guest]!,
        admittedAt: admission.at,
        undoneAt: admission.at,
      }
      await devices[admission.device]!.backend.scanning.undo(undo)
      admission.isUndone = true
    },
    ({ admissions }) => admissions.size > 0,
  )

const lose = (at: number) =>
  command(`answers are lost at ${at}`, async (truth, { devices }) => {
    truth.losing.add(at)
    devices[at]!.become('losing')
  })
const cut = (at: number) =>
  command(`cut ${at}`, async (truth, { devices }) => {
    truth.losing.delete(at)
    await devices[at]!.networkState('refusing')
  })

async function reconnectTo({ username }: Scenario, phone: Phone) {
  await phone.networkState('open')
  await phone.sync.run()
  if (phone.status.get().needsSignIn) {
    await phone.signIn(username)
    await phone.sync.run()
  }
}

const reconnect = (at: number) =>
  command(`reconnect ${at}`, async (truth, real) => {
    truth.losing.delete(at)
    await reconnectTo(real, real.devices[at]!)
  })

const make = (at: number) =>
  command(`make a guest at ${at}`, async (_, { devices, ids }) => {
    const id = idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES)))
    const createdInvitations = await devices[at]!.backend.invitations.create({
      invitations: [{ ...event, guestName: `ضيف ${id}`, id, generationType: 'custom', maxScans: 2 }],
    }).catch(error => {
      // The restore ended the session: the screen asks for a sign-in before the creation.
      if (error.code !== 'not-signed-in') throw error
    })
    if (createdInvitations) ids.push(id)
  })

const remove = (guest: number) =>
  command(`delete guest ${guest}`, async (_, { username, ids, deleted }) => {
    if (deleted.has(guest)) return
    deleted.add(guest)
    const desk = await testServer.desk(username)
    await desk.invitations.remove({ id: ids[guest]! })
  })

const restore = () =>
  command(
    'restore',
    async (truth, { restore, deleted, devices, ids, lost }) => {
      truth.isRestored = true
      deleted.clear()
      // Devices upload admissions again. An invitation that was created after the backup and uploaded before the restore is lost.
      const waiting = (await Promise.all(devices.map(({ device }) => device.store.getAll('outbox')))).flat()
      const isWaiting = (id: string) => waiting.some(entry => entry.operation === 'create' && entry.input.invitations[0]?.id === id)
      for (const id of ids.slice(GUESTS)) if (!isWaiting(id)) lost.add(id)
      await restore()
    },
    ({ isRestored }) => !isRestored,
  )

async function newScenario(): Promise<Scenario> {
  await testServer.empty()
  const { username } = await testServer.newAccount({ limit: 1_000 })
  const desk = await testServer.desk(username)
  const invited = await desk.invitations.create({
    invitations: Array.from({ length: GUESTS }, (_, n) => ({
      ...event,
      guestName: `ضيف ${n}`,
      generationType: 'custom' as const,
      maxScans: 3,
    })),
  })
  const devices = []
  for (let n = 0; n < 2; n++) {
    const phone = await testServer.newPhone()
    await phone.connection.retest()
    await phone.signIn(username)
    await phone.sync.run()
    devices.push(phone)
  }
  return { username, ids: invited.map(({ id }) => id), devices, restore: await testServer.backUp(), deleted: new Set(), lost: new Set() }
}

/** Reads what the server has of a scenario: the keys of its stored admissions, and the count of each invitation. */
async function held({ username, ids }: Scenario) {
  const desk = await testServer.desk(username)
  const user = (await desk.accounts.me({}))!
  const rows = await testServer.db.read.selectFrom('scans').select(['nonce', 'outcome']).where('user_id', '=', user.id).execute()
  const { rows: invitations } = await desk.invitations.list({})
  return {
    written: rows.filter(({ outcome }) => outcome === 'admitted').map(({ nonce }) => nonce),
    counts: ids.map(id => invitations.find(invitation => invitation.id === id)?.currentScans),
  }
}

test('the server has every admission of two devices exactly once after any sequence of scans, undos, failures and restores', async () => {
  const commands = fc.commands(
    [
      fc.tuple(device, guest).map(([at, who]) => scan(at, who)),
      fc.tuple(device, fc.nat()).map(([at, who]) => scan(at, who)),
      fc.nat().map(repeat),
      fc.nat().map(undoOne),
      device.map(lose),
      device.map(cut),
      device.map(reconnect),
      device.map(make),
      guest.map(remove),
      fc.constant(restore()),
    ],
    { maxCommands: 25 },
  )

  await fc.assert(
    fc.asyncProperty(commands, async acts => {
      const real = await newScenario()
      const truth: Truth = { admissions: new Map(), unanswered: new Map(), losing: new Set(), isRestored: false }
      await fc.asyncModelRun(() => ({ model: truth, real }), acts)
      // Twice, so that each device downloads what the other has uploaded.
      for (const phone of [...real.devices, ...real.devices]) await reconnectTo(real, phone)

      const { written, counts } = await held(real)
      for (const [nonce, admission] of truth.unanswered) if (written.includes(nonce)) truth.admissions.set(nonce, admission)
      expect(written.toSorted()).toEqual([...truth.admissions.keys()].toSorted())
      const inside = real.ids.map((_, guest) => [...truth.admissions.values()].filter(a => a.guest === guest && !a.isUndone).length)
      expect(counts).toEqual(inside.map((count, guest) => (real.deleted.has(guest) || real.lost.has(real.ids[guest]!) ? undefined : count)))
      for (const phone of real.devices) {
        expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
        const replica = await phone.device.replica.invitations({ userId: undefined })
        expect(real.ids.map(id => replica.find(invitation => invitation.id === id)?.currentScans)).toEqual(counts)
      }
    }),
    { numRuns: 20 },
  )
}, 120_000)
