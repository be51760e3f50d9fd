import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { generatorPage } from './generator-page.ts'

const EVENT = 'زفاف محمّد وسارة'
const DAY = '2027-01-14'
const PASSWORD = 'كلمة-سر 2'

const kindOf = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const numberOf = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const guestOf = (page: Page) => page.getByRole('textbox', { name: 'اسم الضيف' })
const ownerOf = (page: Page) => page.getByRole('combobox', { name: 'صاحب الدعوات' })
const cardsOf = (page: Page) => page.getByRole('img', { name: /^بطاقة / })

async function typeEvent(page: Page) {
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.typeDate('14', '01', '2027')
}

async function chooseOwner(page: Page, fullName: string) {
  await ownerOf(page).fill(fullName)
  await expect(page.getByRole('option', { name: fullName })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toBeHidden()
}

async function signInAs(page: Page, username: string) {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'اسم المستخدم' }).fill(username)
  await page.getByLabel('كلمة المرور', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
}

const HOST = { fullName: 'هناء الأغبري', username: 'hana', password: PASSWORD, generationLimit: 5 }

test.describe('an administrator', () => {
  test.beforeEach(async ({ signIn, page }) => {
    await signIn()
    await page.goto('/generator')
  })

  test('by count: one invitation for nobody in particular, used so often', async ({ page, admin, axe }) => {
    await typeEvent(page)
    await kindOf(page, 'بالعدد').check()
    await numberOf(page, 'عدد الاستخدامات').fill('٢٥٠')
    await expect(numberOf(page, 'عدد الاستخدامات')).toHaveValue('250')
    await axe()
    await generatorPage(page).submit.click()
    await expect(page.getByRole('img', { name: 'بطاقة دعوة عامة' })).toBeVisible()
    await expect(page.getByText('تُستعمل 250 مرة')).toBeVisible()
    const { rows } = await admin.invitations.list({})
    expect(rows).toMatchObject([{ eventName: EVENT, eventDate: DAY, generationType: 'count', maxScans: 250, guestName: '' }])
    expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 1 })
  })

  test('custom: one invitation for one guest, scanned so often', async ({ page, admin, axe }) => {
    await typeEvent(page)
    await kindOf(page, 'مخصص').check()
    await guestOf(page).fill('الأستاذ خالد باوزير وعائلته')
    await numberOf(page, 'عدد مرات المسح').fill('4')
    await axe()
    await generatorPage(page).submit.click()
    await expect(page.getByRole('img', { name: 'بطاقة الأستاذ خالد باوزير وعائلته' })).toBeVisible()
    const { rows } = await admin.invitations.list({})
    expect(rows).toMatchObject([{ generationType: 'custom', maxScans: 4, guestName: 'الأستاذ خالد باوزير وعائلته' }])
    expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 1 })
    // Nobody is invited twice by a second press.
    await expect(guestOf(page)).toHaveValue('')
    await generatorPage(page).submit.click()
    await expect(guestOf(page)).toHaveAccessibleDescription(/يرجى إدخال اسم الضيف/)
    expect((await admin.invitations.list({})).total).toBe(1)
  })

  test('a custom invitation without a guest is said at its field, behind the event’s own', async ({ page, admin }) => {
    await kindOf(page, 'مخصص').check()
    await generatorPage(page).submit.click()
    await expect(page.getByText('يرجى إدخال اسم المناسبة')).toBeVisible()
    await expect(page.getByText('يرجى إدخال تاريخ المناسبة')).toBeVisible()
    await expect(guestOf(page)).toHaveAccessibleDescription(/يرجى إدخال اسم الضيف/)
    await expect(generatorPage(page).eventName).toBeFocused()
    expect((await admin.invitations.list({})).total).toBe(0)
  })

  test('a double click makes them once, and shows each once', async ({ page, admin }) => {
    const generator = generatorPage(page)
    await typeEvent(page)
    await generator.names.fill('سارة\nعلي')
    await generator.submit.dblclick()
    await expect(page.getByText('تم توليد دعوتين').first()).toBeVisible()
    await expect(generator.names).toHaveValue('')
    await expect(page.getByRole('heading', { name: 'الدعوات بطاقتان' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'بطاقة سارة' })).toHaveCount(1)

    // Also when they were made before the second click.
    await kindOf(page, 'بالعدد').check()
    await generator.submit.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await generator.submit.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down({ clickCount: 1 })
    await page.mouse.up({ clickCount: 1 })
    await expect(page.getByRole('heading', { name: 'الدعوات 3 بطاقات' })).toBeVisible()
    await expect(generator.submit).toBeEnabled()
    const again = (await generator.submit.boundingBox())!
    await page.mouse.move(again.x + again.width / 2, again.y + again.height / 2)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await kindOf(page, 'مخصص').check()
    await guestOf(page).fill('خالد')
    await generator.submit.click()
    await expect(page.getByRole('heading', { name: 'الدعوات 4 بطاقات' })).toBeVisible()
    expect((await admin.invitations.list({})).total).toBe(4)
  })

  test('another kind loses nothing that was typed', async ({ page }) => {
    const generator = generatorPage(page)
    await generator.names.fill('سارة\nعلي')
    await kindOf(page, 'بالعدد').check()
    await numberOf(page, 'عدد الاستخدامات').fill('30')
    await kindOf(page, 'مخصص').check()
    await guestOf(page).fill('خالد')
    await numberOf(page, 'عدد مرات المسح').fill('7')
    await kindOf(page, 'بالأسماء').check()
    await expect(generator.names).toHaveValue('سارة\nعلي')
    await kindOf(page, 'بالعدد').check()
    await expect(numberOf(page, 'عدد الاستخدامات')).toHaveValue('30')
    await kindOf(page, 'مخصص').check()
    await expect(guestOf(page)).toHaveValue('خالد')
    await expect(numberOf(page, 'عدد مرات المسح')).toHaveValue('7')

    // Nor does another screen.
    await page.getByRole('link', { name: 'الماسح' }).first().click()
    await page.getByRole('link', { name: 'المولّد' }).first().click()
    await expect(kindOf(page, 'مخصص')).toBeChecked()
    await expect(guestOf(page)).toHaveValue('خالد')
  })

  for (const { kind, name, most } of [
    { kind: 'بالعدد', name: 'عدد الاستخدامات', most: '1000' },
    { kind: 'مخصص', name: 'عدد مرات المسح', most: '100' },
  ]) {
    test(`${name}: what is not from 1 to ${most} becomes 1 when the field is left`, async ({ page }) => {
      await kindOf(page, kind).check()
      const field = numberOf(page, name)
      await expect(field).toHaveValue('1')
      for (const invalid of ['0', '', `${most}1`]) {
        await field.fill('7')
        await field.fill(invalid)
        await field.press('Tab')
        await expect(field, `«${invalid}»`).toHaveValue('1')
      }
      await field.fill(most)
      await field.press('Tab')
      expect((await field.inputValue()).replace(',', '')).toBe(most)
    })
  }

  test('an owner is a user who is no administrator; his balance is shown, is charged and stays fresh', async ({ page, admin, axe }) => {
    test.setTimeout(120_000)
    const host = await admin.accounts.create(HOST)
    await admin.accounts.create({ ...HOST, fullName: 'مدير ثانٍ', username: 'second', isAdmin: true })
    await page.reload()
    await typeEvent(page)
    await ownerOf(page).click()
    await expect(page.getByRole('option')).toHaveText([/هناء الأغبري/])
    await page.keyboard.press('Escape')
    // In another spelling.
    await ownerOf(page).fill('هناء الاغبري')
    await page.getByRole('option', { name: 'هناء الأغبري' }).click()
    const balance = page.getByRole('progressbar', { name: 'رصيد هناء الأغبري' })
    await expect(balance).toHaveAttribute('aria-valuetext', 'بقي 5 من 5')
    await axe()

    const generator = generatorPage(page)
    await generator.names.fill('سارة\nعلي')
    await expect(page.getByText('المطلوب الآن 2، ويبقى بعده 3')).toBeVisible()
    await generator.submit.click()
    await expect(cardsOf(page)).toHaveCount(2)
    await expect(balance).toHaveAttribute('aria-valuetext', 'بقي 3 من 5')
    const { rows } = await admin.invitations.list({})
    expect(rows.map(({ userId }) => userId)).toEqual([host.id, host.id])
    const users = await admin.accounts.list({})
    expect(users.find(({ id }) => id === host.id)).toMatchObject({ usedGenerations: 2 })
    expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 0 })

    // Empty is oneself again, and what is made then is another's event.
    await page.getByRole('button', { name: 'اجعلها في حسابي' }).click()
    await expect(ownerOf(page)).toHaveValue('')
    await generator.names.fill('هدى')
    await generator.submit.click()
    await expect(cardsOf(page)).toHaveCount(1)
    expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 1 })
  })

  test('the red banner is about the balance of the owner and the number of the kind', async ({ page, admin, axe }) => {
    await admin.accounts.create({ ...HOST, generationLimit: 2 })
    await page.reload()
    const generator = generatorPage(page)
    await typeEvent(page)
    await generator.names.fill('سارة\nعلي\nهدى')
    await expect(generator.submit).toBeEnabled()
    await chooseOwner(page, HOST.fullName)
    const banner = page.getByRole('alert').filter({ hasText: 'يتجاوز الحد المسموح' })
    await expect(banner).toContainText('لا يمكنك توليد 3 دعوة. الرصيد المتاح: 2 دعوة')
    await expect(generator.submit).toBeDisabled()
    await axe()
    // A card that is used five hundred times is one invitation.
    await kindOf(page, 'بالعدد').check()
    await numberOf(page, 'عدد الاستخدامات').fill('500')
    await expect(banner).toBeHidden()
    await expect(generator.submit).toBeEnabled()
    await kindOf(page, 'بالأسماء').check()
    await expect(banner).toBeVisible()
    await ownerOf(page).fill('')
    await page.keyboard.press('Tab')
    await expect(banner).toBeHidden()
    await expect(generator.submit).toBeEnabled()
  })

  test('an owner who has gone meanwhile is said at his field, and nothing typed is lost', async ({ page, admin, trouble }) => {
    trouble.allow(/400/)
    const host = await admin.accounts.create(HOST)
    await page.reload()
    await typeEvent(page)
    await generatorPage(page).names.fill('سارة')
    await chooseOwner(page, HOST.fullName)
    await admin.accounts.remove({ id: host.id })
    await generatorPage(page).submit.click()
    await expect(ownerOf(page)).toHaveAccessibleDescription(/لم يعد صاحب هذه الدعوات/)
    await expect(generatorPage(page).names).toHaveValue('سارة')
    expect((await admin.invitations.list({})).total).toBe(0)
  })

  test('an order opens the generator filled in, and the address is clean again', async ({ page, admin }) => {
    const host = await admin.accounts.create(HOST)
    await page.goto(`/generator?${new URLSearchParams({ eventName: EVENT, eventDate: DAY, count: '150', owner: host.id })}`)
    const generator = generatorPage(page)
    await expect(generator.eventName).toHaveValue(EVENT)
    await expect(generator.eventDate.getByRole('spinbutton')).toHaveText(['14', '1', '2027'])
    await expect(numberOf(page, 'عدد الاستخدامات')).toHaveValue('150')
    await expect(ownerOf(page)).toHaveValue('هناء الأغبري (hana)')
    await expect(page).toHaveURL(/\/generator$/)
    await generator.submit.click()
    await expect(cardsOf(page)).toHaveCount(1)
    expect((await admin.invitations.list({})).rows).toMatchObject([{ userId: host.id, generationType: 'count', maxScans: 150 }])
  })

  test('everything is done with the keyboard alone', async ({ page, admin }) => {
    const host = await admin.accounts.create(HOST)
    await page.reload()
    await generatorPage(page).eventName.focus()
    await page.keyboard.type(EVENT)
    await page.keyboard.press('Tab')
    await page.keyboard.type('14012027')
    const names = kindOf(page, 'بالأسماء')
    while (!(await names.evaluate(radio => radio === document.activeElement))) await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(kindOf(page, 'مخصص')).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.type('خالد')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(numberOf(page, 'عدد مرات المسح')).toHaveValue('3')
    await page.keyboard.press('Tab')
    await expect(ownerOf(page)).toBeFocused()
    await expect(page.getByRole('listbox')).toBeHidden()
    await page.keyboard.type('هنا')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(ownerOf(page)).toHaveValue('هناء الأغبري (hana)')
    await guestOf(page).focus()
    await page.keyboard.press('Enter')
    await expect(cardsOf(page)).toHaveCount(1)
    expect((await admin.invitations.list({})).rows).toMatchObject([
      { userId: host.id, generationType: 'custom', guestName: 'خالد', maxScans: 3 },
    ])
  })
})

test.describe('a host', () => {
  test('finds the generator behind the requests, without an owner to choose', async ({ page, admin, axe }) => {
    const host = await admin.accounts.create(HOST)
    await signInAs(page, HOST.username)
    await expect(page.getByRole('heading', { name: 'طلباتي' })).toBeVisible()
    await page.goto('/generator')
    await expect(page).toHaveURL(/\/requests$/)
    await expect(page.getByRole('progressbar', { name: 'الرصيد' })).toHaveAttribute('aria-valuetext', 'بقي 5 من 5')
    await axe()
    await page.getByRole('link', { name: 'إنشاء دعوات' }).click()
    await expect(page).toHaveURL(/\/requests\/generate$/)
    await typeEvent(page)
    await expect(ownerOf(page)).toHaveCount(0)
    await generatorPage(page).names.fill('سارة\nعلي')
    await axe()
    await generatorPage(page).submit.click()
    await expect(cardsOf(page)).toHaveCount(2)
    await expect(page.getByRole('progressbar', { name: 'الرصيد' })).toHaveAttribute('aria-valuetext', 'بقي 3 من 5')
    const { rows } = await admin.invitations.list({})
    expect(rows.map(({ userId }) => userId)).toEqual([host.id, host.id])
    await generatorPage(page).names.fill('1\n2\n3\n4')
    await expect(page.getByText('لا يمكنك توليد 4 دعوة. الرصيد المتاح: 3 دعوة')).toBeVisible()
    await expect(generatorPage(page).submit).toBeDisabled()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('every kind fits the width', async ({ page, signIn, axe }) => {
    await signIn()
    await page.goto('/generator')
    for (const kind of ['بالأسماء', 'بالعدد', 'مخصص']) {
      await kindOf(page, kind).check()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      await axe()
    }
  })
})
