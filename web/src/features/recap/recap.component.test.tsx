import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectUrl } from '../../../testing/component/controls.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2026-01-14' }

async function holdEvent() {
  const guests = [
    { guestName: 'سارة', maxScans: 3, side: 'أهل العروس', table: '1' },
    { guestName: 'علي', maxScans: 2, side: 'أهل العريس', table: '2' },
    { guestName: 'هدى', maxScans: 1, side: null, table: null },
  ]
  const created = await admin.invitations.create({
    invitations: guests.map(guest => ({ ...EVENT, generationType: 'custom' as const, ...guest })),
  })
  await admin.invitations.answer({ id: created[0]!.id, attends: true, people: 3, note: 'ألف مبارك' })
  for (const [n, admit] of [2, 2].entries()) await admin.checkIn.scan({ id: created[n]!.id, admit })
  return created[0]!.eventId!
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'canShare')
  Reflect.deleteProperty(navigator, 'share')
})

test('the page of an event that is over shows who came, by side and by table, and the guests’ words', async () => {
  const id = await holdEvent()
  await openScreen(`/events/${id}`)
  await page.getByRole('link', { name: 'الحصيلة' }).first().click()
  await expectUrl(/^\/events\/\w+\/after$/)
  const figures = page.getByRole('region', { name: 'حصيلة المناسبة' })
  await expect.element(figures).toMatchTextContent('حضر 4 من 6 أشخاص')
  await expect.element(figures).toMatchTextContent('استُعملت دعوتان من 3')
  const rowsOf = (panel: string) =>
    page
      .getByRole('region', { name: panel })
      .getByRole('row')
      .elements()
      .map(row => [...row.children].map(cell => cell.textContent))
  expect(rowsOf('حسب الجهة')).toEqual([
    ['الجهة', 'الدعوات', 'المدعوون', 'حضر'],
    ['أهل العروس', '1', '3', '2'],
    ['أهل العريس', '1', '2', '2'],
    ['بلا جهة', '1', '1', '0'],
    ['المجموع', '3', '6', '4'],
  ])
  expect(rowsOf('حسب الطاولة').at(-1)).toEqual(['المجموع', '3', '6', '4'])
  const guests = page.getByRole('region', { name: 'من حضر' }).getByRole('listitem')
  await expect.element(guests.first()).toMatchTextContent('سارة')
  expect(guests.elements()).toHaveLength(2)
  await expect.element(page.getByRole('region', { name: 'كلمات الضيوف' })).toMatchTextContent('ألف مبارك')
  await expect.element(page.getByText('لا تعارض في هذه المناسبة.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'اشكر من حضر: ضيفان' })).toBeVisible()
  await expectAccessible()
})

test('the picture with the figures is shared where the browser shares files', async () => {
  const id = await holdEvent()
  const shared: ShareData[] = []
  Object.assign(navigator, { canShare: () => true, share: vi.fn(async (data: ShareData) => void shared.push(data)) })
  await openScreen(`/events/${id}/after`)
  await expect.element(page.getByRole('img', { name: 'زفاف محمّد وسارة: حضر 4 من 6' })).toBeVisible()
  await page.getByRole('button', { name: 'مشاركة الصورة' }).click()
  await expect.poll(() => shared[0]?.files?.[0]?.type).toBe('image/png')
})
