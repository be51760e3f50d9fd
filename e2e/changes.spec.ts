import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 360, height: 800 } })

test('a change of the day reaches the guests who were told, and a declined invitation another guest', async ({
  page,
  admin,
  signIn,
  openContext,
  axe,
  expectedErrors,
}) => {
  test.slow()
  // A new guest without a name is refused.
  expectedErrors.allow(/400/)
  const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-17' }
  const [told, declined] = await admin.invitations.create({
    invitations: ['خالد', 'نورة'].map(guestName => ({
      ...event,
      guestName,
      generationType: 'custom' as const,
      maxScans: 4,
      phone: '777123456',
    })),
  })
  const eventId = told!.eventId!
  const ids = [told!.id, declined!.id]
  await admin.invitations.sent({ ids, via: 'whatsapp' })
  await admin.invitations.answer({ id: told!.id, attends: true, people: 4 })
  await admin.events.update({ id: eventId, date: '2097-01-18', house: { noPhotography: true } })
  await admin.invitations.update({ id: told!.id, maxScans: 2 })
  await signIn()
  await page.addInitScript(() => {
    const opened: string[] = []
    Object.assign(window, { opened, open: (address: string) => void opened.push(address) })
  })

  await page.goto(`/events/${eventId}`)
  await expect(page.getByText('يعرفون معلومات سابقة: ضيفان')).toBeVisible()
  await axe()
  await page.getByRole('button', { name: 'أخبرهم' }).click()
  for (let sent = 0; sent < 2; sent++) {
    await expect(page.getByText('هذا ما تغيّر في')).toBeVisible()
    await expect(page.getByText('ليس في النص {آداب الحضور}')).toBeHidden()
    await page.getByRole('button', { name: 'أرسل على واتساب' }).click()
    await page.waitForTimeout(800)
  }
  await expect(page.getByText('لم يبقَ أحد في هذه الجولة')).toBeVisible()
  const messages = (await page.evaluate(() => (window as unknown as { opened: string[] }).opened)).map(decodeURIComponent).join('\n')
  expect(messages).toContain('تغيّر الموعد من')
  expect(messages).toContain('تغيّر عدد الأماكن من 4 إلى 2')

  const guest = await openContext({ viewport: { width: 360, height: 800 } })
  const guestPage = await guest.newPage()
  await guestPage.goto(`/i/${told!.code}`)
  await expect(guestPage.getByText('تغيّر الموعد من')).toBeVisible()
  await expect(guestPage.getByRole('heading', { name: 'أجبتم على الموعد السابق، فأجيبوا على الجديد' })).toBeVisible()
  await guestPage.getByRole('button', { name: 'إرسال الرد' }).click()
  await expect(guestPage.getByRole('heading', { name: 'وصل ردّكم، شكراً لكم' })).toBeVisible()
  expect(await admin.events.get({ id: eventId })).toMatchObject({ outdated: 0, formerAnswers: 0, attending: 2 })

  await admin.invitations.answer({ id: declined!.id, attends: false })
  await page.goto(`/events/${eventId}?filter=declined`)
  await expect(page.getByText('عاد بالاعتذار: 4 أماكن')).toBeVisible()
  await page.getByRole('button', { name: 'دعوة نورة', exact: true }).click()
  await page.getByRole('button', { name: 'أعطها لضيف آخر' }).click()
  const dialog = page.getByRole('dialog', { name: 'إعطاء دعوة نورة لضيف آخر' })
  await dialog.getByRole('button', { name: 'أعطها له' }).click()
  await expect(dialog.getByText('يرجى إدخال اسم الضيف')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'اسم الضيف الجديد' }).fill('هدى')
  await axe()
  await dialog.getByRole('button', { name: 'أعطها له' }).click()
  await expect(page.getByText('صارت الدعوة لـ«هدى»')).toBeVisible()
  const [given] = (await admin.invitations.list({ search: 'هدى' })).rows
  expect(given).toMatchObject({ id: declined!.id, answer: null, sentAt: null, maxScans: 4 })
  expect(given!.code).not.toBe(declined!.code)
})
