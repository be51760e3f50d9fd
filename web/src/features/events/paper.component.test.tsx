import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { storedGuests } from '../../../testing/component/stored-guests.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }
const dialog = page.getByRole('dialog')

/** Replaces printing for this test. Returns how often it was asked for. */
function countPrints() {
  const print = vi.spyOn(window, 'print').mockReturnValue()
  onTestFinished(() => print.mockRestore())
  return () => print.mock.calls.length
}

async function choose(what: string) {
  await page.getByRole('button', { name: 'طباعة', exact: true }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)

test('the menu of printing is accessible, and says where to write a table if no guest has one', async () => {
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

test('the gate list says the hour of the event, and that a filter leaves out guests', async () => {
  const { id } = await admin.events.create({ name: EVENT.eventName, date: EVENT.eventDate, startsAt: '19:30' })
  const guests = ['الشامي', 'سارة'].map(guestName => ({ eventId: id, guestName }))
  await admin.invitations.create({ invitations: guests })
  const prints = countPrints()
  await openScreen(`/events/${id}?search=الشامي`)
  await expect.element(page.getByRole('button', { name: 'دعوة الشامي' })).toBeVisible()
  await choose('قائمة البوابة')
  await expect.poll(prints).toBe(1)
  expect(textsOf('.gate-name')).toEqual(['الشامي'])
  expect(textsOf('.gate-head')[0]).toMatch(/7:30 مساءً.*بعض الضيوف فقط/)
})

test('nothing is printed when everybody on the gate list is cancelled', async () => {
  const [created] = await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
  await admin.invitations.cancel({ id: created!.id })
  const prints = countPrints()
  await openScreen(`/events/${created!.eventId}`)
  await choose('قائمة البوابة')
  await expect.element(page.getByText('لا ضيوف في القائمة')).toBeVisible()
  expect(prints()).toBe(0)
})

test('cards are printed with their crop marks, again on request, and removed from the paper when the dialog is closed', async () => {
  const [created] = await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
  const prints = countPrints()
  await openScreen(`/events/${created!.eventId}`)
  await choose('البطاقات، أربع في الورقة')
  await expect.element(dialog).toMatchTextContent('ورقة واحدة فيها')
  await expect.poll(prints).toBe(1)
  expect(document.querySelectorAll('.sheet img')).toHaveLength(1)
  expect(document.querySelectorAll('.sheet line')).toHaveLength(8)
  await dialog.getByRole('button', { name: 'طباعة' }).click()
  await expect.poll(prints).toBe(2)
  await dialog.getByRole('button', { name: 'إغلاق' }).click()
  await expect.poll(() => document.querySelector('.paper')).toBe(null)
})

test('cards are not drawn while their design cannot be read, and drawn after another attempt', async () => {
  const [created] = await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
  const prints = countPrints()
  const network = await openScreen(`/events/${created!.eventId}`)
  const end = network.refuse('invitations/designs.php')
  await choose('البطاقات، أربع في الورقة')
  await expect.element(dialog).toMatchTextContent('تعذّر تحميل تصميم البطاقة')
  expect(prints()).toBe(0)
  end()
  await dialog.getByRole('button', { name: /إعادة المحاولة/ }).click()
  await expect.poll(prints).toBe(1)
})

test('a device without a server prints the gate list and the signs of tables of the guests that it has', async () => {
  // A device copies the events of the coming days.
  const soon = { ...EVENT, eventDate: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10) }
  const guests = [
    { ...soon, guestName: 'هدى', table: '7' },
    { ...soon, guestName: 'الشامي' },
  ]
  const [created] = await admin.invitations.create({ invitations: guests })
  const prints = countPrints()
  const network = await openScreen(`/events/${created!.eventId}`)
  await expect.element(page.getByRole('button', { name: 'دعوة هدى' })).toBeVisible()
  await expect.poll(() => storedGuests()).toBe(2)
  network.isOff = true

  await choose('قائمة البوابة')
  await expect.poll(prints).toBe(1)
  expect(textsOf('.gate-name')).toEqual(['الشامي', 'هدى'])
  await choose('أسماء الطاولات')
  await dialog.getByRole('button', { name: 'طباعة' }).click()
  await expect.poll(prints).toBe(2)
  expect(textsOf('.sign-table')).toEqual(['٧'])
  expect(textsOf('.sign li')).toEqual(['هدى'])
})
