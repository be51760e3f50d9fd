import { door, scanKeys } from './door-page.ts'
import { expect, test } from './fixtures.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const family = { ...event, guestName: 'عائلة الحمّادي', generationType: 'custom' as const, maxScans: 5 }

test.beforeEach(async ({ signIn, page }) => {
  await signIn()
  await page.goto('/Scanner')
})

test('a family comes in by one scan and one tap, and can be taken back after a question', async ({ page, admin, axe }) => {
  const [made] = await admin.invitations.create({ invitations: [family] })
  const { field, verdict, anyVerdict } = door(page)
  const counts = async () => (await admin.invitations.list({})).rows[0]?.currentScans
  await field.focus()
  await scanKeys(page, made!.id)
  await expect(verdict('admitted')).toContainText('بقي في هذه الدعوة 4 أماكن')
  await expect(verdict('admitted').getByRole('button', { name: /^أدخل \d$/ })).toHaveCount(4)
  await axe()
  await page.getByRole('button', { name: 'أدخل 3', exact: true }).click()
  await expect(verdict('admitted')).toContainText('دخل الآن 3 أشخاص')
  await expect(verdict('admitted')).toContainText('4 / 5')
  await expect(verdict('admitted')).toContainText('بقي في هذه الدعوة مكان واحد')
  expect(await counts()).toBe(4)

  await verdict('admitted').getByRole('button', { name: 'تراجع عن دخول عائلة الحمّادي' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('يُخصم من الواصلين 3 أشخاص')
  await axe()
  await question.getByRole('button', { name: 'إلغاء' }).click()
  expect(await counts()).toBe(4)
  await verdict('admitted').getByRole('button', { name: 'تراجع عن دخول عائلة الحمّادي' }).click()
  await question.getByRole('button', { name: 'تراجع عن الدخول' }).click()
  await expect(page.getByText('أُلغي الدخول')).toBeVisible()
  await expect(anyVerdict).toHaveCount(0)
  expect(await counts()).toBe(1)
  await expect(page.getByRole('listitem').filter({ hasText: 'أُلغي ·' })).toHaveCount(1)
  await axe()

  // The first of them, from the list.
  await page.getByRole('listitem').getByRole('button', { name: 'تراجع عن دخول عائلة الحمّادي' }).click()
  await question.getByRole('button', { name: 'تراجع عن الدخول' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'أُلغي ·' })).toHaveCount(2)
  expect(await counts()).toBe(0)
  await expect(page.getByRole('banner').or(page.locator('header')).filter({ hasText: 'وصل' }).last()).toContainText('0')
})

test('an undo whose answer is lost is sent again and counts once', async ({ page, admin, trouble }) => {
  trouble.allow(/undo\.php|Failed to load resource/)
  const [made] = await admin.invitations.create({ invitations: [family] })
  const { field, verdict } = door(page)
  await field.focus()
  await scanKeys(page, made!.id)
  await expect(verdict('admitted')).toBeVisible()
  await scanKeys(page, made!.id)
  await expect(verdict('admitted')).toContainText('2 / 5')
  await page.route(
    '**/api/invitations/undo.php',
    async route => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await verdict('admitted').getByRole('button', { name: /تراجع/ }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'تراجع عن الدخول' }).click()
  // The device takes it back by itself and tells the server until it has heard.
  await expect(page.getByText('أُلغي الدخول')).toBeVisible()
  await expect(page.getByText('ينتظر الإرسال')).toBeHidden()
  expect((await admin.invitations.list({})).rows[0]?.currentScans).toBe(1)
})

test('after a quarter of an hour an admission stays, and that is said', async ({ page, admin }) => {
  const [made] = await admin.invitations.create({ invitations: [family] })
  await page.clock.install()
  await page.goto('/Scanner')
  const { field, verdict } = door(page)
  await field.focus()
  await scanKeys(page, made!.id)
  await verdict('admitted').getByRole('button', { name: /تراجع/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await page.clock.setSystemTime(Date.now() + 16 * 60_000)
  await question.getByRole('button', { name: 'تراجع عن الدخول' }).click()
  await expect(question.getByRole('alert')).toContainText('مضى على الدخول أكثر من 15 دقيقة فلا يُلغى')
  expect((await admin.invitations.list({})).rows[0]?.currentScans).toBe(1)
})

test('a large party is written as a number, with either kind of digits, and never beyond what is left', async ({ page, admin, axe }) => {
  const [made] = await admin.invitations.create({ invitations: [{ ...event, generationType: 'count', maxScans: 40 }] })
  const { field, verdict } = door(page)
  await field.focus()
  await scanKeys(page, made!.id)
  await expect(verdict('admitted')).toContainText('دعوة عامة')
  const people = page.getByRole('textbox', { name: 'عدد الداخلين' })
  // Not before a thumb on its way elsewhere has landed.
  await expect(page.getByRole('button', { name: 'أدخلهم' })).toBeEnabled()
  for (const wrong of ['٤٠', '0', 'كثير']) {
    await people.fill(wrong)
    await people.press('Enter')
    await expect(verdict('admitted')).toContainText('اكتب عدداً من 1 إلى 39')
    await expect(people).toHaveValue(wrong)
  }
  await axe()
  await people.fill('٣٩')
  await page.getByRole('button', { name: 'أدخلهم' }).click()
  await expect(verdict('admitted')).toContainText('40 / 40')
  await expect(page.getByRole('button', { name: /^أدخل/ })).toHaveCount(0)
})

test('the last twenty verdicts stay while another screen is open, with when and what', async ({ page, admin, axe }) => {
  const names = Array.from({ length: 21 }, (_, index) => `ضيف رقم ${index + 1}`)
  const made = await admin.invitations.create({ invitations: names.map(guestName => ({ ...event, guestName })) })
  const { field, verdict } = door(page)
  await field.focus()
  for (const { id, guestName } of made) {
    await scanKeys(page, id)
    await expect(verdict('admitted')).toContainText(guestName)
  }
  const passes = page.getByRole('listitem').filter({ hasText: 'دخل ·' })
  await expect(passes).toHaveCount(20)
  await expect(passes.first()).toContainText('ضيف رقم 21')
  await expect(passes.last()).toContainText('ضيف رقم 2')
  await page.getByRole('link', { name: 'المولّد' }).first().click()
  await expect(page.getByRole('heading', { name: 'مولّد الدعوات' })).toBeVisible()
  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await expect(passes).toHaveCount(20)
  await axe()
})

test('names are found as one types, with event, state and places; the keyboard chooses, and is asked first', async ({
  page,
  admin,
  axe,
}) => {
  await admin.invitations.create({
    invitations: [
      { ...event, guestName: 'أحمد بن علي' },
      { ...family, guestName: 'عائلة أحمد صالح' },
      { ...event, guestName: 'هدى ناصر' },
    ],
  })
  const { field, verdict, anyVerdict } = door(page)
  await field.fill('اح')
  await field.pressSequentially('مد')
  await expect(page.getByText('ضيفان بما كُتب')).toBeVisible()
  const found = page.getByRole('button', { name: /عائلة أحمد صالح/ })
  for (const told of [event.eventName, 'لم يدخل', 'بقي 5 أماكن']) await expect(found).toContainText(told)
  await axe()
  await field.focus()
  for (let tab = 0; tab < 5 && !(await found.evaluate(it => it === document.activeElement)); tab++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('إدخال عائلة أحمد صالح؟')
  await expect(anyVerdict).toHaveCount(0)
  await question.getByRole('button', { name: 'إدخال الضيف' }).press('Enter')
  await expect(verdict('admitted')).toContainText('1 / 5')
  await expect(field).toHaveValue('')

  await field.fill('لا أحد هنا')
  await expect(page.getByText('لا أحد بهذا الاسم')).toBeVisible()
})

test('a scanner types wherever the focus is, also with an Arabic layout', async ({ page, admin }) => {
  const [made] = await admin.invitations.create({ invitations: [family] })
  const { verdict } = door(page)
  await page.getByRole('heading', { name: 'الماسح' }).click()
  await page.keyboard.type(made!.id)
  await page.keyboard.press('Enter')
  await expect(verdict('admitted')).toContainText('1 / 5')

  const keys: Record<string, string> = {
    Q: 'ض',
    W: 'ص',
    E: 'ث',
    R: 'ق',
    T: 'ف',
    Y: 'غ',
    P: 'ح',
    A: 'ش',
    S: 'س',
    D: 'ي',
    F: 'ب',
    G: 'ل',
    H: 'ا',
    J: 'ت',
    K: 'ن',
    M: 'ة',
    Z: 'ئ',
    X: 'ء',
    C: 'ؤ',
    V: 'ر',
    N: 'ى',
    B: 'لا',
  }
  await page.keyboard.insertText([...made!.id].map(key => keys[key] ?? key).join(''))
  await page.keyboard.press('Enter')
  await expect(verdict('admitted')).toContainText('2 / 5')
})
