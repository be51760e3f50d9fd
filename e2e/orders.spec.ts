import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from './fixtures.ts'
import { addHost, choose, FAILURES, failing, HOST, refusing, WEDDING } from './office.ts'

const card = { name: WEDDING.eventName }

test('an order is read, accepted, noted, and made into invitations', async ({ page, admin, signIn, axe }) => {
  await admin.requests.order({ ...WEDDING, invitationCount: 240 })
  await admin.requests.order({ ...WEDDING, eventName: 'حفل الأوائل', eventType: 'graduation' })
  await signIn()
  await page.goto('/generator')
  await page
    .getByRole('button', { name: /المزيد/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem', { name: /^الطلبات/ })).toContainText('2')
  await axe()
  await page.getByRole('menuitem', { name: /^الطلبات/ }).click()
  await expect(page).toHaveURL(/\/orders$/)

  const order = page.getByRole('listitem').filter({ has: page.getByRole('heading', card) })
  await expect(order).toContainText('قيد الانتظار')
  await expect(order).toContainText('6 شعبان 1448 هـ')
  await expect(order).toContainText('14 يناير 2027 م')
  await expect(order).toContainText('240')
  const [kept] = (await admin.requests.orders({})).rows.filter(({ eventName }) => eventName === WEDDING.eventName)
  await expect(order).toContainText(kept!.id.slice(-8))
  await expect(page.getByText('2 من 2')).toBeVisible()
  await axe()

  await order.getByRole('button', { name: 'قبول', exact: true }).click()
  await expect(order).toContainText('قيد التجهيز')
  await expect(order.getByRole('button', { name: 'قبول' })).toHaveCount(0)
  expect((await admin.requests.orders({})).rows.find(({ id }) => id === kept!.id)).toMatchObject({ status: 'processing' })

  await order.getByRole('button', { name: 'التفاصيل' }).click()
  const details = page.getByRole('dialog', card)
  await expect(details.getByRole('link', { name: 'اتصال' })).toHaveAttribute('href', 'tel:0551204417')
  await expect(details.getByRole('link', { name: 'واتساب' })).toHaveAttribute('href', /^https:\/\/wa\.me\/966551204417\?text=/)
  await details.getByRole('textbox', { name: 'ملاحظات' }).fill('بطاقة عاجيّة')
  await axe()
  await details.getByRole('button', { name: 'مكتمل' }).click()
  await expect(details).toBeHidden()
  await expect(page.getByText('تم تحديث حالة الطلب بنجاح').first()).toBeVisible()
  await expect(order).toContainText('بطاقة عاجيّة')
  expect((await admin.requests.orders({})).rows.find(({ id }) => id === kept!.id)).toMatchObject({
    status: 'completed',
    notes: 'بطاقة عاجيّة',
  })

  await order.getByRole('button', { name: 'التفاصيل' }).click()
  await details.getByRole('link', { name: 'إنشاء الدعوات' }).click()
  await expect(page.getByRole('textbox', { name: 'اسم المناسبة' })).toHaveValue(WEDDING.eventName)
  await expect(page.getByRole('textbox', { name: 'عدد الاستخدامات' })).toHaveValue('240')
})

/** So many orders, every thirteenth one cancelled, written straight into the database: visitors send only so many an hour. */
function addOrders(dataDir: string, count: number) {
  const db = new DatabaseSync(path.join(dataDir, 'hudur.sqlite'), { timeout: 5_000 })
  db.prepare(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
    insert into orders (id, event_name, event_date, event_type, phone, invitation_count, status, source, created_at)
    select printf('order-%08d', n), 'مناسبة رقم ' || n, '2027-01-14', 'wedding', '0551204417', 1,
      case when n % 13 = 0 then 'cancelled' else 'pending' end, 'website', printf('2026-11-01T%02d:%02d:00.000Z', n / 60, n % 60) from numbers`).run(
    count,
  )
  db.close()
}

test('orders come a page at a time, and the counts are of all of them', async ({ page, product, signIn, axe }) => {
  addOrders(product.dataDir, 91)
  const asked: string[] = []
  page.on('request', request => request.url().includes('/orders/list.php') && asked.push(request.url()))
  await signIn()
  await page.goto('/orders?page=3')
  const cards = page.getByRole('tabpanel').getByRole('listitem')
  await expect(cards).toHaveCount(30)
  await expect(page.getByText('91 من 91')).toBeVisible()
  await expect(page.getByRole('tab', { name: /طلبات الموقع/ })).toContainText('91')
  await page.getByRole('button', { name: 'التالية' }).click()
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('مناسبة رقم 1')
  await axe()
  await choose(page, 'الحالة', 'ملغى')
  await expect(page.getByText('7 من 91')).toBeVisible()
  await expect(cards).toHaveCount(7)
  await choose(page, 'الحالة', 'قيد الانتظار')
  await expect(page.getByText('من 1 إلى 30، والكل 84')).toBeVisible()
  // A page that is not there gives way to the last one.
  await page.goto('/orders?page=9')
  await expect(page).toHaveURL(/page=4$/)
  await expect(cards).toHaveCount(1)
  await page
    .getByRole('button', { name: /المزيد/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem', { name: /^الطلبات/ })).toContainText('84')
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter(url => !url.includes('limit='))).toEqual([])
})

test('a filter stays in the address; where nothing has that status the way back is offered', async ({ page, admin, signIn }) => {
  await admin.requests.order(WEDDING)
  await signIn()
  await page.goto('/orders')
  await choose(page, 'الحالة', 'ملغى')
  await expect(page).toHaveURL(/status=cancelled/)
  await expect(page.getByText('لا طلبات بهذه الحالة')).toBeVisible()
  await page.reload()
  await expect(page.getByText('0 من 1')).toBeVisible()
  await page.getByRole('button', { name: 'عرض كل الحالات' }).click()
  await expect(page.getByRole('heading', card)).toBeVisible()
})

test('two orders are accepted at once: each shows its own waiting, and the failure of one is told', async ({
  page,
  admin,
  signIn,
  trouble,
}) => {
  trouble.allow(FAILURES)
  await admin.requests.order(WEDDING)
  await admin.requests.order({ ...WEDDING, eventName: 'حفل الأوائل' })
  const held: (() => Promise<void>)[] = []
  await signIn()
  await page.goto('/orders')
  await page.route('**/api/orders/update.php*', async route => {
    const isFirst = held.length === 0
    await new Promise<void>(resolve => {
      held.push(async () => resolve())
    })
    if (isFirst) await route.fulfill({ status: 404, json: { success: false, error: 'غير موجود', code: 'not-found' } })
    else await route.continue()
  })
  const accept = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) })
      .getByRole('button', { name: 'قبول', exact: true })
  const [first, second] = [accept('حفل الأوائل'), accept(WEDDING.eventName)]
  await first.click()
  await expect(first).toHaveAttribute('data-pending', 'true')
  await second.click()
  await expect(second).toHaveAttribute('data-pending', 'true')
  await expect(first).toHaveAttribute('data-pending', 'true')
  await expect.poll(() => held.length).toBe(2)
  await held[1]!()
  await expect(second).toHaveCount(0)
  await expect(page.getByText('تم تحديث حالة الطلب بنجاح').first()).toBeVisible()
  await expect(first).toHaveAttribute('data-pending', 'true')
  await held[0]!()
  await expect(page.getByRole('alertdialog', { name: 'فشل في تحديث حالة الطلب' })).toContainText('غير موجود')
  await page.getByRole('button', { name: 'حسناً' }).click()
  await expect(first).not.toHaveAttribute('data-pending')
})

test('a user’s request is managed, and its invitations are made for its user', async ({
  page,
  admin,
  playwright,
  product,
  signIn,
  axe,
}) => {
  const host = await addHost(admin)
  const asHost = await playwright.request.newContext({ baseURL: product.url })
  await asHost.post('/api/auth/login.php', { data: { username: HOST.username, password: HOST.password } })
  await asHost.post('/api/user-requests/create.php', { data: { ...WEDDING, invitationCount: 30, notes: 'ثلاثة أيام' } })
  await asHost.dispose()
  await signIn()
  await page.goto('/orders')
  await expect(page.getByText('لا طلبات من الموقع بعد')).toBeVisible()
  await page
    .getByRole('button', { name: /المزيد/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem', { name: 'الطلبات بانتظارك 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: /طلبات المستخدمين/ }).click()
  const request = page.getByRole('listitem').filter({ has: page.getByRole('heading', card) })
  await expect(request).toContainText('Jan 14, 2027')
  await expect(request).toContainText(HOST.fullName)
  await expect(request).toContainText('ثلاثة أيام')
  await axe()
  await request.getByRole('button', { name: 'إدارة' }).click()
  const window = page.getByRole('dialog', card)
  await expect(window.getByRole('link', { name: `اتصال بـ${HOST.fullName}` })).toHaveAttribute('href', 'tel:0551204417')
  const whatsapp = window.getByRole('link', { name: `واتساب ${HOST.fullName}` })
  await expect(whatsapp).toHaveAttribute('href', /^https:\/\/wa\.me\/966551204417\?text=/)
  await expect(whatsapp).toHaveAttribute('href', new RegExp(encodeURIComponent(WEDDING.eventName)))
  await window.getByRole('button', { name: 'مقبول' }).click()
  await expect(page.getByText('تم تحديث حالة الطلب بنجاح').first()).toBeVisible()
  await expect(request).toContainText('مقبول')
  await request.getByRole('button', { name: 'إدارة' }).click()
  await window.getByRole('link', { name: 'إنشاء الدعوات' }).click()
  await expect(page.getByRole('combobox', { name: 'صاحب الدعوات' })).toHaveValue(`${host.fullName} (${host.username})`)
})

test('what cannot be had or saved is said, can be tried again, and loses nothing', async ({ page, admin, signIn, trouble, axe }) => {
  trouble.allow(FAILURES)
  await admin.requests.order(WEDDING)
  await signIn()
  const list = await refusing(page, 'orders/list.php')
  await page.goto('/orders')
  await expect(page.getByRole('status').filter({ hasText: 'تعذّر تحميل الطلبات' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await axe()
  await list.restore()
  await page.getByRole('button', { name: 'إعادة المحاولة' }).first().click()
  await expect(page.getByRole('heading', card)).toBeVisible()

  const update = await failing(page, 'orders/update.php')
  await page.getByRole('button', { name: 'قبول', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('حدث خطأ أثناء تحديث الطلب')
  await page.getByRole('button', { name: 'حسناً' }).click()
  await page.getByRole('button', { name: 'التفاصيل' }).click()
  await page.getByRole('textbox', { name: 'ملاحظات' }).fill('تبقى')
  await page.getByRole('button', { name: 'حفظ الملاحظات' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('حدث خطأ أثناء تحديث الطلب')
  await axe()
  await page.getByRole('button', { name: 'حسناً' }).click()
  await expect(page.getByRole('textbox', { name: 'ملاحظات' })).toHaveValue('تبقى')
  await update.restore()
  await page.getByRole('button', { name: 'حفظ الملاحظات' }).click()
  await expect(page.getByText('حُفظت الملاحظات')).toBeVisible()
})
