import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAddress } from '../../../../testing/component/controls.ts'
import { expectAccessible, openScreen } from '../../../../testing/component/screen.tsx'
import { admin, changeRows } from '../../../../testing/component/session.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }

const opened: string[] = []
beforeEach(() => {
  opened.length = 0
  vi.spyOn(window, 'open').mockImplementation(address => {
    opened.push(String(address))
    return null
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const shown = (guest: string) => page.getByRole('heading', { name: guest, level: 2 })
const editor = page.getByRole('dialog', { name: 'نص الرسالة' })
const field = editor.getByRole('textbox', { name: 'نص الرسالة' })

/** Creates an event with guests who have numbers. Returns the event's id and a function that reads how many are marked as sent. */
async function inviteGuests(...names: string[]) {
  const invitations = names.map((guestName, n) => ({ ...EVENT, guestName, phone: `77100000${n}` }))
  const created = await admin.invitations.create({ invitations })
  const eventId = created[0]!.eventId!
  return { eventId, created, sentCount: async () => (await admin.events.get({ id: eventId })).sent }
}

test('a sent mark that was not saved is reported and saved on retry; a double press sends once', async () => {
  const { eventId, sentCount } = await inviteGuests('سارة', 'علي')
  const network = await openScreen(`/events/${eventId}/send`)
  await expect.element(shown('سارة')).toBeVisible()
  const end = network.fail('invitations/sent.php')
  await button('أرسل على واتساب').dblClick()
  await expect.element(shown('علي')).toBeVisible()
  expect(opened).toHaveLength(1)
  await expect.element(page.getByText('لم تُحفظ علامة الإرسال لدعوة سارة')).toBeVisible()
  expect(await sentCount()).toBe(0)
  end()
  await button('إعادة المحاولة').click()
  await expect.poll(sentCount).toBe(1)
  await expect.element(page.getByText('لم تُحفظ علامة الإرسال لدعوة سارة')).not.toBeInTheDocument()
  await expectAccessible()
})

test('a sent mark that the server refuses is reported with the reason, and is not retried by itself', async () => {
  const { eventId, sentCount } = await inviteGuests('سارة', 'علي')
  const network = await openScreen(`/events/${eventId}/send`)
  await expect.element(shown('سارة')).toBeVisible()
  // The edits of the day are used, whichever day the server has.
  for (const ms of [-86_400_000, 0, 86_400_000])
    await changeRows(
      "insert into budgets (user_id, what, day, used) select id, 'edits', ?, 5000 from users where true on conflict (user_id, what, day) do update set used = 5000",
      new Date(Date.now() + ms).toISOString().slice(0, 10),
    )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await button('أرسل على واتساب').click()
  const pressedAt = performance.now()
  await expect.element(page.getByText(/لم تُحفظ علامة الإرسال لدعوة سارة\. بلغت تعديلاتك اليوم 5000/)).toBeVisible()
  await expect.element(shown('علي')).toBeVisible()
  const saves = () => network.calls.filter(call => call.includes('invitations/sent.php')).length
  expect(saves()).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saves()).toBe(1)
  // Another guest's mark does not arrive at all: only that one is saved again.
  const end = network.fail('invitations/sent.php')
  await expect.poll(() => performance.now() - pressedAt).toBeGreaterThan(800)
  await button('أرسل على واتساب').click()
  await expect.element(page.getByText(/لم تُحفظ علامة الإرسال لدعوة علي$/)).toBeVisible()
  expect(saves()).toBe(2)
  await vi.advanceTimersByTimeAsync(4_200)
  vi.useRealTimers()
  await expect.poll(saves).toBe(3)
  end()
  await changeRows('delete from budgets')
  await button('إعادة المحاولة').click()
  await expect.poll(sentCount).toBe(2)
  await expect.element(page.getByText(/لم تُحفظ علامة الإرسال/)).not.toBeInTheDocument()
})

test('skipped guests stay skipped after a reload, and return on request', async () => {
  const { eventId } = await inviteGuests('سارة', 'علي', 'هدى')
  await openScreen(`/events/${eventId}/send`)
  for (const guest of ['سارة', 'علي']) {
    await expect.element(shown(guest)).toBeVisible()
    await button('تخطَّ هذا الضيف').click()
  }
  await expect.element(shown('هدى')).toBeVisible()
  await openScreen(`/events/${eventId}/send`)
  await expect.element(shown('هدى')).toBeVisible()
  await button('تخطَّ هذا الضيف').click()
  await expect.element(page.getByText('من تخطيتهم: 3 ضيوف')).toBeVisible()
  await button('عُد إلى من تخطيتهم').click()
  await expect.element(shown('سارة')).toBeVisible()
  await openScreen(`/events/${eventId}/send`)
  await expect.element(shown('سارة')).toBeVisible()
  await button('تخطَّ هذا الضيف').click()
  await expect.element(shown('علي')).toBeVisible()
  await page.getByRole('link', { name: 'إلى قائمة الضيوف' }).click()
  await button('إرسال إلى 3').click()
  await expect.element(shown('سارة')).toBeVisible()
})

test('a text with a place shows a warning when the event no longer has one', async () => {
  const { eventId } = await inviteGuests('سارة')
  await admin.events.update({ id: eventId, place: 'قاعة التاج', message: 'أهلاً {الضيف} في {المكان}. {الرابط}' })
  await admin.events.update({ id: eventId, place: null })
  await openScreen(`/events/${eventId}/send`)
  await expect.element(shown('سارة')).toBeVisible()
  await expect.element(page.getByText('المناسبة بلا مكان، فيبقى مكان {المكان} فارغاً.')).toBeVisible()
})

test('undoing a sent mark that was not saved leaves the sent mark of an earlier round', async () => {
  const { eventId, created } = await inviteGuests('سارة')
  const [sara] = created as [(typeof created)[number]]
  const [before] = await admin.invitations.sent({ ids: [sara.id], via: 'picture' })
  const since = new Date(Date.parse(before!.sentAt!) + 1).toISOString()
  const network = await openScreen(`/events/${eventId}/send?to=unopened&since=${since}`)
  await expect.element(shown('سارة')).toBeVisible()
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

test('a sent mark that could not be saved is stored on the device: the guest is not shown again, and it is saved when the network is back', async () => {
  const { eventId, sentCount } = await inviteGuests('سارة', 'علي', 'هدى')
  const network = await openScreen(`/events/${eventId}/send`)
  await expect.element(shown('سارة')).toBeVisible()
  const end = network.fail('invitations/sent.php')
  await button('أرسل على واتساب').click()
  await expect.element(shown('علي')).toBeVisible()
  expect(Object.keys(localStorage).filter(key => key.startsWith('sent '))).toHaveLength(1)

  // The screen is opened again, with the list of the server, which has no sent mark.
  await page.getByRole('link', { name: 'إلى قائمة الضيوف' }).click()
  await button(/^إرسال إلى \d/).click()
  await expect.element(shown('علي')).toBeVisible()
  await expect.element(page.getByRole('status').getByText('سارة')).toBeVisible()
  expect(await sentCount()).toBe(0)
  end()
  window.dispatchEvent(new Event('online'))
  await expect.poll(sentCount).toBe(1)
  await expect.poll(() => Object.keys(localStorage).filter(key => key.startsWith('sent '))).toEqual([])
  await expect.element(page.getByText('لم تُحفظ علامة الإرسال لدعوة سارة')).not.toBeInTheDocument()

  // The last sent mark can be undone after a reload of the screen too.
  await button('لم أُرسلها').click()
  await expect.element(shown('سارة')).toBeVisible()
  await expect.poll(sentCount).toBe(0)
})

test('a text message opens with the number and the text, and marks the guest as sent; the mark can be undone', async () => {
  const { eventId, created, sentCount } = await inviteGuests('سارة', 'علي')
  await openScreen(`/events/${eventId}/send`)
  await expect.element(shown('سارة')).toBeVisible()
  const said = page.getByRole('region', { name: 'ما سيصله' })
  await expect.element(said).toMatchTextContent(created[0]!.code)
  await button('طريقة أخرى').click()
  await page.getByRole('button', { name: /^رسالة نصية/ }).click()
  await expect.element(shown('علي')).toBeVisible()
  expect(opened).toHaveLength(1)
  const [, number, text] = /^sms:(\+\d+)\?&body=(.*)$/.exec(opened[0]!) ?? []
  expect(number).toBe('+967771000000')
  expect(decodeURIComponent(text!)).toContain(`${window.location.origin}/i/${created[0]!.code}`)
  await expect.poll(sentCount).toBe(1)
  const ofSara = async () => (await admin.invitations.list({ eventId })).rows.find(({ guestName }) => guestName === 'سارة')!
  expect((await ofSara()).sentVia).toBe('sms')
  await button('لم أُرسلها').click()
  await expect.element(shown('سارة')).toBeVisible()
  expect((await ofSara()).sentVia).toBeNull()
})

test('the text is edited with words for each guest, is not saved empty, and stays in the dialog when the server does not answer', async () => {
  const { eventId } = await inviteGuests('سارة')
  const network = await openScreen(`/events/${eventId}/send`)
  await button('تعديل النص').click()
  await field.fill(' ')
  await editor.getByRole('button', { name: 'حفظ النص' }).click()
  await expect.element(editor.getByText('اكتب نص الرسالة')).toBeVisible()
  await editor.getByRole('button', { name: 'قصير' }).click()
  await expect.element(field).toHaveValue('{الضيف}، ندعوكم إلى {المناسبة} يوم {اليوم}. بطاقتكم ورمز الدخول: {الرابط}')
  await field.fill('أهلاً {الضيف} الساعة {الساعة} {الرابط}')
  await expect.element(editor.getByText(/المناسبة بلا ساعة/)).toBeVisible()
  const end = network.fail('events/update.php')
  await editor.getByRole('button', { name: 'حفظ النص' }).click()
  await expect.element(editor.getByText('لم يصل جواب من الخادم. أعد المحاولة')).toBeVisible()
  await expect.element(field).toHaveValue('أهلاً {الضيف} الساعة {الساعة} {الرابط}')
  end()
  await editor.getByRole('button', { name: 'حفظ النص' }).click()
  await expect.element(editor).not.toBeInTheDocument()
  expect(await admin.events.get({ id: eventId })).toMatchObject({ message: 'أهلاً {الضيف} الساعة {الساعة} {الرابط}' })
  await expect.element(page.getByRole('region', { name: 'ما سيصله' })).toMatchTextContent('أهلاً سارة الساعة')
})

test('from the list of guests, reminders go to those who were sent an invitation and have not answered, with a text of their own', async () => {
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
  await expect.element(button('إرسال إلى 1')).toBeVisible()
  await button(/^لم يُجب/).click()
  await button('ذكّر من لم يُجيبوا').click()
  await expectAddress(/^\/events\/\w+\/send\?to=unanswered&since=/)
  await expect.element(shown('علي')).toBeVisible()
  const preview = page.getByRole('region', { name: 'ما سيصله' })
  await expect.element(preview).toMatchTextContent('نذكّركم بموعد')
  await button('تعديل النص').click()
  await page.getByRole('dialog').getByRole('textbox').fill('تغيّر المكان. {الرابط}')
  await button('استخدم هذا النص').click()
  await expect.element(preview).toMatchTextContent('تغيّر المكان')
  // A messenger may end the page.
  await openScreen(`${location.pathname}${location.search}`)
  await expect.element(preview).toMatchTextContent('تغيّر المكان')
  await button('أرسل على واتساب').click()
  expect(decodeURIComponent(opened[0]!)).toContain('تغيّر المكان.')
  await expect.element(page.getByText('لم يبقَ أحد في هذه الجولة')).toBeVisible()
})

test('selected guests are sent to from the list', async () => {
  const { eventId, sentCount } = await inviteGuests('سارة', 'علي', 'هدى')
  await openScreen(`/events/${eventId}`)
  await button('تحديد').click()
  for (const guest of ['سارة', 'هدى']) await page.getByRole('checkbox', { name: `تحديد ${guest}` }).click({ force: true })
  await page.getByRole('region', { name: 'الضيوف المحددون' }).getByRole('button', { name: 'إرسال' }).click()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '2')
  await button('طريقة أخرى').click()
  await page.getByRole('button', { name: /^وصلته بغير هذا/ }).click()
  await expect.element(shown('هدى')).toBeVisible()
  await expect.poll(sentCount).toBe(1)
})

test('the picture of the card goes to the share sheet; closing the sheet marks nothing', async () => {
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
  await expect.element(shown('علي')).toBeVisible()
  await expect.poll(sentCount).toBe(1)
  const [{ files, text }] = shared as [ShareData]
  expect([files?.[0]?.type, files?.[0]?.name]).toEqual(['image/png', `دعوة_سارة_${EVENT.eventName}.png`])
  expect(text).toContain(`/i/${created[0]!.code}`)
  expect((await admin.invitations.list({ eventId })).rows.find(({ guestName }) => guestName === 'سارة')?.sentVia).toBe('picture')
  Reflect.deleteProperty(navigator, 'canShare')
  Reflect.deleteProperty(navigator, 'share')
})
