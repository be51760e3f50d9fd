import { signOut } from './fixtures.ts'
import { generatorPage } from './generator-page.ts'
import { connectionBadge, expect, test } from './offline-devices.ts'
import { chooseOption, createHost, HOST, WEDDING } from './request-helpers.ts'

test('a request that is sent again after a lost response is created once', async ({ newDevice, admin, testServer }) => {
  await createHost(admin)
  const { page } = await newDevice(HOST, { hasServiceWorker: false })
  await page.goto('/requests')
  await page.getByRole('button', { name: 'طلب جديد' }).click()
  const form = page.getByRole('dialog', { name: 'طلب دعوات جديد' })
  await form.getByRole('textbox', { name: 'اسم المناسبة' }).fill(WEDDING.eventName)
  await generatorPage(page).typeDate()
  await chooseOption(page, 'نوع المناسبة', 'زفاف')
  await form.getByRole('textbox', { name: 'رقم الهاتف' }).fill(WEDDING.phone)
  const send = form.getByRole('button', { name: 'إرسال الطلب' })
  const failure = page.getByRole('alertdialog')

  testServer.setNetworkState('losing')
  await send.click()
  await expect(failure).toContainText('حدث خطأ أثناء إرسال الطلب')
  await expect.poll(async () => (await admin.requests.listAll({})).total).toBe(1)
  await failure.getByRole('button', { name: 'حسناً' }).click()

  testServer.setNetworkState('refusing')
  await expect(page.getByText(/يعمل النظام بالوضع المحلي/)).toBeAttached()
  await send.click()
  await expect(failure).toContainText('حدث خطأ أثناء إرسال الطلب')
  await failure.getByRole('button', { name: 'حسناً' }).click()

  testServer.setNetworkState('open')
  await expect(page.getByText(/يعمل النظام بالوضع المحلي/)).not.toBeAttached()
  await send.click()
  await expect(form).toBeHidden()
  expect((await admin.requests.listAll({})).total).toBe(1)
})

test('the registration form keeps typed values while the server is down', async ({ newDevice, admin, testServer }) => {
  await createHost(admin)
  const { page } = await newDevice(HOST)
  await signOut(page)
  await expect(page).toHaveURL(/\/(?:login|website)$/)
  await page.goto('/register')
  testServer.setNetworkState('refusing')
  await page.reload()
  await expect(connectionBadge(page)).toHaveText(/غير متصل/)
  await page.getByLabel('الاسم الكامل').fill('بسمة العولقي')
  await page.getByLabel('اسم المستخدم').fill('basma')
  await page.getByLabel('كلمة المرور', { exact: true }).fill('secret-1')
  await page.getByLabel('تأكيد كلمة المرور', { exact: true }).fill('secret-1')
  await page.getByRole('button', { name: 'إنشاء الحساب' }).click()
  await expect(page.getByRole('alert')).toContainText('حدث خطأ في الاتصال بالخادم')
  await expect(page.getByLabel('الاسم الكامل')).toHaveValue('بسمة العولقي')
  testServer.setNetworkState('open')
  // Before sign-in the connection badge has no menu, and a press on it starts a connection test.
  await connectionBadge(page).click()
  await expect(connectionBadge(page)).toHaveText('متصل')
})
