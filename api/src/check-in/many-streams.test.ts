import type { LiveFiguresOfAllEvents } from '@hudur/core/events/contract'
import { expect, test } from 'vitest'
import { followFigures } from '../../testing/follow.ts'
import { startTestServer } from '../../testing/test-server.ts'

const OPEN_PAGES = 500
const NOW = new Date('2026-11-20T18:00:00.000Z')

const { base, signIn } = startTestServer('sqlite', { now: () => NOW })

test('500 open pages of one account all show a VIP guest, and another account is served', async () => {
  const host = await signIn()
  const [vip] = await host.invitations.create({
    invitations: [{ eventName: 'زفاف سارة', eventDate: '2026-11-20', guestName: 'الشيخة هند', isVip: true }],
  })
  const streams = await Promise.all(Array.from({ length: OPEN_PAGES }, () => followFigures<LiveFiguresOfAllEvents>(host.fetch, base())))
  const other = await signIn()
  expect((await other.events.list({})).rows).toEqual([])
  await host.checkIn.check({ qr_code: vip!.code })
  const shown = await Promise.all(streams.map(stream => stream.until(({ vipArrivals = [] }) => vipArrivals.length > 0)))
  expect(shown.every(({ vipArrivals }) => vipArrivals![0]!.guestName === 'الشيخة هند')).toBe(true)
  for (const stream of streams) stream.close()
})
