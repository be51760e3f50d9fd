import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseOption, expectUrl, listItemWithHeading } from '../../../testing/component/controls.ts'
import { createNetwork } from '../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin, executeSql } from '../../../testing/component/session.ts'
import { expectCount } from '../../../testing/component/texts.ts'

const MESSAGE = {
  fullName: 'أروى باسليم',
  email: 'arwa@example.com',
  subject: 'سؤال عن التصاميم',
  message: 'هل يُطبع الرمز؟\nوكم يكلّف؟ رقمي ٧٧١ ٢٣٤ ٥٦٧',
}

const updatedToasts = page.getByText('تم تحديث حالة الرسالة')
const markReadButtonName = { name: 'تعليمها مقروءة' }
const nextPageButton = page.getByRole('button', { name: 'التالية' })
const messageList = page.getByRole('region', { name: /^صفحة/ })

/** Inserts messages into the database, the oldest one as read, because visitors may send only a few per hour. */
const addMessages = (count: number) =>
  executeSql(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
    insert into messages (id, full_name, email, subject, message, source, status, created_at)
    select printf('message-%08d', n), 'أروى باسليم', 'arwa@example.com', 'رسالة رقم ' || n, 'كم؟', 'website',
      case n when 1 then 'read' else 'new' end,
      printf('2026-11-01T%02d:%02d:00.000Z', n / 60, n % 60) from numbers`,
    count,
  )

test('the messages screen finds messages by parts of words', async () => {
  await admin.messages.create(MESSAGE)
  await admin.messages.create({ ...MESSAGE, subject: 'موعد', message: 'متى؟' })
  await openScreen('/messages')
  const field = page.getByRole('searchbox', { name: 'البحث في الرسائل' })
  await field.fill('رمز')
  await expect.element(page.getByText('1 من 2')).toBeVisible()
  await expect.element(listItemWithHeading(MESSAGE.subject)).toBeVisible()
  await field.fill('ظظ')
  await expect.element(page.getByText('لا رسالة بهذا البحث')).toBeVisible()
  await page.getByRole('button', { name: 'عرض كل الرسائل' }).click()
  await expect.element(page.getByText('2 من 2')).toBeVisible()
})

test('the messages screen sets a message to read and to replied', async () => {
  await admin.messages.create(MESSAGE)
  await admin.messages.create({ ...MESSAGE, fullName: 'سالم الكثيري', subject: 'موعد' })
  await openScreen('/messages')
  await expect.element(page.getByText('رسالتان')).toBeVisible()
  const message = listItemWithHeading(MESSAGE.subject)
  await expect.element(message).toMatchTextContent('arwa@example.com')
  await expect.element(message).toMatchTextContent('جديدة')
  await message.getByRole('button', markReadButtonName).click()
  await expect.element(message.getByText('مقروءة')).toBeVisible()
  await expectCount(message.getByRole('button', markReadButtonName), 0)

  await message.getByRole('button', { name: 'قراءة' }).click()
  const messageDialog = page.getByRole('dialog', { name: MESSAGE.subject })
  await expect.element(messageDialog).toMatchTextContent('وكم يكلّف؟')
  await expect
    .element(messageDialog.getByRole('link', { name: 'ردّ سريع' }))
    .toHaveAttribute('href', expect.stringMatching(/^mailto:arwa@example\.com\?subject=/))
  const whatsappLink = messageDialog.getByRole('link', { name: `واتساب ${MESSAGE.fullName}` })
  await expect.element(whatsappLink).toBeVisible()
  const whatsapp = new URL(whatsappLink.element().getAttribute('href')!)
  expect(whatsapp.pathname).toBe('/967771234567')
  expect(whatsapp.searchParams.get('text')).toContain('> هل يُطبع الرمز؟\n> وكم يكلّف؟ رقمي')
  await expectAccessible()
  await messageDialog.getByRole('button', { name: 'رُدّ عليها' }).click()
  const readStatuses = async () => (await admin.messages.list({})).rows.map(({ status }) => status).sort()
  await expect.poll(readStatuses).toEqual(['new', 'replied'])
  await messageDialog.getByRole('button', { name: 'إغلاق' }).click()

  await chooseOption('الحالة', 'رُدّ عليها')
  await expect.element(page.getByText('1 من 2')).toBeVisible()
  await expectCount(page.getByRole('heading', { name: 'موعد' }), 0)
  await chooseOption('الحالة', 'مقروءة')
  await expect.element(page.getByText('لا رسائل بهذه الحالة')).toBeVisible()
  await page.getByRole('button', { name: 'عرض كل الرسائل' }).click()
  await expect.element(page.getByRole('heading', { name: 'موعد' })).toBeVisible()
})

test('two messages marked as read at once show their own progress', async () => {
  await admin.messages.create(MESSAGE)
  await admin.messages.create({ ...MESSAGE, subject: 'موعد' })
  const network = await openScreen('/messages?status=new')
  const update = network.hold('messages/update.php')
  const first = listItemWithHeading('موعد').getByRole('button', markReadButtonName)
  const second = listItemWithHeading(MESSAGE.subject).getByRole('button', markReadButtonName)
  await first.click()
  await second.click()
  await expect.element(first).toHaveAttribute('data-pending', 'true')
  await expect.element(second).toHaveAttribute('data-pending', 'true')
  await expect.poll(() => update.held.length).toBe(2)
  update.release()
  await expectCount(first, 0)
  await expectCount(updatedToasts, 1)
  await expect.element(second).toHaveAttribute('data-pending', 'true')
  update.release()
  await expectCount(second, 0)
  await expect.element(updatedToasts.last()).toBeVisible()
  await expect.element(page.getByText('لا رسائل بهذه الحالة')).toBeVisible()
})

test('the messages screen focuses the next page', async () => {
  await addMessages(61)
  await openScreen('/messages')
  await expectCount(messageList.getByRole('listitem'), 30)
  await expect.element(page.getByText('من 1 إلى 30، من أصل 61')).toBeVisible()
  await nextPageButton.click()
  await expectUrl(/page=2$/)
  await expect.element(messageList.getByRole('heading', { name: 'رسالة رقم 31' })).toBeInViewport()
  await expect.element(page.getByRole('region', { name: 'صفحة 2 من 3' })).toHaveFocus()
  await expectAccessible()
  await nextPageButton.click()
  await expectCount(messageList.getByRole('listitem'), 1)
  window.history.back()
  await expectCount(messageList.getByRole('listitem'), 30)
  await expectUrl(/page=2$/)
  // The browser's Back leaves the filtered list, which has one page, and shows the second page of all messages again.
  window.history.forward()
  await expectUrl(/page=3$/)
  await openScreen('/messages?page=3', { as: null })
  await chooseOption('الحالة', 'مقروءة')
  await expect.element(page.getByText('1 من 61')).toBeVisible()
  window.history.back()
  await expect.element(messageList.getByRole('heading', { name: 'رسالة رقم 31' })).toBeVisible()
  await expectUrl(/page=2$/)
})

test('the message count is hidden until the new filter’s count is loaded', async () => {
  await addMessages(3)
  const network = await openScreen('/messages')
  await expect.element(page.getByText('3 من 3')).toBeVisible()
  const read = network.hold('messages/list.php')
  await chooseOption('الحالة', 'مقروءة')
  await expect.element(page.getByText('3 من 3')).not.toBeVisible()
  await expect.poll(() => read.held.length).toBeGreaterThan(0)
  read.end()
  while (read.held.length > 0) read.release()
  await expect.element(page.getByText('1 من 3')).toBeVisible()
})

test('the messages screen reloads after a failure', async () => {
  await openScreen('/messages')
  await expect.element(page.getByText('لا رسائل بعد')).toBeVisible()
  await expect.element(page.getByText('0 رسالة')).toBeVisible()
  await expect.element(page.getByText('0 من 0')).toBeVisible()
  await admin.messages.create(MESSAGE)
  const network = createNetwork()
  const restoreList = network.refuse('messages/list.php')
  await openScreen('/messages', { network })
  await expect.element(page.getByRole('status').filter({ hasText: 'تعذّر تحميل الرسائل' })).toBeVisible()
  await expectCount(page.getByRole('alert'), 0)
  await expectAccessible()
  restoreList()
  await page.getByRole('button', { name: 'إعادة المحاولة' }).first().click()
  await expect.element(page.getByRole('heading', { name: MESSAGE.subject })).toBeVisible()
  network.fail('messages/update.php')
  await page.getByRole('button', markReadButtonName).click()
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('حدث خطأ أثناء تحديث الرسالة')
  await expectAccessible()
})

/** Returns a moment as the value of an input for a local minute. */
function localMinute(utc: string) {
  const moment = new Date(utc)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

test('an administrator marks all messages of a time span as read', async () => {
  await addMessages(31)
  await openScreen('/messages')
  await page.getByRole('button', { name: 'تعليم دفعة مقروءة' }).click()
  const dialog = page.getByRole('dialog', { name: 'علّم كل ما وصل بين وقتين مقروءاً' })
  await dialog.getByLabelText('من').fill(localMinute('2026-11-01T00:01:00Z'))
  await dialog.getByLabelText('إلى').fill(localMinute('2026-11-01T00:11:00Z'))
  await expect.element(dialog).toMatchTextContent('ستصير مقروءة: 10 رسائل')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'تعليمها كلها' }).click()
  await expect.element(page.getByText('صارت مقروءة: 10 رسائل')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect((await admin.messages.list({ status: 'new', limit: 1 })).total).toBe(20)
})

test('opening a message marks it as read, and a button makes it unread again', async () => {
  await admin.messages.create(MESSAGE)
  const network = await openScreen('/messages?status=new')
  const message = listItemWithHeading(MESSAGE.subject)
  const dialog = page.getByRole('dialog', { name: MESSAGE.subject })
  const readStatus = async () => (await admin.messages.list({})).rows[0]?.status
  const restore = network.fail('messages/update.php')
  await message.getByRole('button', { name: 'قراءة' }).click()
  await expect.element(dialog).toMatchTextContent('جديدة')
  await expect.element(page.getByText('تعذّر تحديث الرسائل')).toBeVisible()
  await dialog.getByRole('button', { name: 'إغلاق' }).click()
  restore()

  await message.getByRole('button', { name: 'قراءة' }).click()
  await expect.poll(readStatus).toBe('read')
  await expect.element(dialog.getByRole('button', { name: 'مقروءة', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(dialog).toMatchTextContent('وكم يكلّف؟')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'إعادتها غير مقروءة' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(readStatus).toBe('new')
  await expect.element(message).toMatchTextContent('جديدة')
})

test('the messages screen filters by day and sorts by waiting', async () => {
  await addMessages(32)
  await executeSql("update messages set created_at = '2026-10-01T09:00:00.000Z' where id = 'message-00000007'")
  await openScreen('/messages')
  const first = messageList.getByRole('listitem').first()
  await expect.element(first).toMatchTextContent('رسالة رقم 32')
  await page.getByRole('button', { name: 'تصفية وترتيب' }).click()
  await chooseOption('الترتيب', 'الأقدم انتظاراً')
  await expect.element(first).toMatchTextContent('رسالة رقم 7')
  await page
    .getByRole('group', { name: /^من يوم/ })
    .getByRole('spinbutton')
    .first()
    .click()
  await userEvent.keyboard('15102026')
  await expectUrl(/from=2026-10-15/)
  await expect.element(first).toMatchTextContent('رسالة رقم 2')
  await page.getByRole('button', { name: 'مسح', exact: true }).click()
  await expectUrl(/^\/messages$/)
  await expect.element(first).toMatchTextContent('رسالة رقم 32')
})
