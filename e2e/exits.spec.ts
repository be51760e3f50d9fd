import { dayInAden } from '@hudur/core/testing/days'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: dayInAden() }
const PHONE_VIEWPORT = { width: 360, height: 760 }

/** Enters a code on the page of a door link as a hardware scanner does, and waits for the verdict. */
async function scanAtGate(gate: Page, code: string, outcome: 'admitted' | 'exited' | 'not-inside') {
  await gate.getByRole('textbox', { name: 'رمز الدعوة' }).fill(code)
  // A code that is entered twice within three seconds is ignored, but not where the gate has changed its direction in between.
  await gate.keyboard.press('Enter')
  await expect(gate.locator(`[data-verdict="${outcome}"]`)).toBeVisible()
}

const choose = (gate: Page, direction: 'دخول' | 'خروج') => gate.getByRole('radio', { name: direction, exact: true }).check()

test('two gates scan guests in and out offline, and everybody sees who is inside', async ({
  page,
  admin,
  openContext,
  expectedErrors,
  signIn,
}) => {
  expectedErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  const [family, friend] = await admin.invitations.create({
    invitations: [
      { ...EVENT, guestName: 'عائلة علي', generationType: 'custom', maxScans: 3 },
      { ...EVENT, guestName: 'هند' },
    ],
  })
  const eventId = family!.eventId!
  await page.setViewportSize(PHONE_VIEWPORT)
  await signIn()
  await page.goto(`/events/${eventId}/details`)
  await page.getByRole('checkbox', { name: /^يُحسب الخروج عند الأبواب/ }).press('Space')
  await page.getByRole('textbox', { name: 'سعة القاعة' }).fill('صفر')
  await page.getByRole('button', { name: 'حفظ', exact: true }).click()
  await expect(page.getByText(/اكتب عدداً من 1 إلى/)).toBeVisible()
  await page.getByRole('textbox', { name: 'سعة القاعة' }).fill('٣')
  await page.getByRole('button', { name: 'حفظ', exact: true }).click()
  await expect(page.getByText('تم حفظ التفاصيل')).toBeVisible()

  const openGate = async (name: string) => {
    const context = await openContext({ viewport: PHONE_VIEWPORT, serviceWorkers: 'allow' })
    const gate = await context.newPage()
    await gate.goto((await admin.links.create({ eventId, role: 'door', name })).url)
    await expect(gate.getByText('في القاعة الآن: 0 من 3')).toBeVisible()
    await gate.evaluate(() => navigator.serviceWorker.ready)
    return { context, gate }
  }
  const [east, west] = [await openGate('الشرقي'), await openGate('الغربي')]

  await scanAtGate(east.gate, family!.id, 'admitted')
  await east.gate.getByRole('button', { name: 'أدخل اثنين' }).click()
  await expect(east.gate.getByText('دخل الآن شخصان')).toBeVisible()
  for (const { gate } of [east, west]) await expect(gate.getByText('في القاعة الآن: 3 من 3')).toBeVisible()
  await expect(west.gate.getByText('امتلأت القاعة')).toBeVisible()
  await west.gate.reload()
  await expect(west.gate.getByText('في القاعة الآن: 3 من 3')).toBeVisible()

  // Without a network, two leave at one gate, and one comes back there. All three leave at the other gate, which knows nothing of this.
  for (const { context } of [east, west]) await context.setOffline(true)
  await choose(east.gate, 'خروج')
  await expect(east.gate.getByText('وضع الخروج: يُسجَّل خروج من تُمسح بطاقته')).toBeVisible()
  await scanAtGate(east.gate, friend!.id, 'not-inside')
  await scanAtGate(east.gate, family!.id, 'exited')
  await east.gate.getByRole('button', { name: 'أخرج واحداً' }).click()
  await expect(east.gate.getByText('في القاعة الآن: 1 من 3')).toBeVisible()
  await choose(east.gate, 'دخول')
  await scanAtGate(east.gate, family!.id, 'admitted')
  await expect(east.gate.getByText('في القاعة الآن: 2 من 3')).toBeVisible()
  await choose(west.gate, 'خروج')
  await scanAtGate(west.gate, family!.id, 'exited')
  await west.gate.getByRole('button', { name: 'أخرج اثنين' }).click()
  await expect(west.gate.getByText('خرج الآن شخصان')).toBeVisible()
  await expect(west.gate.getByText('في القاعة الآن: 0 من 3')).toBeVisible()

  await page.goto(`/events/${eventId}/arrivals`)
  await expect(page.getByText('في القاعة الآن: 3 من 3')).toBeVisible()
  for (const { context } of [east, west]) await context.setOffline(false)
  await expect(page.getByText('في القاعة الآن: 0 من 3')).toBeVisible()
  for (const { gate } of [east, west]) await expect(gate.getByText('في القاعة الآن: 0 من 3')).toBeVisible()
  await expect(page.getByText('خروج لمن ليس في القاعة')).toBeVisible()
  const rows = (await admin.invitations.list({})).rows
  expect(rows.find(({ id }) => id === family!.id)).toMatchObject({ currentScans: 3, outside: 4 })

  // The owner undoes the exit that was scanned twice, and the conflict ends.
  const exits = (await admin.invitations.history({ id: family!.id })).filter(({ kind }) => kind === 'exit')
  expect(exits.map(one => 'people' in one && one.people).sort()).toEqual([1, 1, 1, 2])
  await page.goto(`/events/${eventId}`)
  await page
    .getByRole('button', { name: /عائلة علي/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^خرج شخص/).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'تراجع عن الخروج' }).first().click()
  await page.getByRole('textbox', { name: 'سبب التراجع' }).fill('سُجّل مرّتين')
  await page.getByRole('dialog').last().getByRole('button', { name: 'تراجع عن الخروج' }).click()
  await expect(page.getByRole('textbox', { name: 'سبب التراجع' })).toBeHidden()
  await expect.poll(async () => (await admin.checkIn.conflicts({ filter: 'unseen' })).total).toBe(0)
  await page.goto(`/events/${eventId}/arrivals`)
  await expect(page.getByText('في القاعة الآن: 1 من 3')).toBeVisible()
})
