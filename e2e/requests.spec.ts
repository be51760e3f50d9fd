import { expect, test } from './fixtures.ts'
import { generatorPage } from './generator-page.ts'
import { chooseOption, createHost, HOST, WEDDING } from './request-helpers.ts'

test('the generator shows how many invitations an approved request needs', async ({ page, admin, signIn }) => {
  await createHost(admin)
  await signIn(HOST)
  await page.goto('/requests')
  await page.getByRole('button', { name: 'طلب جديد' }).click()
  const form = page.getByRole('dialog', { name: 'طلب دعوات جديد' })
  await form.getByRole('textbox', { name: 'اسم المناسبة' }).fill(WEDDING.eventName)
  await generatorPage(page).typeDate()
  await chooseOption(page, 'نوع المناسبة', 'زفاف')
  await form.getByRole('textbox', { name: 'رقم الهاتف' }).fill(WEDDING.phone)
  await form.getByRole('textbox', { name: 'عدد الدعوات' }).fill('30')
  await form.getByRole('button', { name: 'إرسال الطلب' }).click()
  await expect(form).toBeHidden()
  const [storedRequest] = (await admin.requests.listAll({})).rows
  await admin.requests.update({ id: storedRequest!.id, status: 'approved' })
  await page.reload()
  const request = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: WEDDING.eventName }) })
  await expect(request).toContainText('مقبول')
  await request.getByRole('link', { name: 'إنشاء الدعوات' }).click()
  await expect(page.getByText('المطلوب 30 دعوة، وبقي 30')).toBeVisible()
})
