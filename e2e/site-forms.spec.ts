import { expect, test } from './fixtures.ts'

test('a visitor orders invitations with the keyboard alone', async ({ page, admin }) => {
  await page.goto('/website')
  const order = page.locator('#order form[data-form]')
  const message = page.locator('#contact form')
  const eventName = order.getByRole('textbox', { name: 'اسم المناسبة' })
  await eventName.focus()
  await page.keyboard.type('تخرّج ريم')
  await page.keyboard.press('Tab')
  await page.keyboard.type('23032027')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(order.getByRole('combobox', { name: 'نوع المناسبة' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.type('أم خالد')
  await page.keyboard.press('Tab')
  await page.keyboard.type('+967 770 000 000')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(order.locator('[data-message]')).toHaveText('تم إرسال طلبك بنجاح، سنتواصل معك قريباً')
  await expect(eventName).toHaveValue('')
  expect((await admin.requests.orders({})).rows).toMatchObject([
    { eventDate: '2027-03-23', eventType: 'graduation', customerName: 'أم خالد', invitationCount: 12 },
  ])

  for (const [name, value] of [
    ['الاسم الكامل', 'أروى باسليم'],
    ['البريد الإلكتروني', 'arwa@example.com'],
    ['الموضوع', 'سؤال'],
    ['الرسالة', 'هل يُطبع الرمز؟'],
  ] as const)
    await message.getByRole('textbox', { name }).fill(value)
  await message.getByRole('button', { name: 'إرسال الرسالة' }).click()
  await expect(message.locator('[data-message]')).toHaveText('تم إرسال رسالتك بنجاح، سنرد عليك في أقرب وقت ممكن')
  expect((await admin.messages.list({})).rows).toMatchObject([{ fullName: 'أروى باسليم', status: 'new', source: 'website' }])
})
