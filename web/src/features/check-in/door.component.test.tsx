import { qrCodeText } from '@hudur/core/check-in/card-text'
import type { LinkWithUrl } from '@hudur/core/links/contract'
import { dayInAden } from '@hudur/core/testing/days'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { focusElement } from '../../../testing/component/controls.ts'
import { enterScannedCode, scanner, verifyCode } from '../../../testing/component/scanner.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { countStoredInvitations } from '../../../testing/component/stored-guests.ts'
import { expectNoElements } from '../../../testing/component/texts.ts'

const { arrivals, verdict } = scanner

const EVENT = { eventName: 'حفل الزفاف', eventDate: dayInAden() }
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Creates an event with a family of four, a VIP and a single guest. */
async function inviteGuests() {
  const [family, vip] = await admin.invitations.create({
    invitations: [
      { ...EVENT, guestName: 'عائلة علي', generationType: 'custom', maxScans: 4 },
      { ...EVENT, guestName: 'الشيخة هند', isVip: true, table: '12', note: 'معها كرسي متحرّك' },
      { ...EVENT, guestName: 'منيرة' },
    ],
  })
  return { family: family!, vip: vip!, eventId: family!.eventId! }
}

async function openDoor({ url }: LinkWithUrl, options: Parameters<typeof openScreen>[1] = {}) {
  const network = await openScreen(url, { as: null, ...options })
  await expect.element(page.getByRole('heading', { name: 'باب النساء' })).toBeVisible()
  return network
}

async function scanCode(code: string) {
  focusElement(page.getByRole('textbox', { name: /رمز الدعوة/ }))
  await enterScannedCode(code)
}

test('a door link without the right to see names shows no guest name', async () => {
  const { family, vip, eventId } = await inviteGuests()
  const link = await admin.links.create({ eventId, role: 'door', name: 'باب النساء' })
  await openDoor(link)
  expect(window.location.hash).toBe('')
  await expect.element(page.getByText(EVENT.eventName)).toBeVisible()
  await expect.element(arrivals).toMatchTextContent(/^وصل\s*0\s*من\s*6/)
  await expectAccessible()

  await scanCode(qrCodeText(family))
  await expect.element(verdict('admitted')).toMatchTextContent('ضيف · 1 من 4')
  await expectAccessible()
  await button('أدخل اثنين').click()
  await expect.element(verdict('admitted')).toMatchTextContent('ضيف · 3 من 4')
  await expect.element(verdict('admitted')).toMatchTextContent('دخل الآن شخصان')
  // The same card admits one more person. The device knows its code only from the first scan. This admission is then undone.
  await button('أدخل واحداً').click()
  await expect.element(verdict('admitted')).toMatchTextContent('ضيف · 4 من 4')
  await expect.element(arrivals).toMatchTextContent(/^وصل\s*4\s*من\s*6/)
  await verdict('admitted').getByRole('button', { name: /تراجع/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'تراجع عن الدخول' }).click()
  await expect.element(arrivals).toMatchTextContent(/^وصل\s*3\s*من\s*6/)
  // The live figures can arrive before the response of the undo, which closes the dialog.
  await expectNoElements(page.getByRole('alertdialog'))
  expect((await admin.invitations.list({ eventId })).rows.find(({ id }) => id === family.id)?.currentScans).toBe(3)

  await scanCode(vip.id)
  for (const text of ['من كبار الضيوف', '12', 'معها كرسي متحرّك']) await expect.element(verdict('admitted')).toMatchTextContent(text)
  await expect.element(verdict('admitted')).toMatchTextContent('ضيف · 1 من 1')
  await expectAccessible()
  await verifyCode(vip.id)
  for (const text of ['مستخدمة', 'ضيف · 1 من 1', 'باب النساء']) await expect.element(verdict('used')).toMatchTextContent(text)
  await scanCode('ABCDEFGHJKMNPQRSTVWX')
  await expect.element(verdict('refused')).toMatchTextContent('غير صالحة')
  await expect.element(arrivals).toMatchTextContent(/^وصل\s*4\s*من\s*6/)
  await expectAccessible()
  for (const { guestName } of [family, vip]) expect(document.body.textContent).not.toContain(guestName)

  // An admission in the list of recent scans can be undone with the scanned code.
  await page
    .getByRole('listitem')
    .getByRole('button', { name: /تراجع عن دخول ضيف/ })
    .first()
    .click()
  await button('تراجع عن الدخول').click()
  await expect.element(arrivals).toMatchTextContent(/^وصل\s*3\s*من\s*6/)
  expect(await admin.links.list({ eventId })).toMatchObject([{ name: 'باب النساء', admitted: 3 }])
})

test('a door link says that the event is on another day', async () => {
  const eventDate = '2027-01-14'
  const [guest] = await admin.invitations.create({ invitations: [{ ...EVENT, eventDate, guestName: 'سلمى' }] })
  await openDoor(await admin.links.create({ eventId: guest!.eventId!, role: 'door', name: 'باب النساء' }))
  await scanCode(guest!.code)
  await expect.element(verdict('admitted')).toMatchTextContent('ليست لهذا اليوم. موعدها الخميس، 14 يناير 2027')
  await expectAccessible()
})

test('the buttons for more people disappear when the others entered at another gate', async () => {
  const { family, eventId } = await inviteGuests()
  const link = await admin.links.create({ eventId, role: 'door', name: 'باب النساء' })
  await openDoor(link)
  await expect.poll(() => countStoredInvitations(link.id)).toBe(3)
  await scanCode(family.id)
  await expect.element(button('أدخل 3')).toBeVisible()
  await admin.checkIn.check({ qr_code: family.id, admit: 2 })
  await expect.element(button('أدخل 3')).not.toBeInTheDocument()
  await expect.element(button('أدخل واحداً')).toBeVisible()
  await admin.invitations.cancel({ id: family.id })
  await expect.element(verdict('admitted')).toMatchTextContent('تغيّرت هذه الدعوة بعد هذه النتيجة، ولم يبق فيها مكان')
  await expectNoElements(button('أدخل واحداً'))
  await expectAccessible()
})

test('a door link shows no name at an event that hides names', async () => {
  const { family, eventId } = await inviteGuests()
  await admin.events.update({ id: eventId, hidesNames: true })
  await openDoor(await admin.links.create({ eventId, role: 'door', name: 'باب النساء', maySearch: true }))
  await scanCode(family.id)
  await expect.element(verdict('admitted')).toMatchTextContent('تفضّلي')
  await expect.element(verdict('admitted')).toMatchTextContent('ضيفة · 1 من 4')
  await expect.element(page.getByRole('listitem').filter({ hasText: 'ضيفة · 1 من 4' })).toMatchTextContent('دخلت ·')
  expect(document.body.textContent).not.toContain(family.guestName)
})

test('an unknown card is shown by code and event, never with a name', async () => {
  const { family, eventId } = await inviteGuests()
  await admin.events.update({ id: eventId, hidesNames: true })
  await openDoor(await admin.links.create({ eventId, role: 'door', name: 'باب النساء' }))
  const code = 'ABCDEFGHJKMNPQRSTVWX'
  await scanCode(qrCodeText({ ...family, code, eventName: 'زفاف آخر' }))
  for (const shown of [code, 'زفاف آخر']) await expect.element(verdict('refused')).toMatchTextContent(shown)
  await expect.element(page.getByRole('listitem').filter({ hasText: 'مرفوضة' })).toMatchTextContent(code)
  expect(document.documentElement.outerHTML).not.toContain(family.guestName)
  await scanCode(`BEGIN:VCARD N:${family.guestName} END:VCARD`)
  await expect.element(page.getByRole('listitem').filter({ hasText: 'رمز غير معروف' })).toBeVisible()
  await expect.element(verdict('refused')).toBeVisible()
  expect(verdict('refused').element().textContent).not.toContain(family.guestName)
})

test('a door link with the right to search finds guests by name', async () => {
  const { eventId } = await inviteGuests()
  await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'عائلة عمر' }] })
  await openDoor(await admin.links.create({ eventId, role: 'door', name: 'باب النساء', maySearch: true }))
  await page.getByRole('textbox', { name: 'اسم الضيف أو رمز الدعوة' }).fill('عائلة')
  await page.getByRole('button', { name: /عائلة علي/ }).click()
  await button('إدخال الضيف').click()
  await expect.element(verdict('admitted')).toMatchTextContent('عائلة علي')
  await button('أدخل 3').click()
  await expect.element(verdict('admitted')).toMatchTextContent('4 / 4')
})

test('namesakes are told apart by table, side, note and telephone', async () => {
  const { eventId } = await inviteGuests()
  await admin.invitations.create({
    invitations: [
      { ...EVENT, guestName: 'هدى صالح', table: '7', side: 'أهل العروس', note: 'خالة العروس', phone: '777123456' },
      { ...EVENT, guestName: 'هدى صالح', generationType: 'custom', maxScans: 3 },
    ],
  })
  const network = await openDoor(await admin.links.create({ eventId, role: 'door', name: 'باب النساء', maySearch: true }))
  const field = page.getByRole('textbox', { name: 'اسم الضيف أو رمز الدعوة' })
  const withTable = page.getByRole('button', { name: /الطاولة 7/ })
  const expectDetails = async () => {
    for (const detail of ['شخص واحد', 'أهل العروس', 'خالة العروس', 'الهاتف ينتهي بـ456'])
      await expect.element(withTable).toMatchTextContent(detail)
    await expect.element(page.getByRole('button', { name: /هدى صالح.*3 أشخاص/ })).toBeVisible()
    expect(document.body.innerHTML).not.toContain('123456')
  }
  await field.fill('هدى')
  await expectDetails()
  await expectAccessible()
  await expect.element(button('متصل')).toBeVisible()
  network.isOff = true
  await field.fill('456')
  await expect.element(page.getByText('نتيجة البحث: ضيف واحد')).toBeVisible()
  await field.fill('هدى صالح')
  await expectDetails()
})

test('a door link admits offline and uploads when the network is back', async () => {
  const { vip, family, eventId } = await inviteGuests()
  const link = await admin.links.create({ eventId, role: 'door', name: 'باب النساء', showsNames: true })
  const network = await openDoor(link)
  await expect.element(button('متصل')).toBeVisible()
  await expect.poll(() => countStoredInvitations(link.id)).toBe(3)
  await scanCode(family.id)
  await expect.element(verdict('admitted')).toMatchTextContent('عائلة علي')
  network.isOff = true
  await scanCode(vip.id)
  for (const text of ['الشيخة هند', 'من كبار الضيوف', '12']) await expect.element(verdict('admitted')).toMatchTextContent(text)
  await expect.element(arrivals).toMatchTextContent(/^وصل\s*2\s*من\s*6/)
  await verifyCode(vip.id)
  await expect.element(verdict('used')).toBeVisible()
  network.isOff = false
  await expect.poll(async () => (await admin.checkIn.arrivals({ eventId })).arrived).toBe(2)
})

test('a guest added during an outage is named once the list is downloaded', async () => {
  const { eventId } = await inviteGuests()
  const link = await admin.links.create({ eventId, role: 'door', name: 'باب النساء', showsNames: true })
  await page.viewport(360, 640)
  const network = await openDoor(link)
  await expect.poll(() => countStoredInvitations(link.id)).toBe(3)
  network.isOff = true
  const [added] = await admin.invitations.create({ invitations: [{ ...EVENT, eventId, guestName: 'مريم' }] })
  await verifyCode(added!.code)
  const line = verdict('refused').getByText(/قائمة هذا الجهاز من .*أعد المسح حين يعود الاتصال/)
  await expect.element(line).toBeVisible()
  const footer = button('إغلاق النتيجة').element().getBoundingClientRect()
  expect(line.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(footer.top)
  await expectAccessible()
  network.isOff = false
  await expect.element(verdict('refused')).toMatchTextContent('وصلت إلى هذا الجهاز الآن دعوة مريم. أعد المسح.')
  await expect.element(page.getByRole('listitem').filter({ hasText: 'وصلت دعوته بعد المسح' }).first()).toMatchTextContent('مريم')
})

test('a door link downloads its guests once its storage is open', async () => {
  const { vip, eventId } = await inviteGuests()
  const link = await admin.links.create({ eventId, role: 'door', name: 'باب النساء', showsNames: true })
  const { promise: doorStorageReady, resolve: openStorage } = Promise.withResolvers<void>()
  const network = await openDoor(link, { doorStorageReady })
  await expect.element(button('متصل دون حفظ')).toBeVisible()
  openStorage()
  await expect.element(button('متصل')).toBeVisible()
  await expect.poll(() => countStoredInvitations(link.id)).toBe(3)
  network.isOff = true
  await scanCode(vip.id)
  await expect.element(verdict('admitted')).toMatchTextContent('الشيخة هند')
})

test('a revoked door link says that its guest data were deleted', async () => {
  const { vip, eventId } = await inviteGuests()
  const link = await admin.links.create({ eventId, role: 'door', name: 'باب النساء' })
  const network = await openDoor(link)
  await expect.poll(() => countStoredInvitations(link.id)).toBe(3)
  network.isOff = true
  await scanCode(vip.id)
  await expect.element(verdict('admitted')).toBeVisible()
  await admin.links.revoke({ id: link.id })
  network.isOff = false
  await expect.element(page.getByText('انتهى هذا الرابط')).toBeVisible()
  await expect.element(page.getByText('حُذفت بيانات الضيوف من هذا الجهاز.')).toBeVisible()
  await expect.element(page.getByText(/لم يُرسل بعد/)).not.toBeInTheDocument()
  await expectAccessible()

  await openScreen(`/events/${eventId}/arrivals`)
  await expect.element(page.getByText('سُجّل عند باب انتهى رابطه')).toBeVisible()
  await expectAccessible()
  expect(await admin.checkIn.arrivals({ eventId })).toMatchObject({ arrived: 0 })
  await button('احسبه').click()
  await expect.element(page.getByText('اطُّلع عليه')).toBeVisible()
  expect(await admin.checkIn.arrivals({ eventId })).toMatchObject({ arrived: 1 })
})

test('a door screen reads its link again after a lost response', async () => {
  const { eventId } = await inviteGuests()
  const link = await admin.links.create({ eventId, role: 'door', name: 'باب النساء' })
  const network = await openDoor(link)
  await expect.poll(() => countStoredInvitations(link.id)).toBe(3)
  await expect.element(button('متصل')).toBeVisible()
  network.loseAnswers('link/me.php')
  await admin.links.revoke({ id: link.id })
  await expect.element(page.getByText('انتهى هذا الرابط')).toBeVisible()
})

test('the right to search by name includes the right to see names', async () => {
  const { eventId } = await inviteGuests()
  await openScreen(`/events/${eventId}/links`)
  await button('رابط جديد').click()
  const form = page.getByRole('dialog', { name: 'رابط جديد' })
  await form.getByRole('textbox', { name: /اسم الرابط/ }).fill('باب النساء')
  await form.getByRole('checkbox', { name: /يبحث عن الضيف باسمه/ }).click({ force: true })
  await expect.element(form.getByRole('checkbox', { name: 'يرى اسم الضيف حين يمسح بطاقته' })).toBeChecked()
  await expectAccessible()
  await button('أنشئ الرابط').click()
  await button('تم').click()
  const item = page.getByRole('listitem').filter({ hasText: 'باب النساء' })
  await expect.element(item).toMatchTextContent('يمسح البطاقات ويبحث عن الضيوف بأسمائهم')
  expect(await admin.links.list({ eventId })).toMatchObject([{ role: 'door', showsNames: true, maySearch: true }])
})
