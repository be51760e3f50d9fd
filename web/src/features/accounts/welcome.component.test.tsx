import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectUrl } from '../../../testing/component/controls.ts'
import { WEDDING } from '../../../testing/component/host.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { ADMIN, admin, endSession } from '../../../testing/component/session.ts'

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const field = (name: string) => page.getByLabelText(name, { exact: true })
const submitButton = page.getByRole('button', { name: 'دخول', exact: true })
const alert = page.getByRole('alert')

/** Opens the account of an order. Returns the path of its link. */
async function openAccount() {
  const { id } = await admin.requests.order({ ...WEDDING, customerName: 'أم خالد' })
  return (await admin.requests.openAccount({ id })).url!
}

async function fillIn(password: string, confirmation = password) {
  await field('كلمة المرور').fill(password)
  await field('تأكيد كلمة المرور').fill(confirmation)
  await submitButton.click()
}

test('a customer sets the first password and finds the event', async () => {
  await openScreen(await openAccount(), { as: null })
  await expect.element(heading('أهلاً بك، أم خالد')).toBeVisible()
  await expectUrl(/^\/welcome$/)
  expect(window.location.hash).toBe('')
  await expectAccessible()
  await fillIn('abc', 'abcd')
  await expect.element(alert).toMatchTextContent('كلمة المرور وتأكيد كلمة المرور غير متطابقتين')
  await fillIn('abc')
  await expect.element(alert).toMatchTextContent('كلمة المرور يجب أن تكون 6 أحرف على الأقل')
  await fillIn('password')
  await expect.element(alert).toMatchTextContent('كلمة المرور هذه من أكثر الكلمات استعمالاً')
  await expect.element(field('كلمة المرور')).toHaveValue('password')
  await fillIn('ورد-جوري 7')
  await expectUrl(/^\/requests$/)
  const event = page.getByRole('region', { name: 'مناسباتك القادمة' })
  await expect.element(event.getByRole('heading', { name: WEDDING.eventName })).toBeVisible()
  await expectAccessible()
})

test('a link that does not work shows one sentence and the office’s contacts', async () => {
  await openScreen('/welcome#unknown', { as: null })
  await expect.element(heading('هذا الرابط لا يعمل')).toBeVisible()
  await expect.element(page.getByText(/انتهى هذا الرابط أو استُعمل من قبل/)).toBeVisible()
  await expect.element(page.getByRole('listitem').getByRole('link').first()).toBeVisible()
  await expectAccessible()
})

test('a link that ends while the password is typed shows the same sentence', async () => {
  const url = await openAccount()
  await openScreen(url, { as: null })
  await expect.element(heading('أهلاً بك، أم خالد')).toBeVisible()
  await admin.requests.openAccount({ id: (await admin.requests.orders({})).rows[0]!.id })
  await fillIn('ورد-جوري 7')
  await expect.element(heading('هذا الرابط لا يعمل')).toBeVisible()
})

test('the page without a link asks for it', async () => {
  await openScreen('/welcome', { as: null })
  await expect.element(heading('افتح الرابط الذي وصلك')).toBeVisible()
  await expectAccessible()
})

test('the page says which account is signed in on the device', async () => {
  await openScreen(await openAccount(), { as: ADMIN })
  await expect.element(page.getByText(/هذا الجهاز داخل بحساب/)).toBeVisible()
  await endSession()
})
