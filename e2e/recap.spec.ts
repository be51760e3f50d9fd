import { expect, test } from './fixtures.ts'
import { recordPrintCalls, waitForPrint } from './paper-page.ts'
import { pageTextsOf } from './pdf.ts'

test.use({ viewport: { width: 360, height: 800 }, drawsPage: true })

const GUESTS = [
  { guestName: 'سارة بنت ناصر', maxScans: 3, side: 'أهل العروس', table: '1' },
  { guestName: 'علي باوزير', maxScans: 2, side: 'أهل العريس', table: '2' },
  { guestName: 'هدى القحطاني', maxScans: 1, side: null, table: null },
]

test('the page of an event that is over is printed with searchable text', async ({ page, admin, signIn, axe }) => {
  const created = await admin.invitations.create({
    invitations: GUESTS.map(guest => ({
      eventName: 'زفاف محمّد وسارة',
      eventDate: '2026-01-14',
      generationType: 'custom' as const,
      ...guest,
    })),
  })
  const eventId = created[0]!.eventId!
  await admin.invitations.answer({ id: created[0]!.id, attends: true, people: 3, note: 'ألف مبروك للعروسين' })
  for (const { id } of created.slice(0, 2)) await admin.checkIn.scan({ id, admit: 2 })
  await recordPrintCalls(page)
  await signIn()
  await page.goto(`/events/${eventId}/after`)
  await expect(page.getByRole('region', { name: 'حصيلة المناسبة' })).toContainText('حضر 4 من 6 أشخاص')
  await expect(page.getByRole('img', { name: 'زفاف محمّد وسارة: حضر 4 من 6' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await axe()
  await page.getByRole('button', { name: 'طباعة أو PDF' }).click()
  await waitForPrint(page)
  const [text = ''] = await pageTextsOf(await page.pdf({ preferCSSPageSize: true }))
  for (const words of ['حصيلة المناسبة', 'أهل العروس', 'المجموع', 'سارة بنت ناصر', 'علي باوزير', 'ألف مبروك للعروسين'])
    for (const word of words.split(' ')) expect(text).toContain(word)
})
