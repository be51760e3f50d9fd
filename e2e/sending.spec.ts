import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { download } from './generator-page.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const GUESTS = 32

/** Returns the digits of the national phone number of guest `n`. */
const nationalDigitsOfGuest = (n: number) => `7771${String(n).padStart(5, '0')}`
/** Returns a guest's phone number as a host might type it. Guests 10 and 20 have no number, and the number of guest 30 is invalid. */
const phoneNumberOfGuest = (n: number) => {
  const digits = nationalDigitsOfGuest(n)
  if (n === 10 || n === 20) return undefined
  if (n === 30) return '12345'
  if (n % 3 === 0) return `+967 ${digits.slice(0, 3)} ${digits.slice(3)}`
  return n % 3 === 1 ? digits : digits.replace(/[0-9]/g, digit => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
}

/** Records the URLs that the page passes to `window.open`, and opens none of them. Returns a function that reads the recorded URLs. */
async function recordOpenedUrls(page: Page) {
  await page.addInitScript(() => {
    const opened: string[] = []
    Object.assign(window, { opened, open: (address: string) => void opened.push(address) })
  })
  await page.clock.install()
  return () => page.evaluate(() => (window as unknown as { opened: string[] }).opened)
}

test('sending opens one WhatsApp chat for each guest with a valid number', async ({ page, admin, signIn, openContext, axe }, info) => {
  test.slow()
  const created = await admin.invitations.create({
    invitations: Array.from({ length: GUESTS }, (_, n) => ({
      ...{ ...EVENT, guestName: `الأستاذ خالد رقم ${n}`, generationType: 'custom' as const, maxScans: 2 },
      ...(phoneNumberOfGuest(n) !== undefined && { phone: phoneNumberOfGuest(n)! }),
    })),
  })
  const eventId = created[0]!.eventId!
  await admin.events.update({ id: eventId, startsAt: '20:00', place: 'قاعة ليالي أزال' })
  const byName = new Map(created.map(invitation => [invitation.guestName, invitation]))
  await signIn()
  const readOpenedUrls = await recordOpenedUrls(page)

  await page.goto('/events')
  await page.getByRole('link', { name: 'إرسال الدعوات' }).click()
  await page.getByRole('button', { name: 'تعديل النص' }).click()
  const editor = page.getByRole('dialog', { name: 'نص الرسالة' })
  await editor.getByRole('textbox', { name: 'نص الرسالة' }).fill('حيّاكم الله {الضيف} & {المناسبة}، {اليوم} {الساعة} في {المكان}:\n')
  await expect(editor.getByText('النص بلا {الرابط}')).toBeVisible()
  await editor.getByRole('button', { name: 'أدرج الرابط' }).click()
  await axe()
  await editor.getByRole('button', { name: 'حفظ النص' }).click()
  await expect(editor).toBeHidden()
  const origin = new URL(page.url()).origin
  const expectedMessageTo = (name: string) =>
    `حيّاكم الله ${name} & ${EVENT.eventName}، الخميس 14 يناير 8 مساءً في قاعة ليالي أزال:\n${origin}/i/${byName.get(name)!.code}`

  const sent = new Map<string, string>()
  let pressCount = 0

  /** Returns locators and actions for a page that shows the screen for sending. */
  function sendingPage(page: Page, readOpenedUrls: () => Promise<string[]>) {
    const progress = page.getByRole('progressbar', { name: 'إرسال الدعوات' })
    const shownName = page.getByRole('heading', { level: 2 }).filter({ hasNotText: 'بلا رقم' })
    const button = page.getByRole('button', { name: 'أرسل على واتساب', exact: true })
    const readDoneCount = async () => Number(await progress.getAttribute('aria-valuenow'))

    /** Presses the send button, and records the URL that it opens. A double tap must open one URL and send to one guest. */
    async function sendToShownGuest({ clickCount = 1 } = {}) {
      const name = (await shownName.textContent())!
      const before = (await readOpenedUrls()).length
      await page.clock.fastForward(1_000)
      await button.click({ clickCount })
      pressCount++
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeHidden()
      const opened = (await readOpenedUrls()).slice(before)
      expect(opened).toHaveLength(1)
      expect(sent.has(name)).toBe(false)
      sent.set(name, opened[0]!)
      return name
    }

    /** Sends to one guest after another until `count` invitations are sent or no guest with a number is left. */
    async function sendUntilCount(count: number) {
      while ((await readDoneCount()) < count && (await shownName.isVisible())) await sendToShownGuest()
    }
    return { progress, shownName, doneCount: readDoneCount, send: sendToShownGuest, sendUntil: sendUntilCount }
  }

  const firstPhone = sendingPage(page, readOpenedUrls)
  await firstPhone.send({ clickCount: 2 })
  const unsentName = await firstPhone.send()
  await page.getByRole('button', { name: 'لم أُرسلها' }).click()
  await expect(firstPhone.shownName).toHaveText(unsentName)
  sent.delete(unsentName)
  await firstPhone.sendUntil(15)
  await axe()
  await expect.poll(async () => (await admin.events.get({ id: eventId })).sent).toBe(15)
  await page.reload()
  await expect(firstPhone.progress).toHaveAttribute('aria-valuenow', '15')
  await firstPhone.sendUntil(20)

  const phone = await openContext({ storageState: await page.context().storageState(), viewport: { width: 360, height: 780 } })
  const secondPage = await phone.newPage()
  const secondPhone = sendingPage(secondPage, await recordOpenedUrls(secondPage))
  await secondPage.goto(`/events/${eventId}/send`)
  await expect(secondPhone.progress).toHaveAttribute('aria-valuenow', '20')
  await secondPhone.sendUntil(GUESTS)
  expect(await secondPhone.doneCount()).toBe(GUESTS - 3)
  // The first phone shows the number of invitations that the second phone has sent.
  await expect(firstPhone.progress).toHaveAttribute('aria-valuenow', String(GUESTS - 3))

  const withoutNumber = secondPage.getByRole('region', { name: 'بلا رقم' })
  await expect(withoutNumber.getByRole('listitem')).toHaveCount(3)
  await secondPage.getByRole('button', { name: 'كتابة رقم الأستاذ خالد رقم 10' }).click()
  const number = secondPage.getByRole('textbox', { name: 'رقم الضيف' })
  await number.fill('77')
  await secondPage.getByRole('button', { name: 'حفظ الرقم' }).click()
  await expect(secondPage.getByText('هذا ليس رقم هاتف صحيحاً')).toBeVisible()
  await number.fill('771 000 010')
  await secondPage.getByRole('button', { name: 'حفظ الرقم' }).click()
  await expect(secondPhone.shownName).toHaveText('الأستاذ خالد رقم 10')
  await secondPhone.send()
  await secondPage.getByRole('button', { name: 'سلّمتها بيدي إلى الأستاذ خالد رقم 20' }).click()
  await expect(withoutNumber.getByText('هذا الرقم لا يصلح')).toContainText('12345')
  await secondPage.getByRole('button', { name: 'طرق الإرسال إلى الأستاذ خالد رقم 30' }).click()
  await expect(secondPhone.shownName).toHaveText('الأستاذ خالد رقم 30')
  await secondPage.getByRole('button', { name: 'طريقة أخرى' }).click()
  const picture = await download(secondPage.getByRole('button', { name: /^صورة البطاقة/ }))
  expect(picture.suggestedFilename()).toBe(`دعوة_الأستاذ خالد رقم 30_${EVENT.eventName}.png`)
  await expect(secondPage.getByText('أُرسلت كل الدعوات')).toBeVisible()
  // The screen shows a mark before the server has saved it. Closing the browser would end the request.
  await expect.poll(async () => (await admin.events.get({ id: eventId })).sent).toBe(GUESTS)

  info.annotations.push({ type: 'presses', description: `${pressCount} in the product to send to ${sent.size} guests one after another` })
  expect(sent.size).toBe(GUESTS - 2)
  for (const [name, address] of sent) {
    const n = Number(name.split(' ').at(-1))
    const { origin: site, pathname, search } = new URL(address)
    expect([site, pathname]).toEqual(['https://wa.me', `/967${n === 10 ? '771000010' : nationalDigitsOfGuest(n)}`])
    expect(decodeURIComponent(search.slice('?text='.length))).toBe(expectedMessageTo(name))
  }
  const { rows } = await admin.invitations.list({ eventId, limit: 100 })
  expect(rows.filter(({ sentAt }) => sentAt === null)).toEqual([])
  expect(new Map(rows.map(({ guestName, sentVia }) => [guestName, sentVia])).get('الأستاذ خالد رقم 30')).toBe('picture')
  const { sent: sentCount, unsent } = await admin.events.get({ id: eventId })
  expect([sentCount, unsent]).toEqual([GUESTS, 0])
})
