import { expect, test } from 'vitest'
import { event, setUpScenarios } from '../../testing/scenarios.ts'
import { replicaOf } from './store/replica-reader.ts'

const { scenario } = setUpScenarios()

/** Creates an owner with a guest, and the phone of a partner of the event, who has a guest of an own event. */
async function createScenarioWithPartner() {
  const { user: owner, desk, invited } = await scenario({ guests: ['منيرة العتيبي'], phones: 0 })
  const guest = invited[0]!
  const { user: partner, phone, desk: partnerDesk } = await scenario({ guests: [] })
  await partnerDesk.invitations.create({ invitations: [{ ...event, eventName: 'تخرّج', guestName: 'هدى' }] })
  await desk.events.addPartner({ eventId: guest.eventId!, username: partner.username })
  await phone.sync.run()
  return { owner, desk, guest, eventId: guest.eventId!, partner, phone }
}

test('an offline partner sees and admits the guests of the shared event', async () => {
  const { owner, desk, guest, eventId, phone } = await createScenarioWithPartner()
  await phone.networkState('refusing')
  const { backend } = phone
  expect((await backend.events.list({})).rows.map(({ id, userId }) => [id === eventId, userId === owner.id]).sort()).toEqual([
    [false, false],
    [true, true],
  ])
  expect((await backend.invitations.list({ search: 'منيرة' })).rows).toMatchObject([{ id: guest.id }])
  expect(await backend.checkIn.check({ qr_code: guest.id, nonce: 'partner-1' })).toMatchObject({ outcome: 'admitted' })
  const newGuest = { invitations: [{ eventId, guestName: 'لطيفة' }] }
  await expect(backend.invitations.create(newGuest), 'the balance is not on the device').rejects.toMatchObject({ code: 'offline' })
  await phone.networkState('open')
  await phone.sync.run()
  expect(phone.status.get()).toMatchObject({ waiting: 0, rejected: [] })
  expect(await desk.checkIn.arrivals({ eventId })).toMatchObject({ arrived: 1 })
})

test('the next sync deletes the shared event from the device of a removed partner', async () => {
  const { desk, guest, eventId, partner, phone } = await createScenarioWithPartner()
  await desk.events.removePartner({ eventId, username: partner.username })
  await phone.sync.run()
  const replica = replicaOf(phone.device)
  const everything = { userId: undefined }
  expect((await replica.events(everything)).map(({ name }) => name)).toEqual(['تخرّج'])
  expect((await replica.invitations(everything)).map(({ guestName }) => guestName)).toEqual(['هدى'])
  await phone.networkState('refusing')
  expect(await phone.backend.checkIn.check({ qr_code: guest.id, nonce: 'removed-1' })).toMatchObject({ outcome: 'refused' })
})
