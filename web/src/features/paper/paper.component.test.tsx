import { dayInAden } from '@hudur/core/testing/days'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { countStoredInvitations } from '../../../testing/component/stored-guests.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }
const dialog = page.getByRole('dialog')

/** Replaces `window.print` for this test. Returns a function that returns the number of its calls. */
function countPrints() {
  const print = vi.spyOn(window, 'print').mockReturnValue()
  onTestFinished(() => print.mockRestore())
  return () => print.mock.calls.length
}

async function chooseFromPrintMenu(item: string) {
  await page.getByRole('button', { name: 'طباعة', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)

test('printing table signs without tables prints nothing', async () => {
  const [created] = await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
  const prints = countPrints()
  await openScreen(`/events/${created!.eventId}`)
  await page.getByRole('button', { name: 'طباعة', exact: true }).click()
  await expectAccessible()
  await page.getByRole('menuitem', { name: 'أسماء الطاولات' }).click()
  await expect.element(dialog).toMatchTextContent('لا طاولة لأي ضيف بعد')
  await expect.element(dialog.getByRole('button', { name: 'طباعة' })).not.toBeInTheDocument()
  await expectAccessible()
  expect(prints()).toBe(0)
})

test('the printed gate list says that the search leaves guests out', async () => {
  const { id } = await admin.events.create({ name: EVENT.eventName, date: EVENT.eventDate, startsAt: '19:30' })
  const guests = ['الشامي', 'سارة'].map(guestName => ({ eventId: id, guestName }))
  await admin.invitations.create({ invitations: guests })
  const prints = countPrints()
  await openScreen(`/events/${id}?search=الشامي`)
  await expect.element(page.getByRole('button', { name: 'دعوة الشامي' })).toBeVisible()
  await chooseFromPrintMenu('قائمة الباب')
  await expect.poll(prints).toBe(1)
  expect(textsOf('.gate-name')).toEqual(['الشامي'])
  expect(textsOf('.gate-head')[0]).toMatch(/7:30 مساءً.*بعض الضيوف فقط/)
})

test('printing a gate list without valid invitations prints nothing', async () => {
  const [created] = await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
  await admin.invitations.cancel({ id: created!.id })
  const prints = countPrints()
  await openScreen(`/events/${created!.eventId}`)
  await chooseFromPrintMenu('قائمة الباب')
  await expect.element(page.getByText('لا ضيوف في القائمة')).toBeVisible()
  expect(prints()).toBe(0)
})

test('printing cards prints a sheet with crop marks', async () => {
  const [created] = await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
  const prints = countPrints()
  await openScreen(`/events/${created!.eventId}`)
  await chooseFromPrintMenu('البطاقات، أربع في الورقة')
  await expect.element(dialog).toMatchTextContent('بطاقة واحدة في ورقة واحدة')
  await expect.poll(prints).toBe(1)
  expect(document.querySelectorAll('.sheet img')).toHaveLength(1)
  expect(document.querySelectorAll('.sheet line')).toHaveLength(8)
  await dialog.getByRole('button', { name: 'طباعة' }).click()
  await expect.poll(prints).toBe(2)
  await dialog.getByRole('button', { name: 'إغلاق' }).click()
  await expect.poll(() => document.querySelector('.paper')).toBe(null)
})

test('printing cards without their design prints nothing', async () => {
  const [created] = await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
  const prints = countPrints()
  const network = await openScreen(`/events/${created!.eventId}`)
  const end = network.refuse('invitations/designs.php')
  await chooseFromPrintMenu('البطاقات، أربع في الورقة')
  await expect.element(dialog).toMatchTextContent('تعذّر تحميل تصميم البطاقة')
  expect(prints()).toBe(0)
  end()
  await dialog.getByRole('button', { name: /إعادة المحاولة/ }).click()
  await expect.poll(prints).toBe(1)
})

test('an offline device prints gate list and table signs', async () => {
  // A device stores only the events of the coming days for offline use.
  const soon = { ...EVENT, eventDate: dayInAden(3) }
  const guests = [
    { ...soon, guestName: 'هدى', table: '7' },
    { ...soon, guestName: 'الشامي' },
  ]
  const [created] = await admin.invitations.create({ invitations: guests })
  const prints = countPrints()
  const network = await openScreen(`/events/${created!.eventId}`)
  await expect.element(page.getByRole('button', { name: 'دعوة هدى' })).toBeVisible()
  await expect.poll(() => countStoredInvitations()).toBe(2)
  network.isOff = true

  await chooseFromPrintMenu('قائمة الباب')
  await expect.poll(prints).toBe(1)
  expect(textsOf('.gate-name')).toEqual(['الشامي', 'هدى'])
  await chooseFromPrintMenu('أسماء الطاولات')
  await dialog.getByRole('button', { name: 'طباعة' }).click()
  await expect.poll(prints).toBe(2)
  expect(textsOf('.sign-table')).toEqual(['٧'])
  expect(textsOf('.sign li')).toEqual(['هدى'])
})
