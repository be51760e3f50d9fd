import { dayInAden } from '@hudur/core/testing/days'
import { expect, test } from './fixtures.ts'
import { download } from './generator-page.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: dayInAden(1) }

test('a live screen shows the scanner’s arrivals until its link is revoked', async ({
  page,
  admin,
  openContext,
  expectedErrors,
  signIn,
}) => {
  const [family] = await admin.invitations.create({
    invitations: [{ ...EVENT, guestName: 'عائلة علي', generationType: 'custom', maxScans: 4 }],
  })
  await signIn()
  await page.goto(`/events/${family!.eventId}/links`)
  await page.getByRole('button', { name: 'رابط جديد' }).click()
  await page.getByRole('radio', { name: 'متابعة' }).click()
  await page.getByRole('textbox', { name: /اسم الرابط/ }).fill('شاشة القاعة')
  await page.getByRole('button', { name: 'أنشئ الرابط' }).click()
  const linkUrl = await page.getByRole('textbox', { name: 'عنوان الرابط' }).inputValue()
  await page.getByRole('button', { name: 'تم', exact: true }).click()

  const screenContext = await openContext({ serviceWorkers: 'allow' })
  const screen = await screenContext.newPage()
  const requestedUrls: string[] = []
  screen.on('request', request => requestedUrls.push(request.url()))
  await screen.goto(linkUrl)
  await expect(screen).toHaveURL(/\/live\?link=[0-9A-Z]{20}$/)
  await expect(screen.getByText('وصل 0 من 4')).toBeAttached()
  await expect(screen.getByText('مباشر')).toBeVisible()
  const token = linkUrl.split('#')[1]!
  expect(requestedUrls.filter(one => one.includes(token) && !one.endsWith(`#${token}`))).toEqual([])

  // The scanner and the reports show the same arrivals as the live screen.
  const reports = await page.context().newPage()
  await reports.goto('/reports')
  await expect(reports.getByText('مباشر')).toBeVisible()
  await page.goto('/Scanner')
  await expect(page.getByRole('textbox', { name: /اسم الضيف/ })).toBeVisible()
  await admin.checkIn.check({ qr_code: family!.id, admit: 3, gate: 'البوابة الشرقية' })
  await expect(screen.getByText('وصل 3 من 4')).toBeAttached()
  await expect(screen.getByText('البوابة الشرقية').first()).toBeVisible()
  await expect(page.getByText(/وصل\s*3\s*من\s*4/)).toBeVisible()
  await expect(reports.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '75')

  // The URL no longer contains the token. A reload while offline shows an error, and a retry with a network shows the arrivals again.
  await screen.evaluate(() => navigator.serviceWorker.ready)
  expectedErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  await screenContext.setOffline(true)
  await screen.reload()
  await expect(screen.getByText('تعذّر فتح الرابط')).toBeVisible()
  await screenContext.setOffline(false)
  await screen.getByRole('button', { name: 'إعادة المحاولة' }).click()
  await expect(screen.getByText('وصل 3 من 4')).toBeAttached()

  await page.goto(`/events/${family!.eventId}/links`)
  await expect(page.getByText('جهاز واحد الآن')).toBeVisible()
  expectedErrors.allow(/401/)
  await page.getByRole('button', { name: 'إبطال' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'إبطال' }).click()
  await expect(screen.getByText('انتهى هذا الرابط')).toBeVisible()
})

test('a guest who was added through a family link is admitted by a scan', async ({ admin, openContext }) => {
  const { id: eventId } = await admin.events.create({ name: EVENT.eventName, date: EVENT.eventDate })
  const { url } = await admin.links.create({ eventId, role: 'family', name: 'أهل العروس', allotment: 5 })
  const page = await (await openContext({ viewport: { width: 360, height: 760 } })).newPage()
  await page.goto(url)
  await page.getByRole('button', { name: 'إضافة ضيوف' }).click()
  const form = page.getByRole('dialog', { name: 'إضافة ضيوف' })
  await form.getByRole('textbox', { name: /أسماء المعازيم/ }).fill('سارة ناصر')
  await form.getByRole('button', { name: 'إضافة ضيوف' }).click()
  const card = await download(page.getByRole('button', { name: 'تحميل بطاقة سارة ناصر' }))
  expect(card.suggestedFilename()).toBe('دعوة_سارة ناصر_زفاف محمّد وسارة.png')
  const [guest] = (await admin.invitations.list({ eventId })).rows
  expect(guest).toMatchObject({ guestName: 'سارة ناصر', side: 'أهل العروس' })
  expect(await admin.checkIn.check({ qr_code: guest!.id })).toMatchObject({ outcome: 'admitted' })
})
