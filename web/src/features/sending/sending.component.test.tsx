import { dayInTimeZone } from '@hudur/core/calendar'
import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectUrl } from '../../../testing/component/controls.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { guestHeading, messageDialog, messageField, openedUrls, recordOpenedUrls } from '../../../testing/component/sending.ts'
import { admin, executeSql } from '../../../testing/component/session.ts'
import { expectCount, expectNoElements, expectTexts } from '../../../testing/component/texts.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }

recordOpenedUrls()
afterEach(() => {
  vi.useRealTimers()
})

const button = (name: string | RegExp) => page.getByRole('button', { name })

/** Creates an event with guests who have phone numbers. `sentCount` returns how many of them are marked as sent. */
async function inviteGuests(...names: string[]) {
  const invitations = names.map((guestName, n) => ({ ...EVENT, guestName, phone: `77100000${n}` }))
  const created = await admin.invitations.create({ invitations })
  const eventId = created[0]!.eventId!
  return { eventId, created, sentCount: async () => (await admin.events.get({ id: eventId })).sent }
}

/** Moves the clock forward, so that the next press does not count as the second press of a double tap. */
function passDoubleTapTime() {
  const offset = { ms: 0 }
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + offset.ms)
  return () => {
    offset.ms += 1_000
  }
}

test('of twenty guests, 6 with a number need no skip, and 14 without one are handled in the list', async () => {
  await page.viewport(360, 780)
  const hasNumber = (n: number) => n % 7 === 1 || n % 7 === 4
  const numbers = Array.from({ length: 20 }, (_, n) => n)
  const created = await admin.invitations.create({
    invitations: numbers.map(n => ({
      ...EVENT,
      guestName: `ضيف ${n}`,
      ...(hasNumber(n) && { phone: `7710000${String(n).padStart(2, '0')}` }),
    })),
  })
  const eventId = created[0]!.eventId!
  const sentCount = async () => (await admin.events.get({ id: eventId })).sent
  const select = vi.fn(async () => [{ tel: ['777 123 456', '+967777123456'] }])
  Object.defineProperty(navigator, 'contacts', { configurable: true, value: { select } })
  await openScreen(`/events/${eventId}/send`)
  const passTime = passDoubleTapTime()
  for (const n of numbers.filter(hasNumber)) {
    await expect.element(guestHeading(`ضيف ${n}`)).toBeVisible()
    passTime()
    await button('أرسل على واتساب').click()
  }
  expect(openedUrls).toHaveLength(6)
  const list = page.getByRole('region', { name: /^بلا رقم/ })
  const rows = list.getByRole('listitem')
  await expectCount(rows, 14)
  await expect.element(button('تخطَّ هذا الضيف')).not.toBeInTheDocument()
  await expectAccessible()

  await button('رقم ضيف 0 من جهات الاتصال').click()
  await expect.element(rows.first()).toMatchTextContent(/\+967777123456/)
  passTime()
  await button('أرسل على واتساب إلى ضيف 0').click()
  expect(openedUrls.at(-1)).toContain('wa.me/967777123456?')
  await button('كتابة رقم ضيف 2').click()
  const field = list.getByRole('textbox', { name: 'رقم الضيف' })
  await field.fill('77')
  await list.getByRole('button', { name: 'حفظ الرقم' }).click()
  await expect.element(list.getByText('هذا ليس رقم هاتف صحيحاً. راجع أرقامه ورمز الدولة')).toBeVisible()
  await expect.element(field).toHaveValue('77')
  await field.fill('٧٧٧١٢٣٤٥٧')
  await list.getByRole('button', { name: 'حفظ الرقم' }).click()
  passTime()
  await button('أرسل على واتساب إلى ضيف 2').click()
  await button('سلّمتها بيدي إلى ضيف 3').click()
  passTime()
  await button('لم أُرسلها إلى ضيف 3').click()
  await expect.element(button('سلّمتها بيدي إلى ضيف 3')).toBeVisible()
  for (const handOver of list.getByRole('button', { name: /^سلّمتها بيدي/ }).elements()) (handOver as HTMLElement).click()
  await expect.poll(sentCount).toBe(20)
  const { rows: stored } = await admin.invitations.list({ eventId, limit: 100 })
  expect(stored.filter(({ sentVia }) => sentVia === 'other')).toHaveLength(12)
  await expect.element(page.getByText('أُرسلت كل الدعوات')).toBeVisible()
  Reflect.deleteProperty(navigator, 'contacts')
})

test('a part of the guests of a round is sent to alone', async () => {
  const invitations = [
    { ...EVENT, guestName: 'سارة', phone: '771000001', side: 'أهل العروس' },
    { ...EVENT, guestName: 'علي', phone: '771000002', side: 'أهل العريس', isVip: true },
    { ...EVENT, guestName: 'هدى', side: 'أهل العريس', table: '7' },
  ]
  const [created] = await admin.invitations.create({ invitations })
  await openScreen(`/events/${created!.eventId}/send`)
  const parts = page.getByRole('group', { name: 'من ضيوف هذه الجولة' })
  await expectTexts(parts.getByRole('button'), ['الكل3', 'بلا رقم1', 'كبار الضيوف1', 'أهل العروس1', 'أهل العريس2', /^طاولة .7.1$/])
  await expect.element(guestHeading('سارة')).toBeVisible()
  await parts.getByRole('button', { name: /^أهل العريس/ }).click()
  await expect.element(page.getByRole('heading', { name: /^علي/, level: 2 })).toBeVisible()
  await button('أرسل على واتساب').click()
  const handOver = button('سلّمتها بيدي إلى هدى')
  await expect.element(handOver).toBeVisible()
  // The chosen filter is kept after a reload: a messenger that opens may end the page.
  await openScreen(`/events/${created!.eventId}/send`)
  await expect.element(parts.getByRole('button', { name: /^أهل العريس/ })).toHaveAttribute('aria-pressed', 'true')
  await handOver.click()
  await expect.element(page.getByText('لم يبقَ أحد من: أهل العريس')).toBeVisible()
  await button('عرض الكل').click()
  await expect.element(guestHeading('سارة')).toBeVisible()
})

test('a double click on the send button sends once', async () => {
  const { eventId, sentCount } = await inviteGuests('سارة', 'علي')
  const network = await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('سارة')).toBeVisible()
  const end = network.fail('invitations/sent.php')
  await button('أرسل على واتساب').dblClick()
  await expect.element(guestHeading('علي')).toBeVisible()
  expect(openedUrls).toHaveLength(1)
  await expect.element(page.getByText('لم تُحفظ علامة الإرسال لدعوة سارة')).toBeVisible()
  expect(await sentCount()).toBe(0)
  end()
  await button('إعادة المحاولة').click()
  await expect.poll(sentCount).toBe(1)
  await expect.element(page.getByText('لم تُحفظ علامة الإرسال لدعوة سارة')).not.toBeInTheDocument()
  await expectAccessible()
})

test('the screen renews a missing preview picture, and again after a change on another device', async () => {
  const { eventId: id } = await inviteGuests('سارة')
  const readPictureId = async () => (await admin.events.get({ id })).pictureId
  await admin.invitations.saveDesign({ eventId: id, look: DEFAULT_LOOK })
  await openScreen(`/events/${id}/send`)
  await expect.poll(readPictureId).not.toBeNull()
  await admin.events.update({ id, place: 'قاعة التاج' })
  await expect.poll(readPictureId).not.toBeNull()
})

test('a «sent» mark that the server refuses is not saved again', async () => {
  const { eventId, sentCount } = await inviteGuests('سارة', 'علي')
  const network = await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('سارة')).toBeVisible()
  // Uses up the daily budget of edits for three days, because the server's date may differ from the browser's date.
  for (const days of [-1, 0, 1])
    await executeSql(
      "insert into budgets (user_id, what, day, used) select id, 'edits', ?, 5000 from users where true on conflict (user_id, what, day) do update set used = 5000",
      dayInTimeZone('Asia/Aden', new Date(), days),
    )
  // Until the end of the test: the test of a lost connection waits for a timer too, and would never run on the other clock.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await button('أرسل على واتساب').click()
  const pressedAt = performance.now()
  await expect.element(page.getByText(/لم تُحفظ علامة الإرسال لدعوة سارة\. بلغت تعديلاتك اليوم 5000/)).toBeVisible()
  await expect.element(guestHeading('علي')).toBeVisible()
  const countSaves = () => network.calls.filter(call => call.includes('invitations/sent.php')).length
  expect(countSaves()).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(countSaves()).toBe(1)
  // The mark of the second guest gets no response, so only this mark is saved again.
  const end = network.fail('invitations/sent.php')
  await expect.poll(() => performance.now() - pressedAt).toBeGreaterThan(800)
  await button('أرسل على واتساب').click()
  await expect.element(page.getByText(/لم تُحفظ علامة الإرسال لدعوة علي$/)).toBeVisible()
  expect(countSaves()).toBe(2)
  await vi.advanceTimersByTimeAsync(4_200)
  await expect.poll(countSaves).toBe(3)
  end()
  await executeSql('delete from budgets')
  await button('إعادة المحاولة').click()
  await expect.poll(sentCount).toBe(2)
  await expect.element(page.getByText(/لم تُحفظ علامة الإرسال/)).not.toBeInTheDocument()
})

test('the error of a «sent» mark stays while the mark is saved again', async () => {
  const { eventId, sentCount } = await inviteGuests('سارة', 'علي')
  const network = await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('سارة')).toBeVisible()
  const end = network.fail('invitations/sent.php')
  await button('أرسل على واتساب').click()
  const failure = page.getByText('لم تُحفظ علامة الإرسال لدعوة سارة')
  await expect.element(failure).toBeVisible()
  end()
  const saves = network.hold('invitations/sent.php')
  await button('إعادة المحاولة').click()
  await expect.poll(() => saves.held.length).toBe(1)
  await expect.element(failure).toBeVisible()
  saves.release()
  await expect.element(failure).not.toBeInTheDocument()
  expect(await sentCount()).toBe(1)
})

test('skipped guests stay skipped after a reload and on other devices', async () => {
  const { eventId, created } = await inviteGuests('سارة', 'علي', 'هدى')
  const readSkipped = async () => (await admin.invitations.list({ eventId })).rows.filter(({ skippedIn }) => skippedIn === 'unsent').length
  const network = await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('سارة')).toBeVisible()
  const end = network.fail('invitations/skip.php')
  await button('تخطَّ هذا الضيف').click()
  await expect.element(page.getByText('لم يُحفظ التخطّي على أجهزتك الأخرى، ويُحفظ مع التخطّي التالي')).toBeVisible()
  end()
  await expect.element(guestHeading('علي')).toBeVisible()
  await button('تخطَّ هذا الضيف').click()
  await expect.element(guestHeading('هدى')).toBeVisible()
  await expect.poll(readSkipped).toBe(2)
  // Another device of the account, which has nothing in its tab.
  sessionStorage.clear()
  await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('هدى')).toBeVisible()
  // A skip on the other device shows while the screen is open.
  await admin.invitations.skip({ ids: [created[2]!.id], group: 'unsent' })
  await expect.element(page.getByText('من تخطيتهم: 3 ضيوف')).toBeVisible()
  await page.getByRole('link', { name: 'إلى قائمة الضيوف' }).first().click()
  await button('إرسال (3)').click()
  await button('عُد إلى من تخطيتهم').click()
  await expect.element(guestHeading('سارة')).toBeVisible()
  await expect.poll(readSkipped).toBe(0)
  sessionStorage.clear()
  await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('سارة')).toBeVisible()
})

test('the sending screen warns if the message needs a missing place', async () => {
  const { eventId } = await inviteGuests('سارة')
  await admin.events.update({ id: eventId, place: 'قاعة التاج', message: 'أهلاً {الضيف} في {المكان}. {الرابط}' })
  await admin.events.update({ id: eventId, place: null })
  await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('سارة')).toBeVisible()
  await expect.element(page.getByText('المناسبة بلا مكان، فيبقى مكان {المكان} فارغاً.')).toBeVisible()
})

test.each([
  [{}, 'صفحة الضيف بلا مكان ولا ساعة، أضفهما'],
  [{ startsAt: '19:00' }, 'صفحة الضيف بلا مكان، أضفه'],
  [{ place: 'قاعة التاج' }, 'صفحة الضيف بلا ساعة، أضفها'],
])('before the first sending, the screen names what is missing: %j', async (details, gap) => {
  const { eventId, created } = await inviteGuests('سارة', 'علي')
  await admin.events.update({ id: eventId, ...details })
  await openScreen(`/events/${eventId}/send`)
  const notice = page.getByRole('status').filter({ hasText: 'صفحة الضيف' })
  await expect.element(notice).toMatchTextContent(gap)
  await expectAccessible()
  await notice.getByRole('link').click()
  await expect.element(page.getByLabelText('ساعة البدء')).toBeVisible()
  await admin.invitations.sent({ ids: [created[0]!.id], via: 'other' })
  await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('علي')).toBeVisible()
  await expectNoElements(notice)
})

test('undoing an unsaved «sent» mark keeps the earlier mark', async () => {
  const { eventId, created } = await inviteGuests('سارة')
  const [sara] = created as [(typeof created)[number]]
  const [before] = await admin.invitations.sent({ ids: [sara.id], via: 'picture' })
  const since = new Date(Date.parse(before!.sentAt!) + 1).toISOString()
  const network = await openScreen(`/events/${eventId}/send?to=unopened&since=${since}`)
  await expect.element(guestHeading('سارة')).toBeVisible()
  const end = network.fail('invitations/sent.php')
  await button('أرسل على واتساب').click()
  await expect.element(page.getByText('لم تُحفظ علامة الإرسال لدعوة سارة')).toBeVisible()
  end()
  await button('لم أُرسلها').click()
  await expect.element(page.getByText('أُزيلت علامة الإرسال عن دعوة سارة')).toBeVisible()
  await expect.element(page.getByText('لم تُحفظ علامة الإرسال لدعوة سارة')).not.toBeInTheDocument()
  const { sentAt, sentVia } = (await admin.invitations.list({ eventId })).rows[0]!
  expect([sentAt, sentVia]).toEqual([before!.sentAt, 'picture'])
})

test('an unsaved «sent» mark is saved when the network is back', async () => {
  const { eventId, sentCount } = await inviteGuests('سارة', 'علي', 'هدى')
  const network = await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('سارة')).toBeVisible()
  const end = network.fail('invitations/sent.php')
  await button('أرسل على واتساب').click()
  await expect.element(guestHeading('علي')).toBeVisible()
  expect(Object.keys(localStorage).filter(key => key.startsWith('sent '))).toHaveLength(1)

  // Opens the screen again. The server's list has no «sent» mark.
  await page.getByRole('link', { name: 'إلى قائمة الضيوف' }).click()
  await button(/^إرسال \(\d/).click()
  await expect.element(guestHeading('علي')).toBeVisible()
  await expect.element(page.getByRole('status').getByText('سارة')).toBeVisible()
  expect(await sentCount()).toBe(0)
  end()
  window.dispatchEvent(new Event('online'))
  await expect.poll(sentCount).toBe(1)
  await expect.poll(() => Object.keys(localStorage).filter(key => key.startsWith('sent '))).toEqual([])
  await expect.element(page.getByText('لم تُحفظ علامة الإرسال لدعوة سارة')).not.toBeInTheDocument()

  // The last «sent» mark can also be undone after the screen was opened again.
  await button('لم أُرسلها').click()
  await expect.element(guestHeading('سارة')).toBeVisible()
  await expect.poll(sentCount).toBe(0)
})

test('an unsaved «sent» mark is saved on retry without local storage', async () => {
  const { eventId, sentCount } = await inviteGuests('سارة', 'علي')
  const network = await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('سارة')).toBeVisible()
  const throwSecurityError = (): never => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(throwSecurityError)
  const end = network.fail('invitations/sent.php')
  await button('أرسل على واتساب').click()
  await expect.element(page.getByText('لم تُحفظ علامة الإرسال لدعوة سارة')).toBeVisible()
  end()
  await button('إعادة المحاولة').click()
  await expect.poll(sentCount).toBe(1)
  await expect.element(page.getByText('لم تُحفظ علامة الإرسال لدعوة سارة')).not.toBeInTheDocument()
})

test('the sending screen deletes unsaved «sent» marks after 30 days', async () => {
  const { eventId, created } = await inviteGuests('سارة')
  const { id, code } = created[0]!
  const key = `sent ${(await admin.accounts.me({}))!.id}`
  const at = new Date(Date.now() - 31 * 86_400_000).toISOString()
  localStorage.setItem(key, JSON.stringify([{ id, code, via: 'whatsapp', at }]))
  await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('سارة')).toBeVisible()
  expect(localStorage.getItem(key)).toBeNull()
})

test('the error of a «sent» mark disappears when another tab saves it', async () => {
  const { eventId, created } = await inviteGuests('سارة', 'علي')
  const network = await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('سارة')).toBeVisible()
  network.fail('invitations/sent.php')
  await button('أرسل على واتساب').click()
  await expect.element(page.getByText('لم تُحفظ علامة الإرسال لدعوة سارة')).toBeVisible()
  await admin.invitations.sent({ ids: [created[0]!.id], via: 'whatsapp' })
  for (const key of Object.keys(localStorage).filter(stored => stored.startsWith('sent '))) localStorage.removeItem(key)
  await button('إعادة المحاولة').click()
  await expect.element(page.getByText('لم تُحفظ علامة الإرسال لدعوة سارة')).not.toBeInTheDocument()
})

test('sending by SMS opens an sms: URL with number and text', async () => {
  const { eventId, created, sentCount } = await inviteGuests('سارة', 'علي')
  await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('سارة')).toBeVisible()
  const said = page.getByRole('region', { name: 'ما سيصل إلى الضيف' })
  await expect.element(said).toMatchTextContent(created[0]!.code)
  await button('طريقة أخرى').click()
  await page.getByRole('button', { name: /^رسالة نصية/ }).click()
  await expect.element(guestHeading('علي')).toBeVisible()
  expect(openedUrls).toHaveLength(1)
  const [, number, text] = /^sms:(\+\d+)\?&body=(.*)$/.exec(openedUrls[0]!) ?? []
  expect(number).toBe('+967771000000')
  expect(decodeURIComponent(text!)).toContain(`${window.location.origin}/i/${created[0]!.code}`)
  await expect.poll(sentCount).toBe(1)
  const readSaraInvitation = async () => (await admin.invitations.list({ eventId })).rows.find(({ guestName }) => guestName === 'سارة')!
  expect((await readSaraInvitation()).sentVia).toBe('sms')
  await button('لم أُرسلها').click()
  await expect.element(guestHeading('سارة')).toBeVisible()
  expect((await readSaraInvitation()).sentVia).toBeNull()
})

test('the message editor rejects an empty text', async () => {
  const { eventId } = await inviteGuests('سارة')
  const network = await openScreen(`/events/${eventId}/send`)
  await button('تعديل النص').click()
  await messageField.fill(' ')
  await messageDialog.getByRole('button', { name: 'حفظ النص' }).click()
  await expect.element(messageDialog.getByText('اكتب نص الرسالة')).toBeVisible()
  await messageDialog.getByRole('button', { name: 'قصير' }).click()
  await expect.element(messageField).toHaveValue('{الضيف}، ندعوكم إلى {المناسبة} يوم {اليوم}. بطاقتكم ورمز الدخول: {الرابط}')
  await messageField.fill('أهلاً {الضيف}: {الرابط}.')
  await expect.element(messageDialog.getByText(/بعد {الرابط} مباشرة «\.»/)).toBeVisible()
  await messageField.fill('أهلاً {الضيف} الساعة {الساعة} {الرابط}')
  await expect.element(messageDialog.getByText(/بعد {الرابط} مباشرة/)).not.toBeInTheDocument()
  await expect.element(messageDialog.getByText(/المناسبة بلا ساعة/)).toBeVisible()
  const end = network.fail('events/update.php')
  await messageDialog.getByRole('button', { name: 'حفظ النص' }).click()
  await expect.element(messageDialog.getByText('لم يصل جواب من الخادم. أعد المحاولة')).toBeVisible()
  await expect.element(messageField).toHaveValue('أهلاً {الضيف} الساعة {الساعة} {الرابط}')
  end()
  await messageDialog.getByRole('button', { name: 'حفظ النص' }).click()
  await expect.element(messageDialog).not.toBeInTheDocument()
  expect(await admin.events.get({ id: eventId })).toMatchObject({ message: 'أهلاً {الضيف} الساعة {الساعة} {الرابط}' })
  await expect.element(page.getByRole('region', { name: 'ما سيصل إلى الضيف' })).toMatchTextContent('أهلاً سارة الساعة')
})

test('a reminder goes to invited guests who have not answered', async () => {
  const { eventId, created } = await inviteGuests('سارة', 'علي', 'هدى')
  const [sara, ali] = created as [(typeof created)[number], (typeof created)[number]]
  await admin.invitations.sent({ ids: [sara.id, ali.id], via: 'whatsapp' })
  await admin.invitations.answer({ id: sara.id, attends: true, people: 1 })
  await openScreen(`/events/${eventId}`)
  const rows = page.getByRole('list', { name: 'الضيوف', exact: true }).getByRole('listitem')
  for (const [guest, state] of [
    ['سارة', 'سيحضر (1)'],
    ['علي', 'أُرسلت'],
    ['هدى', 'لم تُرسل'],
  ] as const)
    await expect.element(rows.filter({ hasText: guest })).toMatchTextContent(state)
  await expect.element(button('إرسال (1)')).toBeVisible()
  await button(/^لم يُجب/).click()
  await button('ذكّر من لم يُجيبوا').click()
  await expectUrl(/^\/events\/\w+\/send\?to=unanswered&since=/)
  await expect.element(guestHeading('علي')).toBeVisible()
  const preview = page.getByRole('region', { name: 'ما سيصل إلى الضيف' })
  await expect.element(preview).toMatchTextContent('نذكّركم بموعد')
  await button('تعديل النص').click()
  await page.getByRole('dialog').getByRole('textbox').fill('تغيّر المكان. {الرابط}')
  await button('استخدم هذا النص').click()
  await expect.element(preview).toMatchTextContent('تغيّر المكان')
  // Reloads the page, because opening a messenger may close it.
  await openScreen(`${location.pathname}${location.search}`)
  await expect.element(preview).toMatchTextContent('تغيّر المكان')
  await button('أرسل على واتساب').click()
  expect(decodeURIComponent(openedUrls[0]!)).toContain('تغيّر المكان.')
  await expect.element(page.getByText('لم يبقَ أحد في هذه الجولة')).toBeVisible()
})

test('the selection bar opens the sending screen for selected guests', async () => {
  const { eventId, sentCount } = await inviteGuests('سارة', 'علي', 'هدى')
  await openScreen(`/events/${eventId}`)
  await button('تحديد').click()
  for (const guest of ['سارة', 'هدى']) await page.getByRole('checkbox', { name: `تحديد ${guest}` }).click({ force: true })
  await page.getByRole('region', { name: 'الضيوف المحددون' }).getByRole('button', { name: 'إرسال' }).click()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '2')
  await button('طريقة أخرى').click()
  await page.getByRole('button', { name: /^وصلت بوسيلة أخرى/ }).click()
  await expect.element(guestHeading('هدى')).toBeVisible()
  await expect.poll(sentCount).toBe(1)
})

test('sharing a card marks it as sent, closing the share sheet does not', async () => {
  const { created, eventId, sentCount } = await inviteGuests('سارة', 'علي')
  const shared: ShareData[] = []
  const share = vi.fn(async (data: ShareData) => void shared.push(data))
  Object.assign(navigator, { canShare: () => true, share })
  await openScreen(`/events/${eventId}/send`)
  await button('طريقة أخرى').click()
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
  await page.getByRole('button', { name: /^صورة البطاقة/ }).click()
  await expect.poll(() => share.mock.calls.length).toBe(1)
  expect(await sentCount()).toBe(0)
  // The browser refuses a second press while the sheet is open.
  share.mockRejectedValueOnce(new DOMException('open already', 'InvalidStateError'))
  await page.getByRole('button', { name: /^صورة البطاقة/ }).click()
  await expect.poll(() => share.mock.calls.length).toBe(2)
  expect(page.getByText('لم تتم المشاركة').elements()).toHaveLength(0)
  await page.getByRole('button', { name: /^صورة البطاقة/ }).click()
  await expect.element(guestHeading('علي')).toBeVisible()
  await expect.poll(sentCount).toBe(1)
  const [{ files, text }] = shared as [ShareData]
  expect([files?.[0]?.type, files?.[0]?.name]).toEqual(['image/png', `دعوة_سارة_${EVENT.eventName}.png`])
  expect(text).toContain(`/i/${created[0]!.code}`)
  expect((await admin.invitations.list({ eventId })).rows.find(({ guestName }) => guestName === 'سارة')?.sentVia).toBe('picture')
  Reflect.deleteProperty(navigator, 'canShare')
  Reflect.deleteProperty(navigator, 'share')
})

test('numbers without a country code that look like a neighbour’s are asked about once for all guests of an event', async () => {
  const phones = ['0551204417', '777123456', '055 120 4418', '12345']
  const created = await admin.invitations.create({ invitations: phones.map((phone, n) => ({ ...EVENT, guestName: `ضيف ${n}`, phone })) })
  const { eventId } = created[0]!
  await page.viewport(360, 740)
  await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('ضيف 1')).toBeVisible()
  await expect.element(page.getByText('رقمان يبدآن بـ05، أهما سعوديان؟')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(360)
  await expectAccessible()
  await button('نعم، سعودية').click()
  await expectNoElements(page.getByText('رقمان يبدآن بـ05', { exact: false }))
  const stored = (await admin.invitations.list({ eventId: eventId! })).rows.map(({ phone }) => phone)
  expect(stored).toEqual(['+966551204417', '777123456', '+966551204418', '12345'])
  await expect.element(guestHeading('ضيف 0')).toBeVisible()
  await button('أرسل على واتساب').click()
  await expect.element(guestHeading('ضيف 1')).toBeVisible()
  expect(openedUrls[0]).toContain('966551204417')
})

test('numbers that are not a neighbour’s are not asked about again in the same tab', async () => {
  const created = await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة', phone: '0551204417' }] })
  const path = `/events/${created[0]!.eventId}/send`
  await openScreen(path)
  await expect.element(page.getByText('رقم واحد يبدأ بـ05، أهو سعودي؟')).toBeVisible()
  await page.getByRole('button', { name: 'لا', exact: true }).click()
  await expectNoElements(page.getByText('رقم واحد يبدأ بـ05', { exact: false }))
  await expect.element(page.getByText(/هذا الرقم لا يصلح/)).toBeVisible()
})

test('before the first sending the host opens his own chat with a trial', async () => {
  await admin.accounts.update({ id: (await admin.accounts.me({}))!.id, phone: '777000111' })
  const { eventId, created, sentCount } = await inviteGuests('سارة', 'علي')
  await admin.events.update({ id: eventId, message: 'حيّاكم الله {الضيف}، الدعوة {عدد الأماكن}: {الرابط}' })
  await page.viewport(360, 780)
  await openScreen(`/events/${eventId}/send`)
  await button('أرسل لي تجربة').click()
  const dialog = page.getByRole('dialog', { name: 'أرسل لي تجربة' })
  await expect.element(dialog).toMatchTextContent(/حيّاكم الله ضيف تجربة، الدعوة لشخصين/)
  await expect.element(dialog).toMatchTextContent(/تُفتح محادثة رقمك .\+967777000111/)
  await expectAccessible()
  await dialog.getByRole('button', { name: 'أرسل على واتساب' }).click()
  const { code } = await admin.events.trial({ id: eventId })
  expect(openedUrls).toHaveLength(1)
  const chat = new URL(openedUrls[0]!)
  expect(chat.pathname).toBe('/967777000111')
  expect(chat.searchParams.get('text')).toContain(`/i/${code}`)
  expect(await sentCount()).toBe(0)
  await admin.invitations.sent({ ids: [created[0]!.id], via: 'other' })
  await openScreen(`/events/${eventId}/send`)
  await expect.element(guestHeading('علي')).toBeVisible()
  await expectNoElements(button('أرسل لي تجربة'))
})

test('the guests of a side are sent the text of their side, which is kept with the event', async () => {
  await page.viewport(360, 780)
  const sides = ['أهل العريس', 'أهل العروس', 'أهل العروس']
  const created = await admin.invitations.create({
    invitations: sides.map((side, n) => ({ ...EVENT, guestName: `ضيف ${n}`, phone: `77100000${n}`, side })),
  })
  const eventId = created[0]!.eventId!
  await openScreen(`/events/${eventId}/send`)
  const passTime = passDoubleTapTime()
  await expect.element(guestHeading('ضيف 0')).toBeVisible()
  await button('تعديل النص').click()
  await messageField.fill('للجميع: {الضيف} {الرابط}')
  await messageDialog.getByRole('button', { name: 'أهل العروس' }).click()
  const sideField = messageDialog.getByRole('textbox', { name: 'نص الرسالة إلى ضيوف أهل العروس' })
  await expect.element(sideField).toHaveValue('للجميع: {الضيف} {الرابط}')
  await sideField.fill('من أهل العروس: {الضيف} {الرابط}')
  await expectAccessible()
  await messageDialog.getByRole('button', { name: 'حفظ النص' }).click()
  await expect.element(messageDialog).not.toBeInTheDocument()
  for (const n of [0, 1, 2]) {
    await expect.element(guestHeading(`ضيف ${n}`)).toBeVisible()
    passTime()
    await button('أرسل على واتساب').click()
  }
  await expect.element(page.getByText('أُرسلت كل الدعوات')).toBeVisible()
  expect(openedUrls.map(url => /text=([^:]+):/.exec(decodeURIComponent(url))?.[1])).toEqual(['للجميع', 'من أهل العروس', 'من أهل العروس'])
  expect(await admin.events.get({ id: eventId })).toMatchObject({
    message: 'للجميع: {الضيف} {الرابط}',
    sideMessages: [{ side: 'أهل العروس', message: 'من أهل العروس: {الضيف} {الرابط}' }],
  })
})
