import { generatorPage } from './generator-page.ts'
import { expect, test } from './offline-devices.ts'
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
