import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseFromMenu, expectUrl, listItemWithHeading } from '../../../../testing/component/controls.ts'
import { createNetwork } from '../../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../../testing/component/screen.tsx'
import { ADMIN, admin, executeSql } from '../../../../testing/component/session.ts'
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

/** Makes every sign-in an hour old. */
const ageSignIns = () => executeSql('update sessions set created_at = ?', new Date(Date.now() - 3_600_000).toISOString())

const ownPasswordDialog = page.getByRole('dialog', { name: 'كلمة مرورك' })
const ownPasswordField = ownPasswordDialog.getByLabelText('كلمة مرورك أنت', { exact: true })
const continueButton = ownPasswordDialog.getByRole('button', { name: 'متابعة' })

test('a new administrator needs one’s own password after an older sign-in', async () => {
  await openScreen('/users')
  await ageSignIns()
  await page.getByRole('button', { name: 'إضافة مستخدم' }).click()
  const dialog = page.getByRole('dialog', { name: 'مستخدم جديد' })
  await dialog.getByLabelText('الاسم الكامل').fill('هناء الأغبري')
  await dialog.getByLabelText('اسم المستخدم').fill('hanaa')
  await dialog.getByLabelText('كلمة المرور').fill('secret-1')
  await dialog.getByText('مدير النظام: يدير المستخدمين والطلبات والإعدادات').click()
  await dialog.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(ownPasswordDialog).toMatchTextContent('مضى على دخولك أكثر من عشر دقائق')
  await expect.element(ownPasswordField).toHaveFocus()
  await expectAccessible()
  await ownPasswordDialog.getByRole('button', { name: 'إلغاء' }).click()
  await expectCount(ownPasswordDialog, 0)
  await expect.element(dialog.getByLabelText('الاسم الكامل')).toHaveValue('هناء الأغبري')
  expect(await admin.accounts.list({})).toHaveLength(1)

  await dialog.getByRole('button', { name: 'حفظ' }).click()
  await continueButton.click()
  await expect.element(ownPasswordDialog).toMatchTextContent('يرجى ملء جميع الحقول')
  await ownPasswordField.fill('ليست هي')
  await continueButton.click()
  await expect.element(ownPasswordDialog).toMatchTextContent('كلمة المرور الحالية غير صحيحة')
  await ownPasswordField.fill(ADMIN.password)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('تمت إضافة المستخدم بنجاح')).toBeVisible()
  await expectCount(dialog, 0)
  expect((await admin.accounts.list({})).map(({ username, isAdmin }) => [username, isAdmin])).toContainEqual(['hanaa', true])
})

test('setting a user’s password ends the open links if that is chosen', async () => {
  const { id: userId } = await admin.accounts.create(newUserInput('hanaa', 'هناء الأغبري'))
  await admin.invitations.create({ invitations: [{ eventName: 'زفاف', eventDate: '2099-01-14', guestName: 'سارة', userId }] })
  const { rows } = await admin.events.list({})
  await admin.links.create({ eventId: rows[0]!.id, role: 'live', name: 'شاشة' })
  await openScreen('/users')
  await ageSignIns()
  await listItemWithHeading('هناء الأغبري').getByRole('button', { name: 'تعديل' }).click()
  const dialog = page.getByRole('dialog', { name: 'تعديل حساب هناء الأغبري' })
  const question = dialog.getByRole('checkbox', { name: /أنهِ الروابط أيضاً؟ رابط واحد مفتوح/ })
  await expectCount(question, 0)
  await dialog.getByLabelText('كلمة المرور').fill('nakhla-sidr')
  await question.click({ force: true })
  await expectAccessible()
  await dialog.getByRole('button', { name: 'حفظ' }).click()
  await ownPasswordField.fill(ADMIN.password)
  await continueButton.click()
  await expect.element(page.getByText('تم تحديث المستخدم بنجاح')).toBeVisible()
  expect(await admin.links.count({ userId })).toEqual({ open: 0 })
})

test('deleting an account needs one’s own password after an older sign-in', async () => {
  await admin.accounts.create(newUserInput('hanaa', 'هناء الأغبري'))
  await openScreen('/users')
  await ageSignIns()
  await listItemWithHeading('هناء الأغبري').getByRole('button', { name: 'حذف' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'حذف' }).click()
  await ownPasswordField.fill(ADMIN.password)
  await continueButton.click()
  await expect.element(page.getByText('تم حذف المستخدم بنجاح')).toBeVisible()
  expect(await admin.accounts.list({})).toHaveLength(1)
})

test('an administrator reads the ledger of a user, and corrects a grant', async () => {
  const { id: userId } = await admin.accounts.create({ ...newUserInput('hanaa', 'هناء الأغبري'), generationLimit: 40 })
  for (let n = 0; n < 21; n++) await admin.accounts.grantCredits({ userId, amount: 10, reason: `دفعة ${n}` })
  await openScreen('/users')
  const card = listItemWithHeading('هناء الأغبري')
  await card.getByRole('button', { name: 'الرصيد' }).click()
  const dialog = page.getByRole('dialog', { name: 'رصيد هناء الأغبري' })
  const entries = dialog.getByRole('listitem')
  await expectCount(entries, 20)
  await dialog.getByRole('button', { name: /بقي 2/ }).click()
  await expectCount(entries, 22)
  await expect.element(entries.last()).toMatchTextContent('بداية: الرصيد عند فتح الحساب')
  await expectAccessible()
  const save = dialog.getByRole('button', { name: 'إنقاص الرصيد' })
  await dialog.getByText('إنقاص', { exact: true }).click()
  await save.click()
  await expect.element(dialog.getByRole('textbox', { name: /^عدد الدعوات/ })).toHaveAccessibleDescription(/اكتب عدداً من 1/)
  await dialog.getByRole('textbox', { name: /^عدد الدعوات/ }).fill('٣٠٠')
  await dialog.getByRole('textbox', { name: /^السبب/ }).fill('زيادة بالخطأ')
  await save.click()
  await expect.element(dialog.getByText('لا ينقص الحد عن دعوة واحدة. الحد الآن 250 دعوة')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^عدد الدعوات/ }).fill('٢٠٠')
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(card).toMatchTextContent('بقي 50 من 50')
})
