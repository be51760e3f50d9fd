import { dayInAden } from '@hudur/core/testing/days'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { focusElement } from '../../../testing/component/controls.ts'
import { enterScannedCode, openScannerSettings, scanner } from '../../../testing/component/scanner.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { openDevice } from '../../backend/store/device.ts'

const { codeField, arrivals, verdict } = scanner

const WEDDING = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const TODAY = { eventName: 'حنّة', eventDate: dayInAden() }
const GRADUATION = { eventName: 'تخرّج دفعة الأمل', eventDate: '2027-02-01' }

/** Leaves the scanner by the navigation, and opens it again. */
async function leaveAndReturn() {
  await page.getByRole('link', { name: 'دعوات جديدة' }).first().click()
  await expect.element(page.getByRole('heading', { name: 'مولّد الدعوات' })).toBeVisible()
  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await expect.element(codeField).toBeVisible()
}

test('the scanner refuses guests of another event than the chosen one', async () => {
  const [bride, graduate] = await admin.invitations.create({
    invitations: [
      { ...WEDDING, guestName: 'أمل' },
      { ...GRADUATION, guestName: 'هدى' },
    ],
  })
  await openScreen('/Scanner')
  const setup = await openScannerSettings()
  await setup.event.selectOptions('زفاف محمّد وسارة · 14/01/2027')
  await expectAccessible()
  await expect.element(arrivals).toMatchTextContent(/0\s*من 1/)
  focusElement(codeField)
  await enterScannedCode(graduate!.id)
  await expect.element(verdict('refused')).toMatchTextContent('هذه الدعوة لمناسبة أخرى: تخرّج دفعة الأمل')
  await expectAccessible()
  await codeField.fill('هدى')
  await userEvent.keyboard('{Enter}')
  await expect.element(verdict('refused')).toMatchTextContent('رمز QR غير صحيح أو غير موجود في النظام')
  await codeField.fill('')
  await enterScannedCode(bride!.id)
  await expect.element(verdict('admitted')).toMatchTextContent('ليست لهذا اليوم. موعدها الخميس، 14 يناير 2027')
  await expect.element(arrivals).toMatchTextContent(/1\s*من 1/)
  expect((await admin.invitations.stats({})).arrived).toBe(1)

  await leaveAndReturn()
  await expect.element(page.getByCss('summary')).toMatchTextContent('زفاف محمّد وسارة')
  await expect.element(arrivals).toMatchTextContent(/1\s*من 1/)
})

test('with two events today the scanner first asks for which event it admits', async () => {
  const eventDate = dayInAden()
  const [first, second] = await admin.invitations.create({
    invitations: ['حفل الليلة', 'عقيقة الليلة'].map(eventName => ({ eventName, eventDate, guestName: `ضيفة ${eventName}` })),
  })
  await openScreen('/Scanner')
  await expect.element(page.getByRole('heading', { name: 'لأي مناسبة هذا الباب؟' })).toBeVisible()
  await expect.element(codeField).not.toBeInTheDocument()
  await expectAccessible()
  await page.getByRole('button', { name: /عقيقة الليلة/ }).click()
  focusElement(codeField)
  await enterScannedCode(first!.id)
  await expect.element(verdict('refused')).toMatchTextContent('هذه الدعوة لمناسبة أخرى: حفل الليلة')
  await codeField.fill('')
  await enterScannedCode(second!.id)
  await expect.element(verdict('admitted')).toMatchTextContent('ضيفة عقيقة الليلة')
  await leaveAndReturn()
  await expect.element(page.getByCss('summary')).toMatchTextContent('عقيقة الليلة')
})

test('a scanner with a wrong clock uses the server’s day as today', async () => {
  const eventDate = dayInAden()
  const [guest] = await admin.invitations.create({ invitations: [{ eventName: 'حفل الليلة', eventDate, guestName: 'سلمى' }] })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  await openScreen('/Scanner')
  await expect.element(page.getByText(/ساعة هذا الجهاز تختلف/).first()).toBeVisible()
  focusElement(codeField)
  await enterScannedCode(guest!.id)
  await expect.element(verdict('admitted')).toMatchTextContent('سلمى')
  await expect.element(verdict('admitted')).not.toMatchTextContent('ليست لهذا اليوم')
})

test('the scanner preselects the only event of today', async () => {
  const eventDate = dayInAden()
  const [guest, graduate] = await admin.invitations.create({
    invitations: [
      { eventName: 'حفل الليلة', eventDate, guestName: 'سلمى' },
      { ...GRADUATION, guestName: 'هدى' },
    ],
  })
  await openScreen('/Scanner')
  const summary = page.getByCss('summary')
  await expect.element(summary).toMatchTextContent('حفل الليلة')
  await expect.element(arrivals).toMatchTextContent(/0\s*من 1/)
  focusElement(codeField)
  await enterScannedCode(graduate!.id)
  await expect.element(verdict('refused')).toMatchTextContent('هدى')
  await expect.element(verdict('refused')).toMatchTextContent('تخرّج دفعة الأمل · 01/02/2027')
  const recentScans = page.getByRole('listitem')
  await expect.element(recentScans.filter({ hasText: 'هدى' })).toMatchTextContent('مناسبة أخرى: تخرّج دفعة الأمل')
  await codeField.fill('')
  await enterScannedCode(guest!.id)
  await expect.element(verdict('admitted')).toMatchTextContent('سلمى')
  await expect.element(recentScans.filter({ hasText: 'سلمى' })).not.toMatchTextContent('مناسبة أخرى')
  await expectAccessible()

  const setup = await openScannerSettings()
  await setup.event.selectOptions('تخرّج دفعة الأمل · 01/02/2027')
  await expect.element(recentScans.filter({ hasText: 'سلمى' })).toMatchTextContent('مناسبة أخرى: حفل الليلة')
  await setup.event.selectOptions('كل المناسبات')
  await leaveAndReturn()
  await expect.element(arrivals).toMatchTextContent(/1\s*من 2/)
  await expect.element(summary).toMatchTextContent('كل المناسبات')
})

test('the scanner admits for both events of today if the user chooses both', async () => {
  const eventDate = dayInAden()
  await admin.invitations.create({ invitations: ['زفاف', 'عقيقة'].map(eventName => ({ eventName, eventDate, guestName: 'أمل' })) })
  await openScreen('/Scanner')
  await page.getByRole('button', { name: 'كل المناسبات' }).click()
  await expect.element(arrivals).toMatchTextContent(/0\s*من 2/)
  await expect.element(page.getByCss('summary')).toMatchTextContent('كل المناسبات')
})

test('the scanner admits guests of the chosen event after a renaming', async () => {
  const [bride, groom, graduate] = await admin.invitations.create({
    invitations: [
      { ...WEDDING, guestName: 'أمل' },
      { ...WEDDING, guestName: 'صالح' },
      { ...GRADUATION, guestName: 'هدى' },
    ],
  })
  await openScreen('/Scanner')
  const setup = await openScannerSettings()
  await setup.event.selectOptions('زفاف محمّد وسارة · 14/01/2027')
  focusElement(codeField)
  await enterScannedCode(bride!.id)
  await expect.element(verdict('admitted')).toMatchTextContent('أمل')
  await admin.events.update({ id: bride!.eventId!, name: 'حفل الياسمين' })
  focusElement(codeField)
  await enterScannedCode(groom!.id)
  await expect.element(verdict('admitted')).toMatchTextContent('صالح')
  await expect.element(page.getByCss('summary')).toMatchTextContent('حفل الياسمين')
  await expect.element(setup.event).toHaveDisplayValue('حفل الياسمين · 14/01/2027')
  await expect.element(arrivals).toMatchTextContent(/2\s*من 2/)
  // The first guest was admitted while the event had its former name.
  await expect.element(page.getByRole('listitem').filter({ hasText: 'أمل' })).not.toMatchTextContent('مناسبة أخرى')
  focusElement(codeField)
  await enterScannedCode(graduate!.id)
  await expect.element(verdict('refused')).toMatchTextContent('هذه الدعوة لمناسبة أخرى: تخرّج دفعة الأمل')
})

test('the scanner adds the id to an event that was stored by name', async () => {
  const [guest] = await admin.invitations.create({ invitations: [{ ...WEDDING, guestName: 'أمل' }] })
  const { id: userId } = (await admin.accounts.me({}))!
  const key = `draft ${userId} scanner`
  onTestFinished(() => sessionStorage.removeItem(key))
  sessionStorage.setItem(key, JSON.stringify({ event: { ...WEDDING, eventName: 'زفاف محمد وساره', userId }, isEventChosen: true }))
  await openScreen('/Scanner')
  await expect.element(page.getByCss('summary')).toMatchTextContent('زفاف محمّد وسارة')
  await expect.element(arrivals).toMatchTextContent(/0\s*من 1/)
  const readStoredEvent = () => JSON.parse(sessionStorage.getItem(key) ?? '{}').event
  await expect.poll(readStoredEvent).toEqual({ ...WEDDING, userId, eventId: guest!.eventId })
  focusElement(codeField)
  await enterScannedCode(guest!.id)
  await expect.element(verdict('admitted')).toMatchTextContent('أمل')
})

test.each([
  ['مسح متواصل', true],
  ['ليس الآن', false],
])('continuous scanning is not offered again after the answer «%s»', async (answer, isContinuous) => {
  await openScreen('/Scanner')
  const offer = page.getByText('تبقى الكاميرا مفتوحة بين ضيف وآخر')
  await expect.element(offer).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: answer, exact: true }).click()
  await expect.element(offer).not.toBeInTheDocument()
  await expect.element(scanner.scanButton).toHaveFocus()
  await leaveAndReturn()
  const setup = await openScannerSettings()
  if (isContinuous) await expect.element(setup.continuousSwitch).toBeChecked()
  else await expect.element(setup.continuousSwitch).not.toBeChecked()
  expect(offer.elements()).toEqual([])
})

test('the camera image fills over a third of a phone’s height', async () => {
  await page.viewport(360, 740)
  await openScreen('/Scanner')
  await page.getByRole('button', { name: 'مسح متواصل' }).click()
  await scanner.scanButton.click()
  const picture = page.getByCss('video')
  await expect.element(picture).toBeVisible()
  const boundingBoxOf = (locator: typeof picture) => locator.element().getBoundingClientRect()
  await expect.poll(() => boundingBoxOf(picture).height).toBeGreaterThan(740 / 3)
  await expect
    .poll(() => boundingBoxOf(page.getByRole('dialog').getByText(/^وصل/)).top)
    .toBeGreaterThanOrEqual(boundingBoxOf(picture).bottom)
})

test('equal events of two owners are separate options in the scanner', async () => {
  const { id: userId } = await admin.accounts.create({ username: 'hana', password: 'كلمة-سر 2', fullName: 'هناء الأغبري' })
  const [own, hosts] = await admin.invitations.create({
    invitations: [
      { ...WEDDING, guestName: 'أمل' },
      { ...WEDDING, guestName: 'هدى', userId },
    ],
  })
  await openScreen('/Scanner')
  const setup = await openScannerSettings()
  await setup.event.selectOptions('زفاف محمّد وسارة · 14/01/2027 · هناء الأغبري')
  await expect.element(arrivals).toMatchTextContent(/0\s*من 1/)
  focusElement(codeField)
  await enterScannedCode(own!.id)
  await expect.element(verdict('refused')).toMatchTextContent('هذه الدعوة لمناسبة أخرى')
  await codeField.fill('')
  await enterScannedCode(hosts!.id)
  await expect.element(verdict('admitted')).toMatchTextContent('هدى')
  await expect.element(arrivals).toMatchTextContent(/1\s*من 1/)
})

test('the scanner keeps the latest 20 scans after another screen', async () => {
  const names = Array.from({ length: 21 }, (_, index) => `ضيف رقم ${index + 1}`)
  const made = await admin.invitations.create({ invitations: names.map(guestName => ({ ...TODAY, guestName })) })
  await openScreen('/Scanner')
  await expect.element(codeField).toBeVisible()
  focusElement(codeField)
  for (const { id, guestName } of made) {
    await enterScannedCode(id)
    await expect.element(verdict('admitted')).toMatchTextContent(guestName)
  }
  const recentScans = page.getByRole('listitem').filter({ hasText: 'دخل ·' })
  await expect.poll(() => recentScans.elements().length).toBe(20)
  await expect.element(recentScans.first()).toMatchTextContent('ضيف رقم 21')
  await expect.element(recentScans.last()).toMatchTextContent('ضيف رقم 2')
  await leaveAndReturn()
  await expect.poll(() => recentScans.elements().length).toBe(20)
  await page.getByRole('button', { name: 'عرض المزيد، بقي 1' }).click()
  await expect.element(recentScans.last()).toMatchTextContent('ضيف رقم 1')
  await expectAccessible()
})

test('another tab lists the admissions of this device and undoes them', async () => {
  const [bride] = await admin.invitations.create({
    invitations: [{ ...TODAY, guestName: 'سميّة' }],
  })
  const device = openDevice({ name: `recent ${Date.now()}`, timeZone: () => 'Asia/Aden', rounds: 1_000 })
  await openScreen('/Scanner', { device })
  await expect.element(codeField).toBeVisible()
  focusElement(codeField)
  await enterScannedCode(bride!.id)
  await expect.element(verdict('admitted')).toMatchTextContent('سميّة')
  for (const name of ['scans', 'invitations'] as const) await expect.poll(async () => (await device).store.count(name)).toBe(1)
  sessionStorage.clear()
  await openScreen('/Scanner', { device })
  const entry = page.getByRole('listitem').filter({ hasText: 'سميّة' })
  await expect.element(entry).toMatchTextContent('دخل ·')
  await entry.getByRole('button', { name: 'تراجع عن دخول سميّة' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'تراجع عن الدخول' }).click()
  await expect.element(entry).toMatchTextContent('أُلغي ·')
  expect((await admin.invitations.list({})).rows[0]).toMatchObject({ currentScans: 0 })
})
