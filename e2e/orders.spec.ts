import { expect, test } from './fixtures.ts'
import { WEDDING } from './request-helpers.ts'

test('the generator shows how many invitations an accepted order needs', async ({ page, admin, signIn }) => {
  await admin.requests.order({ ...WEDDING, invitationCount: 240 })
  await signIn()
  await page.goto('/orders')
  const order = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: WEDDING.eventName }) })
  await order.getByRole('button', { name: 'قبول', exact: true }).click()
  await expect(order).toContainText('قيد التجهيز')
  await order.getByRole('button', { name: 'التفاصيل' }).click()
  const details = page.getByRole('dialog', { name: WEDDING.eventName })
  await details.getByRole('textbox', { name: 'ملاحظات' }).fill('بطاقة عاجيّة')
  await details.getByRole('button', { name: 'مكتمل' }).click()
  await expect(details).toBeHidden()
  await page.reload()
  await expect(order).toContainText('بطاقة عاجيّة')
  await order.getByRole('button', { name: 'التفاصيل' }).click()
  await details.getByRole('link', { name: 'إنشاء الدعوات' }).click()
  await expect(page.getByText('المطلوب 240 دعوة، وبقي 240')).toBeVisible()
})
