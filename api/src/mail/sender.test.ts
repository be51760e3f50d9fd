import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startMailTestServer, waitUntil } from '../../testing/mail-test-server.ts'
import { PASSWORD } from '../../testing/server.ts'
import { mailsIn } from './repository.ts'

describe.each(ENGINES)('the mail sender on %s', engine => {
  const { db, clock, now, visitor, signIn, send, stopSending, received, warnings, rows, goDown, comeBack } = startMailTestServer(engine)

  const queueMails = (...ids: string[]) =>
    db().write(async trx => {
      for (const id of ids) await mailsIn(trx).queue({ id, recipient: `${id}@example.com`, subject: 'دعوة', body: 'نص' }, now())
    })

  test('an e-mail is sent once the mail server works, even after a restart', async () => {
    const admin = await signIn({ isAdmin: true })
    const { id } = await visitor().accounts.register({
      fullName: 'هناء',
      username: 'hanaa',
      password: PASSWORD,
      email: 'hanaa@example.com',
    })
    await admin.accounts.approve({ id })
    await goDown()
    send()
    expect(await admin.accounts.notify({ id, type: 'approved' })).toMatchObject({ result: 'sent' })
    await waitUntil(() => warnings.length === 1)
    expect(warnings[0]).toMatch(/will be tried again$/)
    await stopSending()
    expect(Date.parse((await rows())[0]!.next_try_at!) - clock.at).toBe(60_000)

    await comeBack()
    send(20)
    await wait(100)
    expect(received()).toEqual([])
    clock.at += 60_000
    await waitUntil(async () => (await rows())[0]?.sent_at === now().toISOString())
    expect(received()).toHaveLength(1)
    expect(await rows()).toMatchObject([{ tries: 2, next_try_at: null }])
  })

  test('a failed e-mail is tried again at growing intervals, then given up', async () => {
    await goDown()
    await queueMails('a')
    const waitsInMinutes: number[] = []
    for (let failures = 1; ; failures++) {
      send()
      await waitUntil(() => warnings.length === failures)
      await stopSending()
      const [row] = await rows()
      if (row!.next_try_at === null) break
      waitsInMinutes.push((Date.parse(row!.next_try_at) - clock.at) / 60_000)
      clock.at = Date.parse(row!.next_try_at)
    }
    expect(waitsInMinutes).toEqual([1, 5, 30, 120, 360, 1440])
    expect(warnings.at(-1)).toMatch(/given up$/)
    expect(await rows()).toMatchObject([{ tries: 7, sent_at: null }])
    await comeBack()
  })

  test('four senders on one database send each e-mail once', async () => {
    const ids = Array.from({ length: 30 }, (_, n) => `email-${n}`)
    for (let n = 0; n < 4; n++) send(20)
    await queueMails(...ids)
    await waitUntil(async () => (await rows()).every(({ sent_at }) => sent_at !== null))
    expect(
      received()
        .flatMap(({ to }) => to)
        .sort(),
    ).toEqual(ids.map(id => `${id}@example.com`).sort())
    expect((await rows()).every(({ tries }) => tries === 1)).toBe(true)
  })

  test('another process sends an e-mail that a crashed process had claimed', async () => {
    await queueMails('a')
    const [due] = await mailsIn(db().read).due(now(), 1)
    const claimDueMail = () => db().write(trx => mailsIn(trx).claim(due!, new Date(clock.at + 300_000)))
    expect([await claimDueMail(), await claimDueMail()]).toEqual([true, false])
    send(20)
    await wait(100)
    expect(received()).toEqual([])
    clock.at += 300_000
    await waitUntil(() => received().length === 1)
  })
})
