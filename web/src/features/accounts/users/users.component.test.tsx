import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseFromMenu, expectUrl, listItemWithHeading } from '../../../../testing/component/controls.ts'
import { createNetwork } from '../../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../../testing/component/screen.tsx'
import { ADMIN, admin } from '../../../../testing/component/session.ts'
import { expectCount } from '../../../../testing/component/texts.ts'

const newUserInput = (username: string, fullName: string) => ({ username, fullName, password: 'secret-1' })

const userCards = page.getByRole('listitem').filter({ hasText: 'بقي' })
const searchField = page.getByRole('searchbox', { name: 'البحث في المستخدمين' })

/** Expects an alert dialog with this title and reason, and closes it. */
async function expectAlert(title: string, reason = title) {
  const alert = page.getByRole('alertdialog', { name: title })
  await expect.element(alert).toMatchTextContent(reason)
  await expectAccessible()
  await alert.getByRole('button', { name: 'حسناً' }).click()
  await expect.element(alert).not.toBeInTheDocument()
}

test('the users screen adds a user and reports invalid fields', async () => {
  await openScreen('/settings')
  await chooseFromMenu('المستخدمون')
  await expectUrl(/^\/users$/)
  await expect.element(page.getByRole('heading', { level: 1, name: 'المستخدمون' })).toBeVisible()
  await expect.element(page.getByText('مستخدم واحد')).toBeVisible()
  await expect.element(page.getByText('لا مستخدمين غيرك بعد')).toBeVisible()

  await page.getByRole('button', { name: 'إضافة مستخدم' }).click()
  const dialog = page.getByRole('dialog', { name: 'مستخدم جديد' })
  const save = dialog.getByRole('button', { name: 'حفظ' })
  const limit = dialog.getByRole('textbox', { name: 'حد الدعوات' })
  await expect.element(limit).toHaveValue('100')
  await save.click()
  await expectAlert('يرجى ملء جميع الحقول المطلوبة')
  await dialog.getByLabelText('الاسم الكامل').fill('هناء الأغبري')
  await dialog.getByLabelText('اسم المستخدم').fill('ADMIN')
  await dialog.getByLabelText('كلمة المرور').fill('secret-1')
  await dialog.getByLabelText('رقم الهاتف').fill('٠٥٥١٢٠٤٤١٧')
  await limit.fill('')
  await save.click()
  await expectAlert('حد الدعوات 1 على الأقل')
  await expect.element(limit).toHaveValue('0')
  await limit.fill('')
  await userEvent.type(limit, '٢٥٠')
  await save.click()
  await expectAlert('اسم المستخدم موجود مسبقاً')
  await expect.element(dialog.getByLabelText('اسم المستخدم')).toHaveAccessibleDescription(/اسم المستخدم موجود مسبقاً/)
  await expect.element(dialog.getByLabelText('اسم المستخدم')).toHaveFocus()
  await expectAccessible()
  await dialog.getByLabelText('اسم المستخدم').fill('hanaa')
  await save.click()
  await expect.element(page.getByText('تمت إضافة المستخدم بنجاح')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('مستخدمان')).toBeVisible()
  const card = listItemWithHeading('هناء الأغبري')
  await expect.element(card).toMatchTextContent('بقي 250 من 250')
  await expect.element(card.getByRole('link', { name: '0551204417' })).toHaveAttribute('href', 'tel:0551204417')
})

test('the users screen asks for confirmation before it deletes a user', async () => {
  await admin.accounts.create({ ...newUserInput('hanaa', 'هناء الأغبري'), phone: '0551204417', generationLimit: 250 })
  await openScreen('/users')
  const card = listItemWithHeading('هناء الأغبري')
  await card.getByRole('button', { name: 'تعديل' }).click()
  const edit = page.getByRole('dialog', { name: 'تعديل حساب هناء الأغبري' })
  await edit.getByLabelText('الاسم الكامل').fill('هناء باوزير')
  await edit.getByRole('textbox', { name: 'حد الدعوات' }).fill('300')
  await userEvent.tab()
  await expect.element(edit).toMatchTextContent('بقي 300 من 300')
  await edit.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(page.getByText('تم تحديث المستخدم بنجاح')).toBeVisible()
  expect((await admin.accounts.list({})).find(({ username }) => username === 'hanaa')).toMatchObject({
    fullName: 'هناء باوزير',
    phone: '0551204417',
    generationLimit: 300,
  })

  const changedCard = listItemWithHeading('هناء باوزير')
  const remove = changedCard.getByRole('button', { name: 'حذف' })
  await expect.element(edit).not.toBeInTheDocument()
  ;(remove.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const question = page.getByRole('alertdialog', { name: 'حذف حساب هناء باوزير (hanaa)؟' })
  await expect.element(question).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(remove).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await question.getByRole('button', { name: 'حذف' }).click()
  await expect.element(page.getByText('تم حذف المستخدم بنجاح')).toBeVisible()
  await expect.element(changedCard).not.toBeInTheDocument()
  expect(await admin.accounts.list({})).toHaveLength(1)
})

test('the users screen shows usage as a colour and a word', async () => {
  const usages = [
    [69, 'green', 'نشط'],
    [70, 'yellow', 'نشط'],
    [90, 'red', 'نشط'],
    [100, 'red', 'نفد الرصيد'],
  ] as const
  for (const [used] of usages) {
    const { id } = await admin.accounts.create({ ...newUserInput(`user${used}`, `صاحب ${used} دعوة`), phone: `77000000${used % 10}` })
    await admin.accounts.updateGenerations({ id, count: used })
  }
  await openScreen('/users')
  for (const [used, colour, word] of usages) {
    const card = listItemWithHeading(`صاحب ${used} دعوة`)
    await expect.element(card).toMatchTextContent(word)
    await expect.element(card).toMatchTextContent(`استُعمل ${used}%`)
    expect(card.element().querySelector('[data-usage]')?.getAttribute('data-usage')).toBe(colour)
  }
  const ownCard = page.getByRole('listitem').filter({ hasText: '@admin' })
  await expect.element(ownCard).toMatchTextContent('أنت')
  await expectCount(ownCard.getByRole('button', { name: 'حذف' }), 0)
  await expect.element(ownCard.getByRole('button', { name: 'تعديل' })).toBeVisible()

  await searchField.fill('صَاحب ٧٠')
  await expectUrl(/search=/)
  await expectCount(userCards, 1)
  await openScreen(window.location.pathname + window.location.search, { as: null })
  await expectCount(userCards, 1)
  await searchField.fill('لا أحد')
  await expect.element(page.getByText('لا مستخدم بهذا الوصف')).toBeVisible()
})

test('the users screen reports a user who was deleted meanwhile', async () => {
  const { id } = await admin.accounts.create(newUserInput('hanaa', 'هناء'))
  const network = createNetwork()
  const restore = network.fail('users/list.php')
  await openScreen('/users', { network })
  await expect.element(page.getByRole('status', { name: 'جاري التحميل' })).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: 'تعذّر تحميل المستخدمين' })).toBeVisible()
  await expectAccessible()
  restore()
  await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
  const card = listItemWithHeading('هناء')
  await expect.element(card).toBeVisible()

  await admin.accounts.remove({ id })
  await card.getByRole('button', { name: 'حذف' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'حذف' }).click()
  await expect
    .element(page.getByRole('alertdialog').filter({ hasText: 'حدث خطأ أثناء حذف المستخدم' }))
    .toMatchTextContent('العنصر المطلوب غير موجود')
  await expect.element(card).not.toBeInTheDocument()
  await expectAccessible()

  const otherUser = await admin.accounts.create(newUserInput('salem', 'سالم'))
  await openScreen('/users')
  await listItemWithHeading('سالم').getByRole('button', { name: 'تعديل' }).click()
  await admin.accounts.remove({ id: otherUser.id })
  const edit = page.getByRole('dialog', { name: 'تعديل حساب سالم' })
  await edit.getByLabelText('الاسم الكامل').fill('سالم الكثيري')
  await edit.getByRole('button', { name: 'حفظ' }).click()
  await expectAlert('حدث خطأ أثناء حفظ البيانات', 'العنصر المطلوب غير موجود')
  await expect.element(edit.getByLabelText('الاسم الكامل')).toHaveValue('سالم الكثيري')
  await expectAccessible()
})

test('changing one’s own password requires the current password', async () => {
  await openScreen('/users')
  await page.getByRole('button', { name: 'تعديل' }).first().click()
  const dialog = page.getByRole('dialog')
  const current = dialog.getByLabelText('كلمة المرور الحالية')
  await expectCount(current, 0)
  await dialog.getByLabelText('كلمة المرور', { exact: true }).fill('secret-9')
  const save = dialog.getByRole('button', { name: 'حفظ' })
  await save.click()
  await expectAlert('يرجى ملء جميع الحقول')
  await current.fill('ليست هي')
  await save.click()
  await expectAlert('كلمة المرور الحالية غير صحيحة')
  await current.fill(ADMIN.password)
  await save.click()
  await expectCount(dialog, 0)
})
