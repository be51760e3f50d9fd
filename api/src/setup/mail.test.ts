import { expect, test } from 'vitest'
import { mailServer } from '../../testing/mail-server.ts'
import { freePort } from '../../testing/postgres-server.ts'
import { checkMail } from './mail.ts'

const from = 'حُضور <door@example.com>'

test('a mail server that accepts the sign-in is fine, and nothing is sent without a recipient', async () => {
  const server = await mailServer()
  expect(await checkMail({ url: `smtp://127.0.0.1:${server.port}`, from })).toMatchObject([{ level: 'fine', part: 'mail' }])
  expect(server.received).toEqual([])
  await server.stop()
})

test('a message arrives at the recipient', async () => {
  const server = await mailServer()
  const [finding] = await checkMail({ url: `smtp://127.0.0.1:${server.port}`, from }, 'office@example.org')
  expect(finding?.level).toBe('fine')
  expect(server.received).toMatchObject([{ to: ['office@example.org'], subject: 'حُضور', body: expect.stringContaining('وصلت رسالة') }])
  await server.stop()
})

test('a mail server that does not answer is reported as a fault, and its text does not contain the password', async () => {
  const port = await freePort()
  const [finding] = await checkMail({ url: `smtp://door:secret@127.0.0.1:${port}`, from })
  expect(finding).toMatchObject({ level: 'fault', says: expect.stringContaining('ECONNREFUSED') })
  expect(finding?.says).not.toContain('secret')
})

test('without SMTP_URL the check reports nothing', async () => {
  expect(await checkMail(undefined)).toEqual([])
})
