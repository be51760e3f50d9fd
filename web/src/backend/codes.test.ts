import { qrCodeText } from '@hudur/core/check-in/card-text'
import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { describe, expect, test } from 'vitest'
import { findInvitation, setUpScenarios } from '../../testing/scenarios.ts'
import { composeDoorBackend } from './door.ts'

const { scenario, testServer } = setUpScenarios()

const scanCode = (backend: Backend<Contract>, code: string) => backend.checkIn.check({ qr_code: code, source: 'camera' })

const REPLACED_MESSAGE = 'استُبدلت هذه الدعوة ببطاقة أحدث'
const CANCELLED_MESSAGE = 'أُلغيت هذه الدعوة'

describe('reissued, cancelled and restored cards at two gates, one of them without a network', () => {
  test('an online and an offline gate refuse former and cancelled codes alike', async () => {
    const { desk, invited, devices } = await scenario({ guests: ['سارة', 'علي', 'هدى'], phones: 2 })
    const [online, offline] = [devices[0]!, devices[1]!]
    const [sara, ali, huda] = [invited[0]!, invited[1]!, invited[2]!]
    const former = (await desk.invitations.reissue({ id: sara.id })).code
    const reissued = await desk.invitations.reissue({ id: sara.id })
    await desk.invitations.cancel({ id: ali.id })
    await desk.invitations.cancel({ id: huda.id })
    await desk.invitations.restore({ id: huda.id })
    await offline.sync.run()
    await offline.networkState('refusing')

    for (const { backend } of [online, offline]) {
      for (const code of [sara.id, former])
        expect(await scanCode(backend, code)).toMatchObject({
          ...{ outcome: 'refused', message: REPLACED_MESSAGE, refused: { reason: 'replaced', guestName: 'سارة' } },
        })
      expect(await scanCode(backend, ali.id)).toMatchObject({
        message: CANCELLED_MESSAGE,
        refused: { reason: 'cancelled', guestName: 'علي' },
      })
      expect((await backend.invitations.list({})).rows.map(({ state }) => state)).toEqual(['valid', 'cancelled', 'valid'])
    }
    expect(await scanCode(offline.backend, qrCodeText(reissued))).toMatchObject({ outcome: 'admitted', invitation: { id: sara.id } })
    expect(await scanCode(offline.backend, qrCodeText(reissued))).toMatchObject({ outcome: 'used' })
    expect(await scanCode(online.backend, huda.code)).toMatchObject({ outcome: 'admitted' })
    expect(await offline.backend.checkIn.candidates({ search: 'سار' })).toMatchObject([{ id: sara.id, code: reissued.code }])
    expect(await offline.backend.invitations.stats({})).toMatchObject({ total: 3, arrived: 1, invited: 2 })

    await offline.networkState('open')
    await offline.sync.run()
    expect(offline.status.get()).toMatchObject({ waiting: 0, rejected: [] })
    expect(await desk.invitations.stats({})).toMatchObject({ total: 3, arrived: 2, invited: 2 })
    expect(await desk.checkIn.conflicts({})).toMatchObject({ total: 0 })
  })

  test('the device keeps a refusal of the server without a sync', async () => {
    const { desk, invited, phone } = await scenario({ guests: ['سارة', 'علي', 'هدى'] })
    const ids = invited.map(({ id }) => id)
    await desk.invitations.reissue({ id: ids[0]! })
    await desk.invitations.cancel({ id: ids[1]! })
    await desk.invitations.remove({ id: ids[2]! })
    phone.failAt(/changes/)
    const scanAll = async () => (await Promise.all(ids.map(id => scanCode(phone.backend, id)))).map(({ refused }) => refused?.reason)
    expect(await scanAll()).toEqual(['replaced', 'cancelled', 'deleted'])
    await phone.networkState('refusing')
    expect(await scanAll()).toEqual(['replaced', 'cancelled', 'deleted'])
  })

  test('offline admissions by outdated codes become conflicts at the upload', async () => {
    const { desk, invited, phone } = await scenario({ guests: ['سارة', 'علي'] })
    const [sara, ali] = [invited[0]!, invited[1]!]
    await phone.networkState('refusing')
    const { code } = await desk.invitations.reissue({ id: sara.id })
    await desk.invitations.cancel({ id: ali.id })
    for (const { id } of [sara, ali]) expect(await scanCode(phone.backend, id)).toMatchObject({ outcome: 'admitted' })
    expect(await scanCode(phone.backend, code)).toMatchObject({ outcome: 'refused', message: 'رمز QR غير صحيح أو غير موجود في النظام' })

    await phone.networkState('open')
    await phone.sync.run()
    const { rows } = await desk.checkIn.conflicts({})
    expect(rows.map(({ kind, guestName }) => [kind, guestName])).toEqual([
      ['replaced', 'سارة'],
      ['cancelled', 'علي'],
    ])
    expect(await desk.invitations.stats({})).toMatchObject({ arrived: 2, invited: 2 })
    expect(await scanCode(phone.backend, code)).toMatchObject({ outcome: 'used' })
  })

  test('a restored server counts an admission by a reissued code once', async () => {
    const { desk, user, invited, phone } = await scenario()
    const sara = invited[0]!
    const { code } = await desk.invitations.reissue({ id: sara.id })
    const restore = await testServer().backUp()
    await phone.sync.run()
    await phone.networkState('refusing')
    await scanCode(phone.backend, code)
    await phone.networkState('open')
    await phone.sync.run()
    expect(await findInvitation(desk, sara.id)).toMatchObject({ currentScans: 1 })

    await restore()
    await phone.signIn(user.username)
    await phone.sync.run()
    const after = await testServer().desk(user.username)
    expect(await findInvitation(after, sara.id)).toMatchObject({ currentScans: 1 })
    expect(await after.checkIn.conflicts({})).toMatchObject({ total: 0 })
  })
})

test('an offline door link refuses former codes without storing names', async () => {
  const { desk, invited } = await scenario({ guests: ['نجلاء', 'حسين', 'ياسر'] })
  const [reissued, cancelled, chosen] = [invited[0]!, invited[1]!, invited[2]!]
  const former = (await desk.invitations.reissue({ id: reissued.id })).code
  const { code } = await desk.invitations.reissue({ id: reissued.id })
  await desk.invitations.cancel({ id: cancelled.id })
  const second = (await desk.invitations.reissue({ id: chosen.id })).code
  const createDoorLink = (fields: { showsNames?: boolean; maySearch?: boolean }) =>
    desk.links.create({ eventId: reissued.eventId!, role: 'door', name: 'باب', ...fields })
  async function openDoorLink(fields: { showsNames?: boolean; maySearch?: boolean }) {
    const link = await createDoorLink(fields)
    const phone = await testServer().newPhone()
    await phone.enterLink(link.url.split('#')[1]!)
    const door = phone.withDoor(link.id, composeDoorBackend)
    await door.backend.links.me({})
    await door.sync.run()
    return { phone, door }
  }
  const { phone, door } = await openDoorLink({ showsNames: true })
  const { store } = (await door.device())!
  const stored = JSON.stringify(await store.getAll('invitations'))
  for (const secret of [...invited.map(({ id }) => id), former, code, second, 'نجلاء', 'حسين']) expect(stored).not.toContain(secret)

  await phone.networkState('refusing')
  for (const old of [reissued.id, former])
    expect(await scanCode(door.backend, old)).toMatchObject({ outcome: 'refused', message: REPLACED_MESSAGE })
  expect(await scanCode(door.backend, cancelled.id)).toMatchObject({ message: CANCELLED_MESSAGE })
  expect(await scanCode(door.backend, code)).toMatchObject({ outcome: 'admitted', invitation: { guestName: 'نجلاء' } })
  await phone.networkState('open')
  await door.sync.run()
  expect(await desk.checkIn.conflicts({})).toMatchObject({ total: 0 })

  const searching = await openDoorLink({ maySearch: true })
  for (const state of ['open', 'refusing'] as const) {
    await searching.phone.networkState(state)
    const [candidate] = await searching.door.backend.checkIn.candidates({ search: 'ياس' })
    const answer = await searching.door.backend.checkIn.check({ qr_code: candidate!.code })
    expect(answer.outcome).toBe(state === 'open' ? 'admitted' : 'used')
  }
  await searching.phone.networkState('open')
  await searching.door.sync.run()
  expect(await findInvitation(desk, chosen.id)).toMatchObject({ currentScans: 1 })
})

test('an offline scan returns hidesNames when its event hides names', async () => {
  const { desk, invited, phone } = await scenario()
  await desk.events.update({ id: invited[0]!.eventId!, hidesNames: true })
  await phone.sync.run()
  await phone.networkState('refusing')
  expect(await scanCode(phone.backend, invited[0]!.code)).toMatchObject({ outcome: 'admitted', hidesNames: true })
  await phone.networkState('open')
  await desk.invitations.remove({ id: invited[0]!.id })
  await phone.sync.run()
  await phone.networkState('refusing')
  expect(await scanCode(phone.backend, invited[0]!.code)).toMatchObject({ refused: { reason: 'deleted' }, hidesNames: true })
})
