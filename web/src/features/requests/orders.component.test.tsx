import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseOption, expectDescription, expectUrl, listItemWithHeading, openMenu } from '../../../testing/component/controls.ts'
import { generator } from '../../../testing/component/generator-form.ts'
import { addHost, HOST, WEDDING } from '../../../testing/component/host.ts'
import { createNetwork } from '../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin, executeSql, signInBackend } from '../../../testing/component/session.ts'
import { expectCount } from '../../../testing/component/texts.ts'

const weddingCard = listItemWithHeading(WEDDING.eventName)
const detailsDialog = page.getByRole('dialog', { name: WEDDING.eventName })
const updatedToasts = page.getByText('تم تحديث حالة الطلب بنجاح')
const acceptButtonName = { name: 'قبول' }
const failureAlert = page.getByRole('alertdialog')
const closeAlertButton = page.getByRole('button', { name: 'حسناً' })

const orderCards = page.getByRole('tabpanel').getByRole('listitem')

/** Expects that `calls` (URLs) contains requests for lists of orders, and that each of them has a limit. */
function expectLimitedLists(calls: readonly string[]) {
  const lists = calls.filter(call => call.includes('/orders/list.php'))
  expect(lists.length).toBeGreaterThan(0)
  expect(lists.filter(call => !call.includes('limit='))).toEqual([])
}

const readStoredWedding = async () => (await admin.requests.orders({})).rows.find(({ eventName }) => eventName === WEDDING.eventName)

/** Inserts orders into the database, every thirteenth one cancelled, because visitors may send only a few per hour. */
const addOrders = (count: number) =>
  executeSql(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
    insert into orders (id, event_name, event_date, event_type, phone, invitation_count, status, source, created_at)
    select printf('order-%08d', n), 'مناسبة رقم ' || n, '2027-01-14', 'wedding', '0551204417', 1,
      case when n % 13 = 0 then 'cancelled' else 'pending' end, 'website', printf('2026-11-01T%02d:%02d:00.000Z', n / 60, n % 60) from numbers`,
    count,
  )

test('an order is accepted, given notes and opened in the generator', async () => {
  await admin.requests.order({ ...WEDDING, customerName: 'أم خالد', invitationCount: 240 })
  await admin.requests.order({ ...WEDDING, eventName: 'حفل الأوائل', eventType: 'graduation' })
  await openScreen('/settings')
  await openMenu()
  const entry = page.getByRole('menuitem', { name: /^الطلبات/ })
  await expect.element(entry).toMatchTextContent('2')
  await expectAccessible()
  await entry.click()
  await expectUrl(/^\/orders$/)

  await expect.element(weddingCard).toMatchTextContent('قيد الانتظار')
  await expect.element(weddingCard).toMatchTextContent('6 شعبان 1448 هـ')
  await expect.element(weddingCard).toMatchTextContent('14 يناير 2027 م')
  await expect.element(weddingCard).toMatchTextContent('240')
  await expectDescription('صاحب الطلب', 'أم خالد')
  await expect.element(weddingCard).toMatchTextContent((await readStoredWedding())!.id.slice(-8))
  await expect.element(page.getByText('2 من 2')).toBeVisible()

  await weddingCard.getByRole('button', acceptButtonName).click()
  await expect.element(weddingCard).toMatchTextContent('قيد التجهيز')
  await expectCount(weddingCard.getByRole('button', acceptButtonName), 0)
  expect(await readStoredWedding()).toMatchObject({ status: 'processing' })

  await weddingCard.getByRole('button', { name: 'التفاصيل' }).click()
  await expectDescription('رقم الطلب', (await readStoredWedding())!.id.slice(-8))
  await expect.element(detailsDialog.getByRole('link', { name: /^اتصال/ })).toHaveAttribute('href', 'tel:0551204417')
  const whatsappLink = detailsDialog.getByRole('link', { name: 'واتساب أم خالد' })
  await expect.element(whatsappLink).toBeVisible()
  const whatsapp = new URL(whatsappLink.element().getAttribute('href')!)
  expect(whatsapp.pathname).toBe('/966551204417')
  expect(whatsapp.searchParams.get('text')).toBe(
    `السلام عليكم أم خالد، بخصوص طلبك:\n> ${WEDDING.eventName}\n> الخميس، 14 يناير 2027\n> 240 دعوة\n\n`,
  )
  await detailsDialog.getByRole('textbox', { name: 'ملاحظات' }).fill('بطاقة عاجيّة')
  await expectAccessible()
  await detailsDialog.getByRole('button', { name: 'مكتمل' }).click()
  await expect.element(detailsDialog).not.toBeInTheDocument()
  await expect.element(updatedToasts.first()).toBeVisible()
  await expect.element(weddingCard).toMatchTextContent('بطاقة عاجيّة')
  expect(await readStoredWedding()).toMatchObject({ status: 'completed', notes: 'بطاقة عاجيّة' })

  await weddingCard.getByRole('button', { name: 'التفاصيل' }).click()
  await detailsDialog.getByRole('link', { name: 'إنشاء الدعوات' }).click()
  await expect.element(page.getByRole('textbox', { name: /^اسم المناسبة/ })).toHaveValue(WEDDING.eventName)
  await expect.element(page.getByText('المطلوب 240 دعوة، وبقي 240')).toBeVisible()
})

test('the orders screen requests single pages, never the whole list', async () => {
  await addOrders(91)
  const { calls } = await openScreen('/orders?page=3')
  await expectCount(orderCards, 30)
  await expect.element(page.getByText('91 من 91')).toBeVisible()
  await expect.element(page.getByRole('tab', { name: /طلبات الموقع/ })).toMatchTextContent('91')
  await page.getByRole('button', { name: 'التالية' }).click()
  await expectCount(orderCards, 1)
  await expect.element(orderCards).toMatchTextContent('مناسبة رقم 1')
  await expectAccessible()
  await chooseOption('الحالة', 'ملغى')
  await expect.element(page.getByText('7 من 91')).toBeVisible()
  await expectCount(orderCards, 7)
  expectLimitedLists(calls)
})

test('an administrator rejects all pending orders of a time span', async () => {
  await addOrders(91)
  await openScreen('/orders')
  await page.getByRole('button', { name: 'رفض دفعة' }).click()
  const dialog = page.getByRole('dialog', { name: 'ارفض كل ما وصل بين وقتين' })
  const rejectButton = dialog.getByRole('button', { name: 'رفضها كلها' })
  const [from, to] = [dialog.getByLabelText('من'), dialog.getByLabelText('إلى')]
  const localMinute = (utc: string) => {
    const moment = new Date(utc)
    return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }
  await from.fill(localMinute('2026-11-01T00:10:00Z'))
  await to.fill(localMinute('2026-11-01T00:09:00Z'))
  await expect.element(dialog).toMatchTextContent('الوقت الثاني قبل الأول')
  await expect.element(rejectButton).toBeDisabled()
  await to.fill(localMinute('2026-11-01T00:20:00Z'))
  await expect.element(dialog).toMatchTextContent('سيُرفض: 10 طلبات')
  await expectAccessible()
  await rejectButton.click()
  await expect.element(page.getByText('رُفض: 10 طلبات')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect((await admin.requests.orders({ status: 'rejected', limit: 1 })).total).toBe(10)
})

test('the orders screen corrects a too large page number', async () => {
  await addOrders(91)
  const { calls } = await openScreen('/orders')
  await chooseOption('الحالة', 'قيد الانتظار')
  await expect.element(page.getByText('من 1 إلى 30، من أصل 84')).toBeVisible()
  await openScreen('/orders?page=9', { as: null })
  await expectUrl(/page=4$/)
  await expectCount(orderCards, 1)
  await openMenu()
  await expect.element(page.getByRole('menuitem', { name: /^الطلبات/ })).toMatchTextContent('84')
  expectLimitedLists(calls)
})

test('the orders screen finds orders by parts of words', async () => {
  await admin.requests.order({ ...WEDDING, customerName: 'سعد الحدّاد' })
  await admin.requests.order({ ...WEDDING, eventName: 'حفل الأوائل' })
  await openScreen('/orders')
  const field = page.getByRole('searchbox', { name: 'البحث في الطلبات' })
  await field.fill('داد')
  await expectUrl(/search=/)
  await expectCount(orderCards, 1)
  await expect.element(weddingCard).toBeVisible()
  await expect.element(page.getByText('1 من 2')).toBeVisible()
  await field.fill('ظظ')
  await expect.element(page.getByText('لا طلب بهذا البحث')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'عرض كل الطلبات' }).click()
  await expectCount(orderCards, 2)
})

test('the orders screen keeps its status filter in the URL', async () => {
  await admin.requests.order(WEDDING)
  await openScreen('/orders')
  await chooseOption('الحالة', 'ملغى')
  await expectUrl(/status=cancelled/)
  await expect.element(page.getByText('لا طلبات بهذه الحالة')).toBeVisible()
  await openScreen(window.location.pathname + window.location.search, { as: null })
  await expect.element(page.getByText('0 من 1')).toBeVisible()
  await page.getByRole('button', { name: 'عرض كل الحالات' }).click()
  await expect.element(page.getByRole('heading', { name: WEDDING.eventName })).toBeVisible()
})

test('two orders accepted at once show their own progress', async () => {
  await admin.requests.order(WEDDING)
  await admin.requests.order({ ...WEDDING, eventName: 'حفل الأوائل' })
  const network = await openScreen('/orders')
  const { held } = network.hold('orders/update.php')
  const first = listItemWithHeading('حفل الأوائل').getByRole('button', acceptButtonName)
  const second = weddingCard.getByRole('button', acceptButtonName)
  await first.click()
  await expect.element(first).toHaveAttribute('data-pending', 'true')
  await second.click()
  await expect.element(second).toHaveAttribute('data-pending', 'true')
  await expect.element(first).toHaveAttribute('data-pending', 'true')
  await expect.poll(() => held.length).toBe(2)
  held[1]!('release')
  await expectCount(second, 0)
  await expect.element(updatedToasts.first()).toBeVisible()
  await expect.element(first).toHaveAttribute('data-pending', 'true')
  held[0]!('refuse')
  await expect.element(page.getByRole('alertdialog', { name: 'فشل في تحديث حالة الطلب' })).toMatchTextContent('غير موجود')
  await closeAlertButton.click()
  await expect.element(first).not.toHaveAttribute('data-pending')
})

test('a user’s request opens the generator with the user as owner', async () => {
  const host = await addHost()
  const asHost = await signInBackend(HOST)
  await asHost.requests.create({ ...WEDDING, invitationCount: 30, notes: 'ثلاثة أيام' })
  await openScreen('/orders')
  await expect.element(page.getByText('لا طلبات من الموقع بعد')).toBeVisible()
  await openMenu()
  await expect.element(page.getByRole('menuitem', { name: 'الطلبات بانتظارك 1' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('tab', { name: /طلبات المستخدمين/ }).click()
  await expect.element(weddingCard).toMatchTextContent('Jan 14, 2027')
  await expect.element(weddingCard).toMatchTextContent(HOST.fullName)
  await expect.element(weddingCard).toMatchTextContent('ثلاثة أيام')
  await expectAccessible()
  const manage = weddingCard.getByRole('button', { name: 'إدارة' })
  await manage.click()
  await expect.element(detailsDialog.getByRole('link', { name: `اتصال بـ${HOST.fullName}` })).toHaveAttribute('href', 'tel:0551204417')
  const whatsapp = detailsDialog.getByRole('link', { name: `واتساب ${HOST.fullName}` })
  await expect.element(whatsapp).toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\/966551204417\?text=/))
  await expect.element(whatsapp).toHaveAttribute('href', expect.stringContaining(encodeURIComponent(WEDDING.eventName)))
  await detailsDialog.getByRole('textbox', { name: 'ملاحظات الإدارة' }).fill('دُفع نصفها')
  await detailsDialog.getByRole('button', { name: 'مقبول' }).click()
  await expect.element(updatedToasts.first()).toBeVisible()
  await expect.element(weddingCard).toMatchTextContent('ملاحظات الإدارة: دُفع نصفها')
  await expect.element(weddingCard).toMatchTextContent('ثلاثة أيام')
  await expect.element(weddingCard).toMatchTextContent('مقبول')
  await manage.click()
  await detailsDialog.getByRole('link', { name: 'إنشاء الدعوات' }).click()
  await generator.scrollToOwner()
  await expect.element(generator.owner).toHaveValue(`${host.fullName} (${host.username})`)
})

test('an administrator adds the credits that a request asks for', async () => {
  const host = await addHost()
  const { id: requestId } = await (await signInBackend(HOST)).requests.create({ ...WEDDING, invitationCount: 80 })
  await openScreen('/orders?tab=users')
  await weddingCard.getByRole('button', { name: 'إدارة' }).click()
  await detailsDialog.getByRole('link', { name: 'زد الرصيد' }).click()
  const dialog = page.getByRole('dialog', { name: `رصيد ${HOST.fullName}` })
  await expect.element(dialog.getByRole('textbox', { name: /^عدد الدعوات/ })).toHaveValue('80')
  await expect.element(dialog.getByRole('textbox', { name: /^السبب/ })).toHaveValue(`طلب دعوات: ${WEDDING.eventName}`)
  await expectAccessible()
  await dialog.getByRole('button', { name: 'زيادة الرصيد' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('بقي 130 من 130')).toBeVisible()
  expect((await admin.accounts.credits({ userId: host.id })).rows[0]).toMatchObject({ kind: 'grant', amount: 80, requestId })
})

test('the orders screen keeps notes that could not be saved', async () => {
  await admin.requests.order(WEDDING)
  const network = createNetwork()
  const restoreList = network.refuse('orders/list.php')
  await openScreen('/orders', { network })
  await expect.element(page.getByRole('status').filter({ hasText: 'تعذّر تحميل الطلبات' })).toBeVisible()
  await expectCount(page.getByRole('alert'), 0)
  await expectAccessible()
  restoreList()
  await page.getByRole('button', { name: 'إعادة المحاولة' }).first().click()
  await expect.element(page.getByRole('heading', { name: WEDDING.eventName })).toBeVisible()

  const restoreUpdate = network.fail('orders/update.php')
  await page.getByRole('button', acceptButtonName).click()
  await expect.element(failureAlert).toMatchTextContent('حدث خطأ أثناء تحديث الطلب')
  await closeAlertButton.click()
  await page.getByRole('button', { name: 'التفاصيل' }).click()
  const notes = page.getByRole('textbox', { name: 'ملاحظات' })
  await notes.fill('تبقى')
  await page.getByRole('button', { name: 'حفظ الملاحظات' }).click()
  await expect.element(failureAlert).toMatchTextContent('حدث خطأ أثناء تحديث الطلب')
  await expectAccessible()
  await closeAlertButton.click()
  await expect.element(notes).toHaveValue('تبقى')
  restoreUpdate()
  await page.getByRole('button', { name: 'حفظ الملاحظات' }).click()
  await expect.element(page.getByText('حُفظت الملاحظات')).toBeVisible()
  expect(await readStoredWedding()).toMatchObject({ notes: 'تبقى' })
})
