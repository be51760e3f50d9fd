import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { generatorPage } from './generator-page.ts'

const EVENT = 'زفاف محمّد وسارة'
const GUESTS = 'سارة\nعلي\nهدى'

const choosePicture = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('صورة الخلفية').setInputFiles({ name, mimeType, buffer })

/** What was typed stands as it was. */
async function expectTyped(page: Page, { eventName = EVENT, names = GUESTS } = {}) {
  const generator = generatorPage(page)
  await expect(generator.eventName).toHaveValue(eventName)
  await expect(generator.names).toHaveValue(names)
}

test.beforeEach(async ({ signIn, page }) => {
  await signIn()
  await page.goto('/generator')
})

test('an empty list of names is said at its field, and the rest stays', async ({ page, admin, axe }) => {
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.typeDate('14', '01', '2027')
  await generator.names.fill(' \n \n')
  await generator.submit.click()
  await expect(generator.names).toHaveAccessibleDescription(/يرجى إدخال أسماء المعازيم/)
  await expect(generator.names).toBeFocused()
  await expectTyped(page, { names: ' \n \n' })
  await expect(generator.eventDate.getByRole('spinbutton').first()).toHaveText('14')
  await axe()
  expect((await admin.invitations.list({})).total).toBe(0)
})

test('an event without a name or a date is said at its fields, and the guests stay', async ({ page, admin, axe }) => {
  const generator = generatorPage(page)
  await generator.names.fill(GUESTS)
  await generator.submit.click()
  await expect(generator.eventName).toHaveAccessibleDescription(/يرجى إدخال اسم المناسبة/)
  await expect(page.getByText('يرجى إدخال تاريخ المناسبة')).toBeVisible()
  await expect(generator.eventName).toBeFocused()
  await expectTyped(page, { eventName: '' })
  await axe()
  expect((await admin.invitations.list({})).total).toBe(0)
})

test('the date takes the digits ٠-٩', async ({ page }) => {
  const generator = generatorPage(page)
  await generator.typeDate('١٤', '٠١', '٢٠٢٧')
  await expect(generator.eventDate.getByRole('spinbutton')).toHaveText(['14', '1', '2027'])
  await expect(page.getByText('الخميس، 6 شعبان 1448')).toBeVisible()
})

test('a year of two digits is one of this century', async ({ page, admin }) => {
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.names.fill(GUESTS)
  await generator.typeDate('15', '12', '26')
  await page.keyboard.press('Tab')
  await expect(generator.eventDate.getByRole('spinbutton').last()).toHaveText('2026')

  // Also where the hand goes straight from the year to the button.
  await generator.typeDate('15', '12', '27')
  await generator.submit.click()
  await expect(page.getByRole('button', { name: 'تحميل الكل' })).toBeVisible()
  const { rows } = await admin.invitations.list({})
  expect(new Set(rows.map(({ eventDate }) => eventDate))).toEqual(new Set(['2027-12-15']))
})

test('a year no event is in is said at the field, and nothing is made', async ({ page, admin, axe }) => {
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.names.fill(GUESTS)
  for (const year of ['7', '202', '1899', '2101']) {
    await generator.typeDate('15', '12', year)
    await generator.names.focus()
    await expect(page.getByText('تاريخ غير صحيح'), year).toBeVisible()
    await generator.submit.click()
    await expect(page.getByText('تاريخ غير صحيح'), year).toBeVisible()
    await expect(page.getByText('هـ').first()).toBeHidden()
  }
  await axe()
  await expectTyped(page)
  expect((await admin.invitations.list({})).total).toBe(0)
  await generator.typeDate('15', '12', '2026')
  await generator.names.focus()
  await expect(page.getByText('تاريخ غير صحيح')).toBeHidden()
})

test('a file that only says it is a picture is refused by its content', async ({ page }) => {
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.names.fill(GUESTS)
  await choosePicture(page, 'بطاقة.png', 'image/png', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>'))
  await expect(page.getByText('هذا الملف ليس صورة نقرؤها. اختر صورة PNG أو JPEG أو WebP')).toBeVisible()
  await choosePicture(page, 'بطاقة.png', 'image/png', Buffer.alloc(0))
  await expect(page.getByText('الملف فارغ. اختر صورة أخرى')).toBeVisible()
  await expectTyped(page)
})

test('a file let go beside every place for files goes nowhere, and text is let go as ever', async ({ page }) => {
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.names.fill(GUESTS)
  const refused = await page.evaluate(() => {
    const [file, words] = [new DataTransfer(), new DataTransfer()]
    file.items.add(new File(['…'], 'بطاقة.png', { type: 'image/png' }))
    words.setData('text/plain', 'سارة')
    const isRefused = (type: string, dataTransfer: DataTransfer) =>
      !document.querySelector('h1')!.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    return [isRefused('dragover', file), isRefused('drop', file), isRefused('dragover', words), isRefused('drop', words)]
  })
  expect(refused).toEqual([true, true, false, false])
  await expectTyped(page)
})

test('a picture of sixty megapixels is refused before it is opened', async ({ page }) => {
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.names.fill(GUESTS)
  const huge = await sharp({ create: { width: 10_000, height: 6_000, channels: 3, background: '#0f4a38' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  await choosePicture(page, 'كبيرة.png', 'image/png', huge)
  await expect(page.getByText('أبعاد الصورة أكبر من المسموح: 40 ميغابكسل')).toBeVisible()
  await expectTyped(page)
})

test('a chosen picture becomes the ground of the cards', async ({ page, axe }) => {
  const picture = await sharp({ create: { width: 800, height: 1200, channels: 3, background: '#7a2230' } })
    .jpeg()
    .toBuffer()
  await choosePicture(page, 'خلفية.jpg', 'image/jpeg', picture)
  await expect(page.getByText('الصورة المختارة: خلفية.jpg')).toBeVisible()
  await axe()
})

test('a paste of five megabytes is refused in words, and what was there stays', async ({ page }) => {
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.names.fill(GUESTS)
  await generator.paste('ضيف طويل الاسم جداً\n'.repeat(150_000))
  await expect(page.getByText('الحد 10,000 اسم في المرة الواحدة')).toBeVisible()
  await expectTyped(page)
})

test('more names than one call takes are counted, said, and kept', async ({ page, admin }) => {
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.typeDate('14', '01', '2027')
  const tooMany = Array.from({ length: 10_001 }, (_, n) => `ضيف ${n}`).join('\n')
  await generator.paste(tooMany)
  await generator.submit.click()
  await expect(page.getByText('في القائمة 10,001 سطر').first()).toBeVisible()
  await expectTyped(page, { names: tooMany })
  expect((await admin.invitations.list({})).total).toBe(0)
})

test('a request beyond the balance shows the red banner and cannot be sent', async ({ page, product, axe }) => {
  product.limitTo(2)
  await page.reload()
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.names.fill(GUESTS)
  await expect(page.getByText('لا يمكنك توليد 3 دعوة. الرصيد المتاح: 2 دعوة')).toBeVisible()
  await expect(generator.submit).toBeDisabled()
  await axe()
  await generator.names.fill('سارة\nعلي')
  await expect(generator.submit).toBeEnabled()
  await expect(page.getByText('لا يمكنك توليد')).toBeHidden()
})

test('a balance that was spent elsewhere meanwhile is said by the server, and nothing typed is lost', async ({
  page,
  product,
  admin,
  trouble,
}) => {
  trouble.allow(/409/)
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.typeDate('14', '01', '2027')
  await generator.names.fill(GUESTS)
  product.limitTo(1)
  await generator.submit.click()
  await expect(page.getByText('لا يمكنك توليد 3 دعوة. الرصيد المتاح: 1 دعوة')).toBeVisible()
  await expectTyped(page)
  expect((await admin.invitations.list({})).total).toBe(0)
})

test('when nobody answers the device makes the invitations, and the server has each once when it is back', async ({
  page,
  context,
  trouble,
  admin,
}) => {
  trouble.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.typeDate('14', '01', '2027')
  await generator.names.fill(GUESTS)
  await context.setOffline(true)
  await generator.submit.click()
  await expect(page.getByRole('button', { name: 'تحميل الكل' })).toBeVisible()
  expect((await admin.invitations.list({})).total).toBe(0)
  await context.setOffline(false)
  await expect(async () => expect((await admin.invitations.list({})).total).toBe(3)).toPass({ timeout: 30_000 })
  expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 3 })
})

test('an answer lost after the server recorded it: sent again, each guest once and charged once', async ({ page, trouble, admin }) => {
  trouble.allow(/create\.php|Failed to load resource/)
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.typeDate('14', '01', '2027')
  await generator.names.fill(GUESTS)
  // The request reaches the server; its answer does not come back.
  await page.route(
    '**/invitations/create.php',
    async route => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await generator.submit.click()
  await expect(page.getByRole('button', { name: 'تحميل الكل' })).toBeVisible()
  await expect(page.getByText('ينتظر الإرسال')).toBeHidden({ timeout: 30_000 })
  expect((await admin.invitations.list({})).total).toBe(3)
  expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 3 })
})
