import type { Backend, Contract } from '@hudur/core'
import type { Page } from '@playwright/test'
import { door, openSetup, scanKeys } from './door-page.ts'
import { expect, test } from './fixtures.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const other = { eventName: 'تخرّج دفعة الأمل', eventDate: '2027-02-01' }

const counter = (page: Page) => page.getByText(/^وصل/)

/** A guest of each of two events, and the door set to the first one's. */
async function setToEvent(page: Page, admin: Backend<Contract>) {
  const [bride, graduate] = await admin.invitations.create({
    invitations: [
      { ...event, guestName: 'أمل' },
      { ...other, guestName: 'هدى' },
    ],
  })
  await page.reload()
  const setup = await openSetup(page)
  await setup.event.selectOption({ label: 'زفاف محمّد وسارة · 14/01/2027' })
  return { bride: bride!, graduate: graduate!, setup }
}

test.beforeEach(async ({ signIn, page }) => {
  await signIn()
  await page.goto('/Scanner')
})

test('two gates: a code used at one is yellow at the other, with when, where and by whom; both counts agree', async ({
  page,
  admin,
  browser,
  product,
}, info) => {
  const [first, second] = await admin.invitations.create({ invitations: ['أمل', 'بلقيس'].map(guestName => ({ ...event, guestName })) })
  const context = await browser.newContext({ storageState: await page.context().storageState(), locale: 'ar', baseURL: product.url })
  const west = await context.newPage()
  await west.goto('/Scanner')
  for (const [gate, name] of [
    [page, 'البوابة الشرقية'],
    [west, 'البوابة الغربية'],
  ] as const) {
    const setup = await openSetup(gate)
    await setup.gate.fill(name)
    await expect(counter(gate)).toHaveText(/0\s*من 2/)
  }

  await door(page).field.focus()
  await scanKeys(page, first!.id)
  await expect(door(page).verdict('admitted')).toContainText('أمل')
  const admittedAt = Date.now()
  for (const gate of [page, west]) await expect(counter(gate)).toHaveText(/1\s*من 2/)
  info.annotations.push({ type: 'both gates agree after', description: `${Date.now() - admittedAt} ms` })

  await door(west).field.focus()
  await scanKeys(west, first!.id)
  for (const told of ['أمل', 'تم استخدام هذه الدعوة مسبقاً', 'البوابة الشرقية', 'مدير النظام', 'تفضّل معنا إلى الاستقبال'])
    await expect(door(west).verdict('used')).toContainText(told)
  await scanKeys(west, second!.id)
  await expect(door(west).verdict('admitted')).toContainText('بلقيس')
  for (const gate of [page, west]) await expect(counter(gate)).toHaveText(/2\s*من 2/)
  await context.close()
})

test('a door set to an event counts its people, and a guest of another one is red and uncounted', async ({ page, admin, axe }) => {
  const { bride, graduate } = await setToEvent(page, admin)
  await axe()
  const { field, verdict } = door(page)
  await expect(counter(page)).toHaveText(/0\s*من 1/)
  await field.focus()
  await scanKeys(page, graduate.id)
  await expect(verdict('refused')).toContainText('هذه الدعوة لمناسبة أخرى: تخرّج دفعة الأمل')
  await axe()
  await field.fill('هدى')
  await page.keyboard.press('Enter')
  await expect(verdict('refused')).toContainText('رمز QR غير صحيح أو غير موجود في النظام')
  await field.fill('')
  await scanKeys(page, bride.id)
  await expect(verdict('admitted')).toContainText('ليست لهذا اليوم. موعدها الخميس، 14 يناير 2027')
  await expect(counter(page)).toHaveText(/1\s*من 1/)
  expect((await admin.invitations.stats({})).arrived).toBe(1)

  // The choice is kept on leaving the screen.
  await page.getByRole('link', { name: 'المولّد' }).first().click()
  await expect(page.getByRole('heading', { name: 'مولّد الدعوات' })).toBeVisible()
  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await expect(page.locator('summary')).toContainText('زفاف محمّد وسارة')
  await expect(counter(page)).toHaveText(/1\s*من 1/)
})

test('two owners’ events of one name and day are two choices, each with its owner', async ({ page, admin }) => {
  const host = { username: 'hana', password: 'كلمة-سر 2', fullName: 'هناء الأغبري' }
  const { id: userId } = await admin.accounts.create(host)
  const [own, hosts] = await admin.invitations.create({
    invitations: [
      { ...event, guestName: 'أمل' },
      { ...event, guestName: 'هدى', userId },
    ],
  })
  await page.reload()
  const setup = await openSetup(page)
  await setup.event.selectOption({ label: 'زفاف محمّد وسارة · 14/01/2027 · هناء الأغبري' })
  await expect(counter(page)).toHaveText(/0\s*من 1/)
  const { field, verdict } = door(page)
  await field.focus()
  await scanKeys(page, own!.id)
  await expect(verdict('refused')).toContainText('هذه الدعوة لمناسبة أخرى')
  await field.fill('')
  await scanKeys(page, hosts!.id)
  await expect(verdict('admitted')).toContainText('هدى')
  await expect(counter(page)).toHaveText(/1\s*من 1/)
})

test('a page that is loaded again is the same door: its event, gate and verdicts, until its account signs out', async ({ page, admin }) => {
  const { bride, graduate, setup } = await setToEvent(page, admin)
  await setup.gate.fill('البوابة الشرقية')
  await setup.goesOn.press('Space')
  const { field, verdict } = door(page)
  await field.focus()
  await scanKeys(page, bride.id)
  await expect(verdict('admitted')).toContainText('أمل')

  // A phone that was used for something else meanwhile loads the page again.
  await page.reload()
  await expect(page.locator('summary')).toContainText('زفاف محمّد وسارة · البوابة الشرقية')
  await field.focus()
  await scanKeys(page, graduate.id)
  await expect(verdict('refused')).toContainText('هذه الدعوة لمناسبة أخرى: تخرّج دفعة الأمل')
  await expect((await openSetup(page)).goesOn).toBeChecked()
  await page.getByRole('button', { name: 'تراجع عن دخول أمل' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'تراجع عن الدخول' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'أمل' })).toContainText('أُلغي')
  expect((await admin.invitations.stats({})).arrived).toBe(0)

  await page.getByRole('button', { name: 'تسجيل الخروج' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'تسجيل الخروج' }).click()
  await expect(page).toHaveURL(/\/website$/)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('أمل')
})

test('whatever is scanned or typed gets a clear verdict', async ({ page, admin }) => {
  const [guest, graduate] = await admin.invitations.create({
    invitations: [
      { ...event, guestName: 'سميّة الإرياني', generationType: 'custom', maxScans: 9 },
      { ...other, guestName: 'هدى' },
    ],
  })
  const { field, verdict } = door(page)
  await field.focus()
  const bad = [
    'https://example.com/?id=1',
    'BEGIN:VCARD VERSION:3.0 N:علي END:VCARD',
    'WIFI:S:hall;T:WPA;P:12345678;;',
    '{"id":5,"guestName":["علي"],"maxScans":"many"}',
    '{"id":',
    '\u0001\u0002\uFFFD'.repeat(1_365),
  ]
  for (const [index, text] of bad.entries()) {
    await field.fill('')
    await scanKeys(page, text)
    await expect(verdict('refused')).toContainText('رمز QR غير صحيح أو غير موجود في النظام')
    await expect(page.getByRole('listitem').filter({ hasText: 'مرفوضة' })).toHaveCount(index + 1)
  }
  // A reader's own prefix is not part of the code.
  for (const [index, prefix] of ['\\000026', ']Q1'].entries()) {
    await field.fill('')
    await scanKeys(page, `${prefix}${guest!.id}`)
    await expect(verdict('admitted')).toContainText(`${index + 1} / 9`)
  }
  // A name inside a code opens nothing: anybody can draw one. Through the call that the camera makes.
  expect(await admin.scanning.check({ qr_code: 'سميّة الإرياني', source: 'camera' })).toMatchObject({ outcome: 'refused', success: false })
  expect(await admin.scanning.check({ qr_code: graduate!.id, source: 'camera', ...event })).toMatchObject({ outcome: 'refused' })
  expect((await admin.invitations.stats({})).arrived).toBe(2)
})
