import { dayInAden } from '@hudur/core/testing/days'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { focusElement, insertText } from '../../../testing/component/controls.ts'
import { enterScannedCode, scanner, verifyCode } from '../../../testing/component/scanner.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { findLayoutFaults } from '../../../testing/layout-faults.ts'

const { codeField, scanButton, verifyButton, verdict } = scanner

const conflictsNotice = page.getByText(/بلا اتصال بانتظار مراجعتك/)
const continuousScanningOffer = page.getByText('تبقى الكاميرا مفتوحة بين ضيف وآخر')

/** Opens the scanner and focuses its code field. */
async function openScanner() {
  await openScreen('/Scanner')
  await expect.element(codeField).toBeVisible()
  focusElement(codeField)
}

/** Focuses the field again, because content that loaded after the first focus may have pushed it out of view. */
function refocusField() {
  focusElement(scanButton)
  window.scrollTo({ top: 0 })
  focusElement(codeField)
}

type GateFields = Pick<
  Parameters<typeof admin.invitations.create>[0]['invitations'][number],
  'table' | 'note' | 'isVip' | 'generationType' | 'maxScans'
>

async function createGuest(guestName: string, fields: GateFields & { eventDate?: string } = {}) {
  const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
  const [guest] = await admin.invitations.create({ invitations: [{ ...event, guestName, ...fields }] })
  return guest!
}

/** Creates a conflict: two gates admit one guest offline. The scanner shows a notice about the conflict above all other content. */
async function createConflict() {
  const guest = await createGuest('نبيل الكثيري')
  for (const nonce of ['east', 'west']) await admin.checkIn.check({ qr_code: guest.id, nonce, happened: true })
  return guest
}

/** Returns whether nothing covers an element from its top edge to its bottom edge. */
function isUncovered(locator: typeof codeField) {
  const element = locator.element()
  const { top, bottom, left, width } = element.getBoundingClientRect()
  return [top + 2, (top + bottom) / 2, bottom - 2].every(y => element.contains(document.elementFromPoint(left + width / 2, y)))
}

test.each([
  [320, 568],
  [360, 640],
  [844, 390],
])('the focused code field is visible on a screen of %i×%i px', async (width, height) => {
  await page.viewport(width, height)
  await createConflict()
  await openScanner()
  await expect.element(conflictsNotice).toBeVisible()
  await expect.element(continuousScanningOffer).toBeVisible()
  refocusField()
  await expect.poll(() => isUncovered(codeField)).toBe(true)
})

test.each([
  [360, 640],
  [844, 390],
])('verdict and name are visible on a screen of %i×%i px', async (width, height) => {
  await page.viewport(width, height)
  const guest = await createConflict()
  await openScanner()
  await expect.element(conflictsNotice).toBeVisible()
  await enterScannedCode(guest.id)
  const parts = [
    verdict('used').getByCss('svg').first(),
    verdict('used').getByText('مستخدمة'),
    verdict('used').getByText('نبيل الكثيري').first(),
  ]
  for (const part of parts) await expect.poll(() => isUncovered(part)).toBe(true)
})

test.each([
  [360, 640],
  [844, 390],
])('on a screen of %i×%i px band, name and table of a VIP are visible', async (width, height) => {
  await page.viewport(width, height)
  const gateFields = { table: '12', note: 'ترافقه المضيفة إلى صدر القاعة', isVip: true }
  const guest = await createGuest('نبيل الكثيري', { eventDate: dayInAden(), ...gateFields })
  await openScanner()
  await enterScannedCode(guest.id)
  const parts = [
    verdict('admitted').getByText('من كبار الضيوف', { exact: true }),
    verdict('admitted').getByText('تفضّل', { exact: true }),
    verdict('admitted').getByText('نبيل الكثيري').first(),
    verdict('admitted').getByCss('dd').filter({ hasText: '12' }).first(),
  ]
  for (const part of parts) await expect.poll(() => isUncovered(part)).toBe(true)
})

test('the switch between entrance and exit is visible on the lying phone of a gate', async () => {
  await page.viewport(740, 360)
  const { eventId } = await createGuest('نبيل الكثيري', { eventDate: dayInAden() })
  await admin.events.update({ id: eventId!, countsExits: true })
  const { url } = await admin.links.create({ eventId: eventId!, role: 'door', name: 'باب الحديقة' })
  await openScreen(url, { as: null })
  const direction = page.getByRole('radio', { name: 'خروج' })
  await expect.element(direction).toBeInTheDocument()
  expect(page.getByCss('header').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    direction.element().getBoundingClientRect().top,
  )
})

test('the longest table and note fit a phone with doubled text size', async () => {
  await page.viewport(360, 740)
  document.documentElement.style.fontSize = '32px'
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
  const guest = await createGuest('نبيل الكثيري', { table: 'ن'.repeat(20), note: 'كرسي متحرّك '.repeat(16).trim(), isVip: true })
  await openScanner()
  await enterScannedCode(guest.id)
  await expect.element(verdict('admitted')).toBeVisible()
  const section = verdict('admitted').element()
  expect([document.documentElement.scrollWidth - window.innerWidth, section.scrollWidth - section.clientWidth]).toEqual([0, 0])
  await expectAccessible()
})

test('the scanner fits a phone with doubled text size', async () => {
  await page.viewport(360, 740)
  document.documentElement.style.fontSize = '32px'
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
  const horizontalOverflow = () => document.documentElement.scrollWidth - window.innerWidth
  const guest = await createConflict()
  await openScanner()
  await expect.element(conflictsNotice).toBeVisible()
  await expect.element(continuousScanningOffer).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
  const navigation = page.getByCss('nav').filter({ has: page.getByRole('link', { name: 'الماسح' }) })
  const navigationTop = () => Math.max(...navigation.elements().map(element => element.getBoundingClientRect().top))
  expect(scanButton.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(navigationTop())
  refocusField()
  insertText('نبيل')
  await expect.element(verifyButton).toBeEnabled()
  await expect.poll(() => [codeField, verifyButton].map(isUncovered)).toEqual([true, true])
  await codeField.fill('')
  await enterScannedCode(guest.id)
  await expect.element(verdict('used')).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
  await expectAccessible()
})

test('advice for a used invitation is visible above the scan button', async () => {
  await page.viewport(360, 740)
  const guestName = 'صاحب السعادة الأستاذ الدكتور عبدالرحمن بن محمد بن عبدالعزيز الحكيمي وعائلته الكريمة'
  const guest = await createGuest(guestName)
  await openScanner()
  await enterScannedCode(guest.id)
  await expect.element(verdict('admitted')).toMatchTextContent(guestName)
  await verifyCode(guest.id)
  const advice = verdict('used').getByText(/تفضّلوا معنا إلى الاستقبال لنساعدكم/)
  await expect.element(advice).toBeVisible()
  const adviceBottom = () => advice.element().getBoundingClientRect().bottom
  await expect.poll(() => scanButton.element().getBoundingClientRect().top - adviceBottom()).toBeGreaterThan(0)
})

/** Expects that no control's text leaves its box and that the page is as wide as the window, at four widths and with larger letters. */
async function expectLayout() {
  for (const fontSize of ['100%', '130%'])
    for (const width of [320, 360, 768, 1280]) {
      document.documentElement.style.fontSize = fontSize
      await page.viewport(width, 740)
      await expect.poll(() => [document.documentElement.scrollWidth, findLayoutFaults()]).toEqual([width, []])
    }
}

test.each([4, 12])('the buttons for %i people have room for their text', async maxScans => {
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
  const guest = await createGuest('عائلة المهندس ياسر الحمّادي', { generationType: 'custom', maxScans })
  await openScanner()
  await enterScannedCode(guest.id)
  await expect.element(verdict('admitted')).toBeVisible()
  await expectLayout()
})

test('the longest foreign code fits the scanner', async () => {
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
  await openScanner()
  await enterScannedCode(`https://tickets.example/${'abcdefghij'.repeat(30)}`)
  await expect.element(verdict('refused')).toBeVisible()
  await expectLayout()
})
