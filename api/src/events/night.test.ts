import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'

describe.each(ENGINES)('coming and past events on %s', engine => {
  let now: Date
  const { signIn } = startTestServer(engine, { now: () => now, timeZone: 'Asia/Aden' })

  test('an event is coming until 6:00 of the next morning', async () => {
    now = new Date('2027-01-13T12:00:00.000Z')
    const host = await signIn({})
    for (const date of ['2027-01-13', '2027-01-14', '2027-01-15']) await host.events.create({ name: `حفل ${date}`, date })
    const datesAt = async (moment: string) => {
      now = new Date(moment)
      const read = async (filter: 'coming' | 'past') => (await host.events.list({ filter })).rows.map(({ date }) => date)
      return { coming: await read('coming'), past: await read('past') }
    }
    // 5:59 and 6:00 in Aden.
    expect(await datesAt('2027-01-15T02:59:00.000Z')).toEqual({ coming: ['2027-01-14', '2027-01-15'], past: ['2027-01-13'] })
    expect(await datesAt('2027-01-15T03:00:00.000Z')).toEqual({ coming: ['2027-01-15'], past: ['2027-01-14', '2027-01-13'] })
  })
})
