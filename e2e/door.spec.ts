import type { Page } from '@playwright/test'
import { door, scanKeys } from './door-page.ts'
import { expect, test } from './fixtures.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }

/** A server that takes its time over the first code, until it is told to answer, or its answer is lost. */
async function slowServer(page: Page) {
  const first = Promise.withResolvers<'answer' | 'lose'>()
  await page.route(
    '**/api/invitations.php',
    async route => {
      if ((await first.promise) === 'answer') await route.continue()
      else await route.abort('connectionreset')
    },
    { times: 1 },
  )
  return { answer: () => first.resolve('answer'), lose: () => first.resolve('lose') }
}

test.beforeEach(async ({ signIn, page }) => {
  await signIn()
  await page.goto('/Scanner')
})

test('green once, yellow after with when and by whom, red for the unknown; each announced', async ({ page, admin, axe }) => {
  const [guest] = await admin.invitations.create({ invitations: [{ ...event, guestName: 'سميّة الإرياني' }] })
  const { field, verify, verdict } = door(page)
  await expect(verify).toBeDisabled()
  await field.fill('   ')
  await expect(verify).toBeDisabled()

  await field.fill(guest!.id)
  await verify.click()
  await expect(verdict('admitted')).toContainText('تفضّل')
  for (const told of ['سميّة الإرياني', 'تم التحقق من الدعوة بنجاح', event.eventName, '1 / 1', 'تلقائي'])
    await expect(verdict('admitted')).toContainText(told)
  await expect(verdict('admitted').getByRole('img', { name: /رمز QR/ })).toBeVisible()
  await expect(page.getByRole('status').filter({ has: verdict('admitted') })).toHaveAttribute('aria-live', 'assertive')
  await axe()

  await field.fill(guest!.id)
  await page.keyboard.press('Enter')
  await expect(verdict('used')).toContainText('تم استخدام هذه الدعوة مسبقاً')
  await expect(verdict('used')).toContainText('مدير النظام')
  await axe()

  await field.fill('00000000000000000001')
  await page.keyboard.press('Enter')
  await expect(verdict('refused')).toContainText('رمز QR غير صحيح أو غير موجود في النظام')
  await axe()
  await expect(page.getByText('وصل').first()).toBeVisible()
  expect((await admin.invitations.stats({})).arrived).toBe(1)
})

test('a whole name lets its guest in; a shared or partial one asks who, and choosing asks first', async ({ page, admin, axe }) => {
  const names = ['أحمد بن علي', 'أحمد صالح', 'هدى']
  await admin.invitations.create({ invitations: names.map(guestName => ({ ...event, guestName })) })
  const { field, verify, verdict, anyVerdict } = door(page)
  await field.fill('هدي')
  await verify.click()
  await expect(verdict('admitted')).toContainText('هدى')

  await field.fill('احمد')
  await verify.click()
  await page.getByRole('button', { name: /أحمد صالح/ }).click()
  await expect(anyVerdict).toHaveCount(0)
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('أحمد صالح')
  await axe()
  await question.getByRole('button', { name: 'إدخال الضيف' }).click()
  await expect(verdict('admitted')).toContainText('أحمد صالح')
  const { rows } = await admin.invitations.list({ filter: 'scanned' })
  expect(rows.map(({ guestName }) => guestName).sort()).toEqual(['أحمد صالح', 'هدى'])
})

test('an answer that is lost after the server recorded it is asked for again: green, and counted once', async ({
  page,
  admin,
  trouble,
}) => {
  trouble.allow(/invitations\.php|Failed to load resource/)
  const [guest] = await admin.invitations.create({ invitations: [{ ...event, guestName: 'علي', generationType: 'custom', maxScans: 5 }] })
  const { field, verify, verdict } = door(page)
  await page.route(
    '**/api/invitations.php',
    async route => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await field.fill(guest!.id)
  await verify.click()
  await expect(verdict('admitted')).toContainText('سُجّل دخوله قبل قليل من هذا الجهاز')
  expect((await admin.invitations.list({})).rows[0]).toMatchObject({ currentScans: 1 })
})

test('a camera that is not allowed is said in words, with a way to try again', async ({ page, axe }) => {
  await page.getByRole('button', { name: 'مسح بالكاميرا' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('حدث خطأ في الوصول إلى الكاميرا، يرجى السماح باستخدام الكاميرا')
  await axe()
  await dialog.getByRole('button', { name: 'إعادة المسح' }).click()
  await expect(dialog).toContainText('يرجى السماح باستخدام الكاميرا')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a scanner that types does not wait for the answer: each guest is admitted once, in order', async ({ page, admin }) => {
  const [first, second] = await admin.invitations.create({
    invitations: ['أمل', 'بلقيس'].map(guestName => ({ ...event, guestName })),
  })
  const server = await slowServer(page)
  const { field, verify, verdict } = door(page)
  await field.focus()
  await scanKeys(page, first!.id)
  await expect(field).toHaveValue('')
  await page.keyboard.insertText(second!.id)
  await expect(verify).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('')
  await expect(page.getByText('بانتظار دوره: رمز واحد')).toBeVisible()

  server.answer()
  await expect(verdict('admitted')).toContainText('أمل')
  await expect(verdict('admitted')).toContainText('بلقيس')
  await expect(page.getByText('بانتظار دوره')).toBeHidden()
  await expect(field).toBeFocused()
  const { rows } = await admin.invitations.list({})
  const [amal, bilqis] = [first, second].map(made => rows.find(({ id }) => id === made!.id))
  expect([amal!.currentScans, bilqis!.currentScans]).toEqual([1, 1])
  expect(amal!.scannedAt! < bilqis!.scannedAt!).toBe(true)
})

test('a refused text comes back selected, but never over the next one', async ({ page, admin }) => {
  const [guest] = await admin.invitations.create({ invitations: [{ ...event, guestName: 'أمل' }] })
  const { field, verdict } = door(page)
  await field.focus()
  await scanKeys(page, 'لا أحد')
  await expect(verdict('refused')).toBeVisible()
  await expect(field).toHaveValue('لا أحد')
  await scanKeys(page, guest!.id)
  await expect(verdict('admitted')).toContainText('أمل')

  const server = await slowServer(page)
  await scanKeys(page, 'لا أحد')
  await page.keyboard.insertText(guest!.id.slice(0, 8))
  server.answer()
  await expect(verdict('refused')).toBeVisible()
  await page.keyboard.insertText(guest!.id.slice(8))
  await page.keyboard.press('Enter')
  await expect(verdict('used')).toContainText('أمل')
})

test('where the browser keeps nothing, a guest whose check failed is not passed over: the next waits until it is decided', async ({
  page,
  admin,
  trouble,
}) => {
  trouble.allow(/invitations\.php|Failed to load resource/)
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await page.reload()
  const [first, second] = await admin.invitations.create({ invitations: ['أمل', 'بلقيس'].map(guestName => ({ ...event, guestName })) })
  const { field, verdict } = door(page)
  const server = await slowServer(page)
  await field.focus()
  for (const { id } of [first!, second!]) await scanKeys(page, id)
  server.lose()
  await expect(page.getByText('حدث خطأ في الاتصال بالخادم')).toBeVisible()
  await expect(page.getByText('بانتظار دوره: رمز واحد')).toBeVisible()
  await expect(page.getByRole('button', { name: 'إعادة المحاولة' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(verdict('admitted')).toContainText('أمل')
  await expect(verdict('admitted')).toContainText('بلقيس')
  expect((await admin.invitations.stats({})).arrived).toBe(2)
})

test('a long name leaves room for what is to be said: it is in the first view of a phone', async ({ page, admin }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const guestName = 'صاحب السعادة الأستاذ الدكتور عبدالرحمن بن محمد بن عبدالعزيز الحكيمي وعائلته الكريمة'
  const [guest] = await admin.invitations.create({ invitations: [{ ...event, guestName }] })
  const { field, scan, verdict } = door(page)
  await field.focus()
  await scanKeys(page, guest!.id)
  await expect(verdict('admitted')).toContainText(guestName)
  await scanKeys(page, guest!.id)
  const advice = verdict('used').getByText('تفضّل معنا إلى الاستقبال لنساعدك')
  await expect(advice).toBeVisible()
  await expect(async () => {
    const [said, button] = await Promise.all([advice.boundingBox(), scan.boundingBox()])
    expect(said!.y + said!.height).toBeLessThan(button!.y)
  }).toPass({ timeout: 3_000 })
})

test('both spellings of the path are the scanner', async ({ page }) => {
  await page.goto('/scanner')
  await expect(page.getByRole('heading', { name: 'الماسح' })).toBeVisible()
})
