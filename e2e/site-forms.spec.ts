import { expect, test } from './fixtures.ts'
import { sitePage } from './site-page.ts'

const REQUIRED = 'يرجى ملء جميع الحقول المطلوبة'
const ORDERED = 'تم إرسال طلبك بنجاح، سنتواصل معك قريباً'
const ORDER_FAILED = 'حدث خطأ أثناء إرسال الطلب، يرجى المحاولة مرة أخرى'

test.beforeEach(({ page }) => page.goto('/website'))

test('an invitation is ordered, and the form is empty again', async ({ page, admin, axe }) => {
  const { order } = sitePage(page)
  await order.fill()
  await expect(order.form.getByText('6 شعبان 1448')).toBeVisible()
  await order.count.fill('150')
  await order.submit.click()
  await expect(order.said).toHaveText(ORDERED)
  await expect(order.said).toHaveAttribute('role', 'status')
  await expect(order.eventName).toHaveValue('')
  await order.expectDate('', '', '')
  await expect(order.type).toHaveValue('')
  await expect(order.phone).toHaveValue('')
  await expect(order.count).toHaveValue('1')
  await axe()
  expect((await admin.requests.orders({})).rows).toMatchObject([
    {
      eventName: 'زفاف محمّد وسارة',
      eventDate: '2027-01-14',
      eventType: 'wedding',
      phone: '0512345678',
      invitationCount: 150,
      status: 'pending',
      source: 'website',
    },
  ])
})

test('what is missing is said, the first missing field is shown, and nothing typed is lost', async ({ page, admin, axe }) => {
  const { order, message } = sitePage(page)
  await order.phone.fill('0512345678')
  await order.submit.click()
  await expect(order.said).toHaveText(REQUIRED)
  await expect(order.said).toHaveAttribute('role', 'alert')
  await expect(order.eventName).toBeFocused()
  await expect(order.eventName).toHaveAccessibleDescription(REQUIRED)
  await expect(order.phone).toHaveValue('0512345678')
  await order.eventName.fill('زفاف')
  await order.submit.click()
  await expect(order.date.getByRole('spinbutton').first()).toBeFocused()
  await message.submit.click()
  await expect(message.said).toHaveText(REQUIRED)
  await expect(message.fullName).toBeFocused()
  await axe()
  expect((await admin.requests.orders({})).rows).toEqual([])
})

test('Arabic digits are taken everywhere', async ({ page, admin }) => {
  const { order } = sitePage(page)
  await order.fill()
  await order.typeDate('١٥٠٢٢٠٢٧')
  await order.phone.fill('٠٥١٢٣٤٥٦٧٨')
  await order.count.fill('٢٥')
  await order.submit.click()
  await expect(order.said).toHaveText(ORDERED)
  expect((await admin.requests.orders({})).rows).toMatchObject([{ eventDate: '2027-02-15', phone: '0512345678', invitationCount: 25 }])
})

for (const odd of ['0', '1001', 'abc', '', '-3', '2.5']) {
  test(`a count of «${odd}» becomes 1`, async ({ page, admin }) => {
    const { order } = sitePage(page)
    await order.fill()
    await order.count.fill(odd)
    await order.phone.focus()
    await expect(order.count).toHaveValue('1')
    await order.count.fill(odd)
    await page.keyboard.press('Enter')
    await expect(order.said).toHaveText(ORDERED)
    expect((await admin.requests.orders({})).rows).toMatchObject([{ invitationCount: 1 }])
  })
}

test('a day that is over is asked about gently, and may be meant', async ({ page, admin, axe }) => {
  const { order } = sitePage(page)
  await order.fill()
  await order.typeDate('01012020')
  await order.submit.click()
  const question = page.getByRole('dialog', { name: 'هل التاريخ صحيح؟' })
  await expect(question).toContainText('1 يناير 2020')
  await axe()
  await page.keyboard.press('Escape')
  await expect(order.date.getByRole('spinbutton').first()).toBeFocused()
  expect((await admin.requests.orders({})).rows).toEqual([])
  await order.submit.click()
  await question.getByRole('button', { name: 'أعدّل التاريخ' }).click()
  await order.expectDate('01', '01', '2020')
  await order.submit.click()
  await question.getByRole('button', { name: 'نعم، أرسل الطلب' }).click()
  await expect(order.said).toHaveText(ORDERED)
  expect((await admin.requests.orders({})).rows).toMatchObject([{ eventDate: '2020-01-01' }])
})

test('no day of the calendar is said at its field; one pasted whole is taken apart', async ({ page }) => {
  const { order } = sitePage(page)
  await order.fill()
  await order.typeDate('31022027')
  await order.submit.click()
  await expect(order.said).toHaveText('تاريخ غير صحيح')
  await order.date.getByRole('spinbutton').first().fill('2027-03-09')
  await order.expectDate('09', '03', '2027')
  await order.date.getByRole('spinbutton').first().fill('7/4/2028')
  await order.expectDate('7', '4', '2028')
})

test('a double click is one order', async ({ page, admin }) => {
  const { order } = sitePage(page)
  await order.fill()
  await order.submit.dblclick()
  await expect(order.said).toHaveText(ORDERED)
  expect((await admin.requests.orders({})).rows).toHaveLength(1)
})

test('a double click is one message', async ({ page, admin }) => {
  const { message } = sitePage(page)
  await message.fullName.fill('أروى باسليم')
  await message.email.fill('arwa@example.com')
  await message.subject.fill('سؤال')
  await message.text.fill('هل يُطبع الرمز؟')
  await message.submit.dblclick()
  await expect(message.said).toHaveText('تم إرسال رسالتك بنجاح، سنرد عليك في أقرب وقت ممكن')
  expect((await admin.messages.list({})).rows).toHaveLength(1)
})

test('an order whose answer was lost is sent again as the same order', async ({ page, admin, trouble }) => {
  trouble.allow(/ERR_CONNECTION_RESET|Failed to load resource/)
  const { order } = sitePage(page)
  await order.fill()
  await page.route(
    '**/orders/create.php',
    async route => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await order.submit.click()
  await expect(order.said).toHaveText(ORDER_FAILED)
  await expect(order.eventName).toHaveValue('زفاف محمّد وسارة')
  await order.submit.click()
  await expect(order.said).toHaveText(ORDERED)
  expect((await admin.requests.orders({})).rows).toHaveLength(1)
})

test('scripts are text, and ten thousand characters are refused in words', async ({ page, admin, trouble, axe }) => {
  trouble.allow(/400/)
  const { order, message } = sitePage(page)
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
  await message.fullName.fill(script)
  await message.email.fill('guest@example.com')
  await message.subject.fill(script)
  await message.text.fill('نص '.repeat(3_333))
  await message.submit.click()
  await expect(message.said).toHaveText('النص أطول من 5000 حرف')
  await expect(message.text).toBeFocused()
  await expect(message.text).toHaveValue('نص '.repeat(3_333))
  await expect(message.text).toHaveAccessibleDescription('النص أطول من 5000 حرف')
  await axe()
  await message.text.fill(script)
  await message.submit.click()
  await expect(message.said).toHaveText('تم إرسال رسالتك بنجاح، سنرد عليك في أقرب وقت ممكن')
  await expect(message.fullName).toHaveValue('')
  expect((await admin.messages.list({})).rows).toMatchObject([
    { fullName: script, subject: script, message: script, status: 'new', source: 'website' },
  ])

  await order.fill()
  await order.eventName.fill('ن'.repeat(10_000))
  await order.submit.click()
  await expect(order.said).toHaveText('النص أطول من 200 حرف')
  await expect(order.eventName).toHaveValue('ن'.repeat(10_000))
})

test('an address and a phone that are none are said at their fields', async ({ page, trouble }) => {
  trouble.allow(/400/)
  const { order, message } = sitePage(page)
  await message.fullName.fill('أروى')
  await message.email.fill('أروى')
  await message.subject.fill('سؤال')
  await message.text.fill('سؤال')
  await message.submit.click()
  await expect(message.email).toHaveAccessibleDescription('البريد الإلكتروني غير صحيح')
  await order.fill()
  await order.phone.fill('لا أدري')
  await order.submit.click()
  await expect(order.phone).toHaveAccessibleDescription('رقم الهاتف غير صحيح')
  await expect(order.phone).toBeFocused()
})

test('the keyboard alone orders an invitation', async ({ page, admin }) => {
  const { order } = sitePage(page)
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
  await page.keyboard.type('+967 770 000 000')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(order.said).toHaveText(ORDERED)
  expect((await admin.requests.orders({})).rows).toMatchObject([{ eventDate: '2027-03-23', eventType: 'graduation', invitationCount: 12 }])
})
