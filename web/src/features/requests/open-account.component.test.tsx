import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectUrl, listItemWithHeading } from '../../../testing/component/controls.ts'
import { addHost, HOST, WEDDING } from '../../../testing/component/host.ts'
import { createNetwork } from '../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin, executeSql } from '../../../testing/component/session.ts'
import { expectCount } from '../../../testing/component/texts.ts'

const card = listItemWithHeading(WEDDING.eventName)
const openButton = card.getByRole('button', { name: 'افتح حساباً لصاحبه' })
const dialog = page.getByRole('dialog', { name: 'افتح حساباً لصاحبه' })
const submitButton = dialog.getByRole('button', { name: 'افتح الحساب' })
const step = (name: string) => dialog.getByRole('listitem', { name })
const addressField = dialog.getByRole('textbox', { name: 'رابط الدخول الأول' })

/** Adds an order of 240 invitations that the office has accepted. Returns its id. */
async function addOrder(fields: object = {}) {
  const { id } = await admin.requests.order({ ...WEDDING, customerName: 'أم خالد', invitationCount: 240, ...fields })
  await admin.requests.updateOrder({ id, status: 'processing' })
  return id
}

test('the office opens an account with a package and sends its link', async () => {
  await admin.sales.createPackage({ name: 'باقة الأفراح', invitations: 240, price: 5_000_000, currency: 'YER' })
  await addOrder()
  await openScreen('/orders')
  await openButton.click()
  await expect.element(step('الحساب')).toMatchTextContent('الخطوة التالية')
  await expect.element(step('الرابط')).toMatchTextContent('لاحقاً')
  await expect.element(dialog.getByRole('textbox', { name: 'اسم المستخدم' })).toHaveValue('أم خالد')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'الباقة', exact: false }).click()
  await page.getByRole('option', { name: /^باقة الأفراح: 240 دعوة/ }).click()
  await submitButton.click()

  await expect.element(step('الحساب')).toMatchTextContent('@أم خالد')
  await expect.element(step('الرصيد')).toMatchTextContent('مُنح 240 دعوة لهذا الطلب، والباقي له 240 دعوة')
  await expect.element(step('المناسبة').getByRole('link', { name: WEDDING.eventName })).toBeVisible()
  await expect.element(step('الرابط')).toMatchTextContent('ينتظر صاحبه')
  const url = (addressField.element() as HTMLInputElement).value
  expect(url).toMatch(/^http.*\/welcome#[\w-]{43}$/)
  const whatsapp = new URL(dialog.getByRole('link', { name: 'أرسل الرابط بواتساب' }).element().getAttribute('href')!)
  expect(whatsapp.pathname).toBe('/966551204417')
  expect(whatsapp.searchParams.get('text')).toContain(url)
  await expectAccessible()

  await dialog.getByRole('button', { name: 'إغلاق' }).click()
  await card.getByRole('button', { name: 'حساب صاحبه' }).click()
  const opened = page.getByRole('dialog', { name: 'حساب صاحبه' })
  await expect.element(opened.getByRole('button', { name: 'رابط جديد' })).toBeVisible()
  await opened.getByRole('button', { name: 'رابط جديد' }).click()
  const renewed = opened.getByRole('textbox', { name: 'رابط الدخول الأول' })
  await expect.element(renewed).toBeVisible()
  expect((renewed.element() as HTMLInputElement).value).not.toBe(url)

  await opened.getByRole('link', { name: 'حساب أم خالد' }).click()
  await expectUrl(/^\/users\?credits=/)
  await page.getByRole('link', { name: 'من الموقع: طلب واحد' }).click()
  await expectUrl(/^\/orders\?user=/)
  await expect.element(page.getByText('طلبات حساب واحد فقط')).toBeVisible()
  await expect.element(card).toBeVisible()
})

test('a taken username and a lost answer can be tried again', async () => {
  await addHost()
  await addOrder()
  const network = createNetwork()
  await openScreen('/orders', { network })
  await openButton.click()
  const username = dialog.getByRole('textbox', { name: 'اسم المستخدم' })
  await username.fill(HOST.username)
  await submitButton.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('اسم المستخدم موجود مسبقاً')
  await expect.element(username).toHaveValue(HOST.username)
  await username.fill('umkhalid')
  network.loseAnswers('orders/open-account.php')
  await submitButton.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('لم يصل رد من الخادم. أعد المحاولة، ولن يتكرر شيء')
  await dialog.getByRole('button', { name: 'رابط جديد' }).click()
  await expect.element(addressField).toBeVisible()
  await expect.element(step('الحساب')).toMatchTextContent('@umkhalid')
})

test('an order by a known number is linked to its account', async () => {
  const host = await addHost()
  await admin.accounts.update({ id: host.id, phone: '+966 55 120 4417' })
  const id = await addOrder()
  await openScreen('/orders')
  await openButton.click()
  await expect.element(dialog).toMatchTextContent(`رقم الهاتف في الطلب هو رقم «${HOST.fullName}»`)
  await expectAccessible()
  await dialog.getByRole('button', { name: 'اربط الطلب بحسابه' }).click()
  await expect.element(step('الرابط')).toMatchTextContent('لصاحبه كلمة مرور يدخل بها')
  await expect.element(step('الرصيد')).toMatchTextContent('الباقي له 50 دعوة، والطلب 240 دعوة')
  await step('الرصيد').getByRole('link', { name: 'زد الرصيد' }).click()
  await page
    .getByRole('dialog', { name: `رصيد ${HOST.fullName}` })
    .getByRole('button', { name: 'زيادة الرصيد' })
    .click()
  await expect.element(page.getByText('حُفظ الرصيد الجديد')).toBeVisible()
  expect(await admin.requests.account({ id })).toMatchObject({ granted: 240, user: { generationLimit: 290 } })
})

test('orders that are not accepted have no account', async () => {
  for (const status of ['pending', 'cancelled', 'rejected'] as const) {
    const { id } = await admin.requests.order({ ...WEDDING, eventName: `مناسبة ${status}` })
    await admin.requests.updateOrder({ id, status })
  }
  await openScreen('/orders')
  await expectCount(page.getByRole('tabpanel').getByRole('listitem'), 3)
  await expectCount(page.getByRole('button', { name: 'افتح حساباً لصاحبه' }), 0)
})

test('an expired link says so and offers another one', async () => {
  const id = await addOrder()
  await admin.requests.openAccount({ id })
  await executeSql("update welcome_links set expires_at = '2026-01-01T00:00:00.000Z'")
  await openScreen('/orders')
  await card.getByRole('button', { name: 'حساب صاحبه' }).click()
  const opened = page.getByRole('dialog', { name: 'حساب صاحبه' })
  await expect.element(opened).toMatchTextContent('انتهى الرابط قبل أن يُستعمل')
  await expect.element(opened.getByRole('button', { name: 'رابط جديد' })).toBeVisible()
})

test('a prepared event links to its account and its order', async () => {
  const { eventId, userId } = await admin.requests.openAccount({ id: await addOrder() })
  await openScreen(`/events/${eventId}/details`)
  await expect.element(page.getByRole('link', { name: 'حساب أم خالد' })).toHaveAttribute('href', `/users?credits=${userId}`)
  await page.getByRole('link', { name: 'جُهّزت من طلب في الموقع' }).click()
  await expectUrl(/^\/orders\?event=/)
  await expect.element(card).toBeVisible()
  await page.getByRole('button', { name: 'عرض كل الطلبات' }).click()
  await expectUrl(/^\/orders$/)
})
