import { expect, test } from './fixtures.ts'
import { sitePage } from './site-page.ts'

test('a visitor orders invitations with the keyboard alone', async ({ page, admin }) => {
  await page.goto('/website')
  const { order, message } = sitePage(page)
  await order.eventName.focus()
  await page.keyboard.type('تخرّج ريم')
  await page.keyboard.press('Tab')
  await page.keyboard.type('23032027')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(order.type).toBeFocused()
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
  await expect(order.resultMessage).toHaveText('تم إرسال طلبك بنجاح، سنتواصل معك قريباً')
  await expect(order.eventName).toHaveValue('')
  expect((await admin.requests.orders({})).rows).toMatchObject([
    { eventDate: '2027-03-23', eventType: 'graduation', customerName: 'أم خالد', invitationCount: 12 },
  ])

  await message.fullName.fill('أروى باسليم')
  await message.email.fill('arwa@example.com')
  await message.subject.fill('سؤال')
  await message.text.fill('هل يُطبع الرمز؟')
  await message.submit.click()
  await expect(message.resultMessage).toHaveText('تم إرسال رسالتك بنجاح، سنرد عليك في أقرب وقت ممكن')
  expect((await admin.messages.list({})).rows).toMatchObject([{ fullName: 'أروى باسليم', status: 'new', source: 'website' }])
})
