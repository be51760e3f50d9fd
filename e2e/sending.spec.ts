import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const GUESTS = 60

/** Numbers as hosts write them: national, international, with Arabic digits; two are missing and one is none. */
const digitsOf = (n: number) => `7771${String(n).padStart(5, '0')}`
const phoneOf = (n: number) => {
  const digits = digitsOf(n)
  if (n === 10 || n === 20) return undefined
  if (n === 30) return '12345'
  if (n % 3 === 0) return `+967 ${digits.slice(0, 3)} ${digits.slice(3)}`
  return n % 3 === 1 ? digits : digits.replace(/[0-9]/g, digit => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
}

/** Records the addresses that the page opens, instead of opening them. */
async function recordOpened(page: Page) {
  await page.addInitScript(() => {
    const opened: string[] = []
    Object.assign(window, { opened, open: (address: string) => void opened.push(address) })
  })
  await page.clock.install()
  return () => page.evaluate(() => (window as unknown as { opened: string[] }).opened)
}

test('sixty invitations are sent one after another: each chat is right to the letter, marks stay on another phone, and nobody gets two', async ({
  page,
  admin,
  signIn,
  browser,
  axe,
}, info) => {
  test.slow()
  const created = await admin.invitations.create({
    invitations: Array.from({ length: GUESTS }, (_, n) => ({
      ...{ ...EVENT, guestName: `الأستاذ خالد رقم ${n}`, generationType: 'custom' as const, maxScans: 2 },
      ...(phoneOf(n) !== undefined && { phone: phoneOf(n)! }),
    })),
  })
  const eventId = created[0]!.eventId!
  await admin.events.update({ id: eventId, startsAt: '20:00', place: 'قاعة ليالي أزال' })
  const byName = new Map(created.map(invitation => [invitation.guestName, invitation]))
  await signIn()
  const openedAddresses = await recordOpened(page)

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
  const messageTo = (name: string) =>
    `حيّاكم الله ${name} & ${EVENT.eventName}، الخميس 14 يناير 8:00 مساءً في قاعة ليالي أزال:\n${origin}/i/${byName.get(name)!.code}`

  const sent = new Map<string, string>()
  let presses = 0

  /** Returns functions that send on a page. */
  function senderOn(page: Page, openedAddresses: () => Promise<string[]>) {
    const progress = page.getByRole('progressbar', { name: 'إرسال الدعوات' })
    const shownName = page.getByRole('heading', { level: 2 })
    const button = page.getByRole('button', { name: 'أرسل على واتساب' })
    const doneCount = async () => Number(await progress.getAttribute('aria-valuenow'))

    /** Presses the button once or twice, and records the address that it opens. Presses of a double tap belong together. */
    async function send({ clickCount = 1 } = {}) {
      const name = (await shownName.textContent())!
      const before = (await openedAddresses()).length
      await page.clock.fastForward(1_000)
      await button.click({ clickCount })
      presses++
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeHidden()
      const opened = (await openedAddresses()).slice(before)
      expect(opened).toHaveLength(1)
      expect(sent.has(name)).toBe(false)
      sent.set(name, opened[0]!)
      return name
    }

    /** Sends to the guests that are shown until `count` are done or nobody is left, and skips those without a valid number. */
    async function sendUntil(count: number) {
      while ((await doneCount()) < count && (await shownName.isVisible())) {
        if (await button.isVisible()) await send()
        else {
          const name = (await shownName.textContent())!
          await page.getByRole('button', { name: 'تخطَّ هذا الضيف' }).click()
          presses++
          await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeHidden()
        }
      }
    }
    return { progress, shownName, doneCount, send, sendUntil }
  }

  const here = senderOn(page, openedAddresses)
  await here.send({ clickCount: 2 })
  const mistaken = await here.send()
  await page.getByRole('button', { name: 'لم أُرسلها' }).click()
  await expect(here.shownName).toHaveText(mistaken)
  sent.delete(mistaken)
  await here.sendUntil(15)
  await axe()
  await expect.poll(async () => (await admin.events.get({ id: eventId })).sent).toBe(15)
  await page.reload()
  await expect(here.progress).toHaveAttribute('aria-valuenow', '15')
  await here.sendUntil(20)

  const phone = await browser.newContext({
    ...{ storageState: await page.context().storageState(), baseURL: origin, viewport: { width: 360, height: 780 }, locale: 'ar' },
  })
  const other = await phone.newPage()
  const there = senderOn(other, await recordOpened(other))
  await other.goto(`/events/${eventId}/send`)
  await expect(there.progress).toHaveAttribute('aria-valuenow', '20')
  await there.sendUntil(GUESTS)
  expect(await there.doneCount()).toBe(GUESTS - 3)
  // The first phone shows the marks of the second.
  await expect(here.progress).toHaveAttribute('aria-valuenow', String(GUESTS - 3))

  await expect(other.getByText('من تخطيتهم: 3 ضيوف')).toBeVisible()
  await other.getByRole('button', { name: 'عُد إلى من تخطيتهم' }).click()
  await expect(there.shownName).toHaveText('الأستاذ خالد رقم 10')
  const number = other.getByRole('textbox', { name: 'رقم الضيف' })
  await number.fill('77')
  await other.getByRole('button', { name: 'حفظ الرقم' }).click()
  await expect(other.getByText('هذا ليس رقم هاتف صحيحاً')).toBeVisible()
  await number.fill('771 000 010')
  await other.getByRole('button', { name: 'حفظ الرقم' }).click()
  await expect(other.getByRole('button', { name: 'أرسل على واتساب' })).toBeVisible()
  await there.send()
  await other.getByRole('button', { name: 'طريقة أخرى' }).click()
  await other.getByRole('button', { name: /^وصلته بغير هذا/ }).click()
  await expect(there.shownName).toHaveText('الأستاذ خالد رقم 30')
  await expect(other.getByText('هذا الرقم لا يصلح')).toContainText('12345')
  const download = other.waitForEvent('download')
  await other.getByRole('button', { name: 'طريقة أخرى' }).click()
  await other.getByRole('button', { name: /^صورة البطاقة/ }).click()
  expect((await download).suggestedFilename()).toBe(`دعوة_الأستاذ خالد رقم 30_${EVENT.eventName}.png`)
  await expect(other.getByText('أُرسلت كل الدعوات')).toBeVisible()
  await phone.close()

  info.annotations.push({ type: 'presses', description: `${presses} in the product to send to ${sent.size} guests one after another` })
  expect(sent.size).toBe(GUESTS - 2)
  for (const [name, address] of sent) {
    const n = Number(name.split(' ').at(-1))
    const { origin: site, pathname, search } = new URL(address)
    expect([site, pathname]).toEqual(['https://wa.me', `/967${n === 10 ? '771000010' : digitsOf(n)}`])
    expect(decodeURIComponent(search.slice('?text='.length))).toBe(messageTo(name))
  }
  const { rows } = await admin.invitations.list({ eventId, limit: 100 })
  expect(rows.filter(({ sentAt }) => sentAt === null)).toEqual([])
  expect(new Map(rows.map(({ guestName, sentVia }) => [guestName, sentVia])).get('الأستاذ خالد رقم 30')).toBe('picture')
  const { sent: marks, unsent } = await admin.events.get({ id: eventId })
  expect([marks, unsent]).toEqual([GUESTS, 0])
})
