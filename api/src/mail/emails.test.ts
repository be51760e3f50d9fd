import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startMailTestServer, waitUntil } from '../../testing/mail-test-server.ts'
import { addAccount, PASSWORD } from '../../testing/server.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { accountsIn } from '../accounts/repository.ts'
import type { NewOrder } from '../requests/repository.ts'
import { queueNewOrderEmail } from './emails.ts'
import { mailsIn } from './repository.ts'

const applicant = { fullName: 'هناء ناصر', username: 'hanaa', password: PASSWORD, email: 'hanaa@example.com' }
const order: NewOrder = {
  id: 'order-1',
  eventName: 'زفاف محمّد وسارة',
  eventDate: '2027-01-14',
  eventType: 'wedding',
  customerName: 'أم خالد',
  phone: '771234567',
  invitationCount: 200,
  notes: null,
  status: 'pending',
  source: 'website',
  userId: null,
  createdAt: '2026-11-20T12:00:00.000Z',
}

describe.each(ENGINES)('e-mails on %s', engine => {
  const { db, now, visitor, signIn, send, received, warnings, rows } = startMailTestServer(engine)

  async function registerApplicant(person: typeof applicant | Omit<typeof applicant, 'email'> = applicant) {
    const admin = await signIn({ isAdmin: true })
    const { id } = await visitor().accounts.register(person)
    return { admin: admin.accounts, id }
  }

  test('an approved applicant gets one e-mail, although notify runs twice', async () => {
    const { admin, id } = await registerApplicant()
    send()
    await admin.approve({ id })
    expect(await admin.notify({ id, type: 'approved' })).toEqual({ success: true, result: 'sent' })
    expect(await admin.notify({ id, type: 'approved' })).toEqual({ success: true, result: 'sent' })
    await waitUntil(async () => (await rows())[0]?.sent_at !== null)
    expect(received()).toHaveLength(1)
    const [mail] = received()
    expect(mail).toMatchObject({ to: ['hanaa@example.com'], subject: 'قُبل طلب تسجيلك في حُضور' })
    expect(mail!.body).toContain('السلام عليكم هناء ناصر،')
    expect(mail!.body).toContain('اسم المستخدم: hanaa')
    expect(mail!.body).toContain('https://hudur.example/login')
    expect(mail!.headers).toMatch(/^From: =\?UTF-8\?.*<no-reply@hudur\.example>$/m)
    expect(mail!.headers).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m)
  })

  test('notify returns bad-input for an e-mail that differs from the decision', async () => {
    const { admin, id } = await registerApplicant()
    send()
    await expect(admin.notify({ id, type: 'rejected' })).rejects.toMatchObject({ code: 'bad-input' })
    await admin.reject({ id })
    await expect(admin.notify({ id, type: 'approved' })).rejects.toMatchObject({ code: 'bad-input' })
    expect(await admin.notify({ id, type: 'rejected' })).toMatchObject({ result: 'sent' })
    await waitUntil(() => received().length === 1)
    expect(received()[0]).toMatchObject({ subject: 'بشأن طلب تسجيلك في حُضور' })
    await expect(admin.notify({ id: 'nobody', type: 'approved' })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('approving or rejecting a registration queues an e-mail', async () => {
    const { admin, id } = await registerApplicant()
    await admin.approve({ id })
    expect(await rows()).toMatchObject([{ recipient: 'hanaa@example.com', subject: 'قُبل طلب تسجيلك في حُضور' }])
    await expect(admin.approve({ id })).rejects.toMatchObject({ code: 'decided' })
    expect(await admin.notify({ id, type: 'approved' })).toEqual({ success: true, result: 'sent' })
    const { id: other } = await visitor().accounts.register({ ...applicant, username: 'ali', email: 'ali@example.com' })
    await admin.reject({ id: other })
    expect((await rows()).map(({ recipient }) => recipient).sort()).toEqual(['ali@example.com', 'hanaa@example.com'])
  })

  test('notify returns no-address for an applicant without e-mail', async () => {
    const { email: _, ...person } = applicant
    const { admin, id } = await registerApplicant(person)
    await admin.approve({ id })
    expect(await admin.notify({ id, type: 'approved' })).toEqual({ success: true, result: 'no-address' })
    expect(await rows()).toEqual([])
  })

  test('a new order sends an e-mail to every administrator', async () => {
    await addAccount(db(), { username: 'a', isAdmin: true, email: 'a@example.com' })
    await addAccount(db(), { username: 'b', isAdmin: true, email: 'b@example.com' })
    await addAccount(db(), { username: 'c', isAdmin: true })
    await addAccount(db(), { username: 'd', email: 'd@example.com' })
    const queueEmails = () =>
      db().write(async trx => queueNewOrderEmail(trx, { order, recipients: await accountsIn(trx).administratorEmails() }, now()))
    await queueEmails()
    await queueEmails()
    send()
    await waitUntil(async () => (await rows()).every(({ sent_at }) => sent_at !== null))
    expect(
      received()
        .flatMap(({ to }) => to)
        .sort(),
    ).toEqual(['a@example.com', 'b@example.com'])
    expect(received()[0]!.subject).toBe('طلب جديد من الموقع: زفاف محمّد وسارة')
    expect(received()[0]!.body).toContain('عدد الدعوات: 200')
    expect(received()[0]!.body).toContain('الاسم: أم خالد')
  })

  test('line breaks in the subject add no header to an e-mail', async () => {
    await db().write(async trx => {
      const email = { subject: 'عرس\r\nBcc: evil@example.com\r\n\r\nbody', body: 'نص\r\n.\r\nMAIL FROM:<x@y>' }
      await mailsIn(trx).queue({ id: 'odd.1', recipient: 'a@example.com', ...email }, now())
      await mailsIn(trx).queue({ id: 'odd.2', recipient: 'a@example.com, evil@example.com', ...email }, now())
    })
    send()
    await waitUntil(async () => (await rows()).every(({ tries }) => tries === 1))
    await waitUntil(() => received().length + warnings.length === 2)
    for (const { to, headers } of received()) {
      expect(to).not.toContain('evil@example.com')
      expect(headers).not.toMatch(/^bcc:/im)
    }
    const plain = received().find(({ to }) => to[0] === 'a@example.com')
    expect(plain?.body.trim()).toBe('نص\n.\nMAIL FROM:<x@y>')
  })
})

describe('without a mail server', () => {
  const { db, visitor, signIn } = startTestServer('sqlite')

  test('notify returns mail-off and queues no e-mail', async () => {
    const admin = await signIn({ isAdmin: true })
    const { id } = await visitor().accounts.register(applicant)
    await admin.accounts.approve({ id })
    expect(await admin.accounts.notify({ id, type: 'approved' })).toEqual({ success: true, result: 'mail-off' })
    expect(await db().read.selectFrom('mails').selectAll().execute()).toEqual([])
  })
})
