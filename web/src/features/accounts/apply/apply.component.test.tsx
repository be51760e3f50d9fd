import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseOption, expectUrl, listItemWithHeading, openMenu } from '../../../../testing/component/controls.ts'
import { createNetwork } from '../../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../../testing/component/screen.tsx'
import { admin } from '../../../../testing/component/session.ts'
import { expectCount } from '../../../../testing/component/texts.ts'

const newRegistration = (username: string, fullName: string, contacts: { phone?: string; email?: string } = {}) => ({
  username,
  fullName,
  password: 'secret-1',
  ...contacts,
})

const arwaCard = listItemWithHeading('أروى باسليم')
const hudaCard = listItemWithHeading('هدى العريقي')
const emailNotice = page.getByRole('status').filter({ hasText: 'البريد غير مفعّل' })
const rejectionDialog = page.getByRole('alertdialog', { name: 'رفض طلب هدى العريقي؟' })
const noPendingRegistrations = page.getByText('لا طلبات حالياً')

test('an administrator approves and rejects pending registrations', async () => {
  await admin.accounts.register(newRegistration('arwa', 'أروى باسليم', { phone: '٠٧٧٠ ٠٠٠ ٠٠١', email: 'arwa@example.com' }))
  await admin.accounts.register(newRegistration('huda', 'هدى العريقي'))
  await openScreen('/generator')
  await openMenu()
  const entry = page.getByRole('menuitem', { name: /^طلبات التسجيل ?، 2 تنتظر$/ })
  await expect.element(entry).toBeVisible()
  await expectAccessible()
  await entry.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'طلبات التسجيل' })).toBeVisible()
  await expect.element(arwaCard).toMatchTextContent('قيد المراجعة')
  await expect.element(arwaCard.getByRole('link', { name: 'اتصال بـأروى باسليم' })).toHaveAttribute('href', 'tel:0770000001')
  await expect.element(arwaCard.getByRole('link', { name: 'واتساب أروى باسليم' })).toHaveAttribute('href', 'https://wa.me/967770000001')
  await expect.element(arwaCard.getByRole('link', { name: 'arwa@example.com' })).toHaveAttribute('href', 'mailto:arwa@example.com')

  await arwaCard.getByRole('button', { name: 'قبول' }).click()
  await expect.element(page.getByText('تم قبول أروى باسليم بنجاح').first()).toBeVisible()
  await expect.element(arwaCard).not.toBeInTheDocument()
  await expect
    .element(emailNotice.getByRole('link', { name: 'واتساب أروى باسليم' }))
    .toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\/967770000001\?text=/))
  const whatsappText = new URL(
    emailNotice.getByRole('link', { name: 'واتساب أروى باسليم' }).element().getAttribute('href')!,
  ).searchParams.get('text')
  expect(whatsappText).toContain('اسم المستخدم: arwa\n')
  expect(whatsappText).toContain(`${window.location.origin}/login`)
  expect((await admin.accounts.list({})).map(({ username }) => username)).toContain('arwa')

  await expectCount(hudaCard.getByRole('link'), 0)
  const rejectButton = hudaCard.getByRole('button', { name: 'رفض' })
  ;(rejectButton.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(rejectionDialog).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(rejectButton).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await rejectionDialog.getByRole('button', { name: 'رفض' }).click()
  await expect.element(page.getByText('رُفض طلب هدى العريقي').first()).toBeVisible()
  await expect.element(noPendingRegistrations).toBeVisible()
  await expectCount(page.getByRole('button', { name: /تنتظر/ }), 0)
  await expectAccessible()
  expect((await admin.accounts.registrations({})).rows).toEqual([])
})

test('a decided registration shows a WhatsApp link to the applicant', async () => {
  await admin.accounts.register(newRegistration('arwa', 'أروى باسليم', { phone: '0770000001' }))
  await admin.accounts.register(newRegistration('huda', 'هدى العريقي', { phone: '0770000002' }))
  const network = await openScreen('/apply')
  network.loseAnswers('approve-user.php', 1)
  await arwaCard.getByRole('button', { name: 'قبول' }).click()
  await expect.element(emailNotice).toMatchTextContent('تم قبول أروى باسليم بنجاح')
  await expect.element(emailNotice.getByRole('link', { name: 'واتساب أروى باسليم' })).toBeVisible()

  network.loseAnswers('reject-user.php', 2)
  await hudaCard.getByRole('button', { name: 'رفض' }).click()
  await rejectionDialog.getByRole('button', { name: 'رفض' }).click()
  await expect.element(page.getByText('فشل في رفض المستخدم')).toBeVisible()
  await hudaCard.getByRole('button', { name: 'رفض' }).click()
  await rejectionDialog.getByRole('button', { name: 'رفض' }).click()
  await expect.element(emailNotice).toMatchTextContent('رُفض طلب هدى العريقي')
  await expect.element(emailNotice.getByRole('link', { name: 'واتساب هدى العريقي' })).toBeVisible()
  await expect.element(noPendingRegistrations).toBeVisible()
})

test('a registration stays in the list after a failed approval', async () => {
  const { id } = await admin.accounts.register(newRegistration('arwa', 'أروى باسليم'))
  const network = createNetwork()
  const restoreList = network.fail('pending-users.php')
  await openScreen('/apply', { network })
  await expect.element(page.getByRole('status', { name: 'جاري التحميل' })).toBeVisible()
  await expect.element(page.getByRole('main').getByRole('alert')).toMatchTextContent('حدث خطأ أثناء تحميل البيانات')
  // A toast also reports that loading failed. There are two toasts if the connection was restored meanwhile, hence `first`.
  await expect.element(page.getByRole('alertdialog').filter({ hasText: 'حدث خطأ أثناء تحميل البيانات' }).first()).toBeVisible()
  await expectAccessible()
  restoreList()
  // The button has disappeared if the restored connection has reloaded the list meanwhile.
  const retry = page.getByRole('button', { name: 'إعادة المحاولة' })
  await retry.click({ timeout: 5_000 }).catch(() => expect(retry.elements()).toEqual([]))
  await expect.element(arwaCard).toBeVisible()

  const restoreApproval = network.fail('approve-user.php')
  await arwaCard.getByRole('button', { name: 'قبول' }).click()
  await expect.element(page.getByText('فشل في قبول المستخدم')).toBeVisible()
  await expect.element(arwaCard).toBeVisible()
  restoreApproval()
  await admin.accounts.reject({ id })
  await arwaCard.getByRole('button', { name: 'قبول' }).click()
  await expect
    .element(page.getByRole('alertdialog').filter({ hasText: 'بُتّ في هذا الطلب من قبل' }))
    .toMatchTextContent('فشل في قبول المستخدم')
  await expect.element(noPendingRegistrations).toBeVisible()
})

test('an administrator rejects all registrations of a time span', async () => {
  for (const username of ['arwa', 'huda', 'salma']) await admin.accounts.register(newRegistration(username, 'أروى باسليم'))
  await openScreen('/apply')
  await page.getByRole('button', { name: 'رفض دفعة' }).click()
  const dialog = page.getByRole('dialog', { name: 'ارفض كل ما وصل بين وقتين' })
  const localMinute = (moment: number) => new Date(moment - new Date(moment).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  await dialog.getByLabelText('من').fill(localMinute(Date.now() - 3_600_000))
  await dialog.getByLabelText('إلى').fill(localMinute(Date.now() + 3_600_000))
  await expect.element(dialog).toMatchTextContent('سيُرفض: 3 طلبات')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'رفضها كلها' }).click()
  await expect.element(page.getByText('رُفض: 3 طلبات')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(noPendingRegistrations).toBeVisible()
  expect((await admin.accounts.registrations({})).total).toBe(0)
})

test('the apply screen searches, sorts and shows decided registrations', async () => {
  await admin.accounts.register(newRegistration('arwa', 'أروى باسليم', { phone: '0770000001' }))
  const { id } = await admin.accounts.register(newRegistration('huda', 'هدى العريقي', { email: 'huda@example.com' }))
  await openScreen('/apply')
  const cards = page.getByRole('main').getByRole('listitem')
  await expect.element(cards.first()).toMatchTextContent('أروى باسليم')
  await page.getByRole('button', { name: 'تصفية وترتيب' }).click()
  await chooseOption('الترتيب', 'الأحدث')
  await expect.element(cards.first()).toMatchTextContent('هدى العريقي')
  const field = page.getByRole('searchbox', { name: 'البحث في طلبات التسجيل' })
  await field.fill('huda@')
  await expectCount(cards, 1)
  await field.fill('0001')
  await expect.element(cards.first()).toMatchTextContent('أروى باسليم')
  await expectAccessible()
  await field.fill('لا أحد')
  await expect.element(page.getByText('لا طلب تسجيل بهذا الوصف')).toBeVisible()
  await page.getByRole('button', { name: 'مسح', exact: true }).click()
  await expectUrl(/^\/apply$/)
  await expectCount(cards, 2)

  await admin.accounts.reject({ id })
  await chooseOption('الحالة', 'مرفوض')
  await expectUrl(/status=rejected/)
  await expect.element(hudaCard).toMatchTextContent('مرفوض')
  await expectCount(hudaCard.getByRole('button'), 0)
})
