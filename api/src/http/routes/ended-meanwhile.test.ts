import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import { EVENT_PICTURE_SPEC } from '@hudur/core/events/contract'
import { createJpeg, createPng } from '@hudur/core/testing/pictures'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../../testing/engines.ts'
import { keepThreadBusy } from '../../../testing/slow-task.ts'
import { refusalCodeOf, startTestServer } from '../../../testing/test-server.ts'
import { inThread } from '../../thread/in-thread.ts'

const occupyThread = inThread(new URL('../../../testing/slow-task.ts', import.meta.url).href, keepThreadBusy)

describe.each(ENGINES)('callers whose access ends during a call, on %s', engine => {
  const { signIn, base, count } = startTestServer(engine)

  /** Signs in an owner with an event that has a design, and administrators. */
  async function prepare() {
    const [owner, remaining] = [await signIn(), await signIn({ isAdmin: true })]
    const event = await owner.events.create({ name: 'زفاف', date: '2027-01-14' })
    await owner.invitations.saveDesign({ eventId: event.id, look: DEFAULT_LOOK })
    return { owner, remaining, event }
  }

  const losses = [
    ['an administrator who is demoted', 'not-allowed', true, { isAdmin: false }],
    ['an account whose password was set', 'not-signed-in', false, { password: 'nakhla-sidr' }],
  ] as const

  test.each(losses)('%s saves no picture that a thread has read', async (_, refusal, isAdmin, change) => {
    const { owner, remaining, event } = await prepare()
    const caller = isAdmin ? await signIn({ isAdmin }) : owner
    const busy = occupyThread(1_500)
    const { width, height } = EVENT_PICTURE_SPEC
    const outcomes = Promise.all([
      refusalCodeOf(caller.events.savePicture({ id: event.id, picture: createJpeg({ width, height }) })),
      refusalCodeOf(caller.invitations.uploadPicture({ picture: createPng(), userId: owner.user.id })),
    ])
    await sleep(300)
    await remaining.accounts.update({ id: caller.user.id, ...change })
    await busy
    expect(await outcomes).toEqual([refusal, refusal])
    expect([await count('pictures'), await count('event_pictures')]).toEqual([0, 0])
  })

  test('a session that ends while a body is sent changes nothing', async () => {
    const { owner } = await prepare()
    const before = await count('events')
    async function* body() {
      yield '{"name":"حفل",'
      const { accounts } = await owner.again()
      for (const { id, isCurrent } of await accounts.sessions({})) if (!isCurrent) await accounts.endSession({ id })
      await sleep(1_100)
      yield '"date":"2027-01-15"}'
    }
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: body(), duplex: 'half' } as unknown as RequestInit
    const response = await owner.fetch(`${base()}/api/events/create.php`, sent)
    expect([response.status, await count('events')]).toEqual([401, before])
  })
})
