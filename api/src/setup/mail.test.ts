import { expect, test } from 'vitest'
import { startMailServer } from '../../testing/mail-server.ts'
import { findFreePort } from '../../testing/postgres-server.ts'
import { checkMail } from './mail.ts'

const senderAddress = 'حُضور <door@example.com>'

test('checkMail reports a mail server that accepts connections as fine', async () => {
  const server = await startMailServer()
  expect(await checkMail({ url: `smtp://127.0.0.1:${server.port}`, from: senderAddress })).toMatchObject([{ level: 'fine', part: 'mail' }])
  expect(server.received).toEqual([])
  await server.stop()
})

test('checkMail with a recipient sends a test e-mail to it', async () => {
  const server = await startMailServer()
  const [finding] = await checkMail({ url: `smtp://127.0.0.1:${server.port}`, from: senderAddress }, 'office@example.org')
  expect(finding?.level).toBe('fine')
  expect(server.received).toMatchObject([{ to: ['office@example.org'], subject: 'حُضور', body: expect.stringContaining('وصلت رسالة') }])
  await server.stop()
})

test('checkMail reports a refused connection without the password', async () => {
  const port = await findFreePort()
  const [finding] = await checkMail({ url: `smtp://door:secret@127.0.0.1:${port}`, from: senderAddress })
  expect(finding).toMatchObject({ level: 'fault', says: expect.stringContaining('ECONNREFUSED') })
  expect(finding?.says).not.toContain('secret')
})

test('checkMail reports nothing when no mail server is configured', async () => {
  expect(await checkMail(undefined)).toEqual([])
})
