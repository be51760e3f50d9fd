import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { expectTexts } from '../../../testing/component/texts.ts'

const field = (name: string) => page.getByLabelText(name, { exact: true })
const submitButton = page.getByRole('button', { name: 'إنشاء الحساب' })
const alert = page.getByRole('alert')

async function fillInForm({ fullName, username }: { fullName: string; username: string }) {
  await field('الاسم الكامل').fill(fullName)
  await field('اسم المستخدم').fill(username)
  await field('كلمة المرور').fill('secret-1')
  await field('تأكيد كلمة المرور').fill('secret-1')
}

test('the registration form reports missing fields and weak passwords', async () => {
  await openScreen('/register', { as: null })
  await field('كلمة المرور').fill('abc')
  await field('تأكيد كلمة المرور').fill('abcd')
  await submitButton.click()
  await expectTexts(alert, ['يرجى ملء جميع الحقول المطلوبة'])
  await expect.element(alert).not.toHaveClass('sr-only')
  await expectAccessible()
  await field('الاسم الكامل').fill('هناء')
  await field('اسم المستخدم').fill('hanaa')
  await submitButton.click()
  await expectTexts(alert, ['كلمة المرور وتأكيد كلمة المرور غير متطابقتين'])
  const confirmation = field('تأكيد كلمة المرور')
  await expect.element(confirmation).toHaveAttribute('aria-invalid', 'true')
  await field('كلمة المرور').fill('abcd')
  await expect.element(confirmation).not.toHaveAttribute('aria-invalid')
  await field('كلمة المرور').fill('abc')
  await field('تأكيد كلمة المرور').fill('abc')
  await submitButton.click()
  await expectTexts(alert, ['كلمة المرور يجب أن تكون 6 أحرف على الأقل'])
  await expect.element(field('الاسم الكامل')).toHaveValue('هناء')
  await expect.element(field('كلمة المرور')).toHaveValue('abc')
  for (const [password, sentence] of [
    ['12345', 'كلمة المرور يجب أن تكون 6 أحرف على الأقل'],
    ['123456', 'كلمة المرور هذه من أكثر الكلمات استعمالاً فيسهل تخمينها. اختر غيرها'],
    ['hanaa-99', 'لا تضع اسم المستخدم في كلمة المرور. اختر غيرها'],
  ] as const) {
    await field('كلمة المرور').fill(password)
    await field('تأكيد كلمة المرور').fill(password)
    await submitButton.click()
    await expectTexts(alert, [sentence])
    await expect.element(field('كلمة المرور')).toHaveAccessibleDescription(expect.stringContaining(sentence))
    // The form shows the sentence only at the field; the alert is for screen readers.
    await expect.element(alert).toHaveClass('sr-only')
  }
  expect((await admin.accounts.registrations({})).rows).toEqual([])
})

test('a double click on the registration button registers once', async () => {
  await openScreen('/register', { as: null })
  const script = '<img src=x onerror=alert(1)>'
  await fillInForm({ fullName: script, username: 'hanaa' })
  await userEvent.dblClick(submitButton)
  await expect.element(page.getByText('تم إنشاء الحساب بنجاح! الحساب قيد المراجعة')).toBeVisible()
  await expectAccessible()
  expect((await admin.accounts.registrations({})).rows).toMatchObject([{ full_name: script, username: 'hanaa' }])
})

test('the registration form reports a taken username', async () => {
  const network = await openScreen('/register', { as: null })
  await fillInForm({ fullName: 'مدير آخر', username: 'ADMIN' })
  await submitButton.click()
  await expectTexts(alert, ['اسم المستخدم موجود مسبقاً'])
  await field('اسم المستخدم').fill('hanaa')
  network.isOff = true
  await submitButton.click()
  await expectTexts(alert, ['حدث خطأ في الاتصال بالخادم'])
})

test('a registration sent again after a lost response is created once', async () => {
  const network = await openScreen('/register', { as: null })
  network.loseAnswers('auth/register.php')
  await fillInForm({ fullName: 'هناء ناصر', username: 'hanaa' })
  await submitButton.click()
  await expectTexts(alert, ['حدث خطأ في الاتصال بالخادم'])
  await submitButton.click()
  await expect.element(page.getByText('تم إنشاء الحساب بنجاح! الحساب قيد المراجعة')).toBeVisible()
  expect((await admin.accounts.registrations({})).rows).toMatchObject([{ username: 'hanaa' }])
})

test('the registration form reports invalid values at their fields', async () => {
  await openScreen('/register', { as: null })
  await fillInForm({ fullName: 'ن'.repeat(10_000), username: 'هناء ‮hanaa' })
  await field('رقم الهاتف').fill('لا أدري')
  await field('البريد الإلكتروني').fill('هناء')
  await submitButton.click()
  await expect.element(alert).toBeVisible()
  await expect.element(field('الاسم الكامل')).toHaveFocus()
  for (const [name, typed] of [
    ['الاسم الكامل', 'ن'.repeat(10_000)],
    ['اسم المستخدم', 'هناء ‮hanaa'],
    ['رقم الهاتف', 'لا أدري'],
    ['البريد الإلكتروني', 'هناء'],
  ] as const) {
    await expect.element(field(name)).toHaveAccessibleDescription(/[\u0621-\u064a]{3}/)
    await expect.element(field(name)).toHaveValue(typed)
    await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true')
  }
  await expectAccessible()
  await field('رقم الهاتف').fill('77')
  await expect.element(field('رقم الهاتف')).not.toHaveAttribute('aria-invalid')
  await expect.element(field('البريد الإلكتروني')).toHaveAttribute('aria-invalid', 'true')
  expect((await admin.accounts.registrations({})).rows).toEqual([])
})
