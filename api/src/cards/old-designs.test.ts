import { DEFAULT_LOOK } from '@hudur/core'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { newEvent } from '../events/new-event.ts'
import { eventsIn } from '../events/repository.ts'

const event = { eventName: 'زفاف', eventDate: '2027-01-14' }

describe.each(ENGINES)('old designs on %s', engine => {
  const { db, signIn } = startTestServer(engine)

  test('gives an old design defaults for time, location and panel', async () => {
    const { user, invitations } = await signIn()
    const { panel, time, place, places, ...rest } = DEFAULT_LOOK
    const row = {
      id: 'design-of-before',
      user_id: user.id,
      event_id: 'event',
      look: JSON.stringify({ ...rest, places: { name: places.name, code: places.code } }),
      picture_id: null,
      updated_at: '2026-11-20T22:30:00.000Z',
    }
    await db().write(async trx => {
      await eventsIn(trx).add(newEvent({ id: 'event', userId: user.id, name: event.eventName, date: event.eventDate }, new Date()))
      await trx.insertInto('designs').values(row).execute()
    })
    expect((await invitations.designs(event)).rows).toMatchObject([{ ...event, look: { ...DEFAULT_LOOK, panel: false } }])
  })
})
