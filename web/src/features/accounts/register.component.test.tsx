import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'

const field = (name: string) => page.getByLabelText(name, { exact: true })
const submit = page.getByRole('button', { name: 'إنشاء الحساب' })
const alert = page.getByRole('alert')

test('says what is missing, then what differs, then what is too short, and keeps what was typed', async () => {
  await openScreen('/register', { as: null })
  await field('كلمة المرور').fill('abc')
  await field('تأكيد كلمة المرور').fill('abcd')
  await submit.click()
  await expect.element(alert).toHaveTextContent('يرجى ملء جميع الحقول المطلوبة')
  await expectAccessible()
  await field('الاسم الكامل').fill('هناء')
  await field('اسم المستخدم').fill('hanaa')
  await submit.click()
  await expect.element(alert).toHaveTextContent('كلمة المرور وتأكيد كلمة المرور غير متطابقتين')
  await field('تأكيد كلمة المرور').fill('abc')
  await submit.click()
  await expect.element(alert).toHaveTextContent('كلمة المرور يجب أن تكون 6 أحرف على الأقل')
  await expect.element(field('الاسم الكامل')).toHaveValue('هناء')
  await expect.element(field('كلمة المرور')).toHaveValue('abc')
  expect((await admin.accounts.registrations({})).rows).toEqual([])
})

test('registers once on a double click, and keeps a script as a name', async () => {
  await openScreen('/register', { as: null })
  const script = '<img src=x onerror=alert(1)>'
  await field('الاسم الكامل').fill(script)
  await field('اسم المستخدم').fill('hanaa')
  await field('كلمة المرور').fill('secret-1')
  await field('تأكيد كلمة المرور').fill('secret-1')
  await userEvent.dblClick(submit)
  await expect.element(page.getByText('تم إنشاء الحساب بنجاح! الحساب قيد المراجعة')).toBeVisible()
  expect((await admin.accounts.registrations({})).rows).toMatchObject([{ full_name: script, username: 'hanaa' }])
})
