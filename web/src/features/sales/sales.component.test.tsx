import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseOption, listItemWithHeading } from '../../../testing/component/controls.ts'
import { HOST, WEDDING } from '../../../testing/component/host.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin, signInBackend } from '../../../testing/component/session.ts'
import { prepareReceiptPicture } from './receipt-picture.ts'

const moneyDialog = page.getByRole('dialog', { name: /^المبلغ والدفعات/ })
const formDialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const save = { name: 'حفظ', exact: true }

const createPicture = () => new Promise<Blob>(resolve => document.createElement('canvas').toBlob(blob => resolve(blob!), 'image/png'))

const openMoney = async () => {
  await openScreen('/orders')
  await listItemWithHeading(WEDDING.eventName).getByRole('button', { name: 'المبلغ والدفعات' }).click()
}

test('a package is added, shown to visitors and archived on /settings', async () => {
  await openScreen('/settings')
  await page.getByRole('button', { name: 'باقة جديدة' }).click()
  const form = formDialog('باقة جديدة')
  await form.getByRole('button', save).click()
  await expect.element(form.getByText('اكتب اسم الباقة')).toBeVisible()
  await expect.element(form.getByText('اكتب المبلغ')).toBeVisible()
  await form.getByRole('textbox', { name: /^اسم الباقة/ }).fill('باقة المئة')
  await form.getByRole('textbox', { name: /^السعر/ }).fill('٥٠٬٠٠٠٫٥')
  await form.getByRole('button', save).click()
  await expect.element(form.getByText('اكتب مبلغاً صحيحاً بلا كسور، مثل 50,000')).toBeVisible()
  await form.getByRole('textbox', { name: /^السعر/ }).fill('٥٠٬٠٠٠')
  await form.getByText('تظهر في الصفحة العامة للزوّار').click()
  await expectAccessible()
  await form.getByRole('button', save).click()
  const row = listItemWithHeading('باقة المئة في الصفحة العامة')
  await expect.element(row).toMatchTextContent('100 دعوة')
  await expect.element(row).toMatchTextContent('50,000')
  expect(await admin.sales.packages({})).toMatchObject([{ name: 'باقة المئة', price: 50_000, currency: 'YER', isPublic: true }])
  await row.getByRole('button', { name: 'أرشفة' }).click()
  await expect.element(listItemWithHeading('باقة المئة مؤرشفة')).toBeVisible()
  await expectAccessible()
})

test('an order gets a sum, a payment, an invoice, and their reversals', async () => {
  await admin.sales.createPackage({ name: 'باقة الخمسين', invitations: 50, price: 120_050, currency: 'USD' })
  const { id: orderId } = await admin.requests.order(WEDDING)
  await openMoney()
  await expect.element(moneyDialog.getByText('لم يُتفق على مبلغ')).toBeVisible()
  await moneyDialog.getByRole('button', { name: 'تحديد المبلغ' }).click()
  const agreement = formDialog('المبلغ المتفق عليه')
  await chooseOption('من باقة', 'باقة الخمسين')
  await expect.element(agreement.getByRole('textbox', { name: /^المبلغ/ })).toHaveValue('1200.50')
  await agreement.getByRole('button', save).click()
  await expect.element(moneyDialog.getByText('غير مدفوع')).toBeVisible()

  await moneyDialog.getByRole('button', { name: 'تسجيل دفعة' }).click()
  const payment = formDialog('تسجيل دفعة')
  await payment.getByRole('textbox', { name: /^المبلغ/ }).fill('500.255')
  await payment.getByRole('button', save).click()
  await expect.element(payment.getByText(/وبعد النقطة خانتان على الأكثر/)).toBeVisible()
  await payment.getByRole('textbox', { name: /^المبلغ/ }).fill('500')
  await payment.getByText('حوالة', { exact: true }).click()
  await payment.getByRole('textbox', { name: 'ملاحظة' }).fill('حوالة 77')
  await expectAccessible()
  await payment.getByRole('button', save).click()
  await expect.element(moneyDialog.getByText('مدفوع جزئياً')).toBeVisible()
  await expect.element(moneyDialog.getByText(/700\.50/)).toBeVisible()
  const [stored] = await admin.sales.payments({ orderId })
  expect(stored).toMatchObject({ amount: 50_000, currency: 'USD', method: 'transfer', note: 'حوالة 77', number: 1 })

  await moneyDialog.getByRole('button', { name: 'إصدار فاتورة' }).click()
  await expect.element(moneyDialog.getByRole('button', { name: /^طباعة فاتورة \d{4}\/1$/ })).toBeVisible()
  await expect.element(moneyDialog.getByRole('button', { name: 'إصدار فاتورة' })).not.toBeInTheDocument()
  await expectAccessible()
  await moneyDialog.getByRole('button', { name: 'إلغاء الفاتورة' }).click()
  const reversal = formDialog('إلغاء الفاتورة')
  await reversal.getByRole('button', { name: 'إلغاء الفاتورة' }).click()
  await expect.element(reversal.getByText('اكتب السبب')).toBeVisible()
  await reversal.getByRole('textbox', { name: /^السبب/ }).fill('تغيّر المبلغ')
  await reversal.getByRole('button', { name: 'إلغاء الفاتورة' }).click()
  await expect.element(moneyDialog.getByRole('button', { name: /^طباعة إشعار دائن/ })).toBeVisible()

  await moneyDialog.getByRole('button', { name: 'إلغاء الدفعة' }).click()
  await formDialog('إلغاء دفعة').getByRole('button', { name: 'إلغاء دفعة' }).click()
  await expect.element(moneyDialog.getByText('غير مدفوع')).toBeVisible()
  expect(await admin.sales.payments({ orderId })).toMatchObject([{ amount: 50_000 }, { amount: -50_000 }])
  await userEvent.keyboard('{Escape}')
  await expect.element(listItemWithHeading(WEDDING.eventName).getByText('غير مدفوع')).toBeVisible()
})

test('the request of a user shows the money of the orders of the account', async () => {
  await admin.accounts.create({ ...HOST, phone: WEDDING.phone })
  await (await signInBackend(HOST)).requests.create(WEDDING)
  const { id: orderId } = await admin.requests.order({ ...WEDDING, eventName: 'حفل الأوائل' })
  await admin.sales.agree({ orderId, amount: 500, currency: 'YER' })
  await admin.requests.updateOrder({ id: orderId, status: 'processing' })
  await admin.requests.openAccount({ id: orderId })
  await openScreen('/orders?tab=users')
  await listItemWithHeading(WEDDING.eventName).getByRole('button', { name: 'إدارة' }).click()
  const order = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'حفل الأوائل' })
  await expect.element(order).toMatchTextContent('غير مدفوع')
  await expectAccessible()
  await order.getByRole('button', { name: 'المبلغ والدفعات' }).click()
  await expect.element(moneyDialog.getByText(/500.* ريال يمني/).first()).toBeVisible()
})

test('a stored picture of a receipt is shown', async () => {
  const { id: orderId } = await admin.requests.order(WEDDING)
  const { id: paymentId } = await admin.sales.createPayment({ orderId, amount: 5, currency: 'YER', method: 'cash' })
  await admin.sales.saveReceiptPicture({ paymentId, picture: await createPicture() })
  await openMoney()
  await moneyDialog.getByRole('button', { name: 'عرض صورة الإيصال' }).click()
  await expect.element(moneyDialog.getByRole('img', { name: 'صورة الإيصال' })).toBeInTheDocument()
})

test('the picture of a receipt is refused when it is none or takes too long to decode', async () => {
  expect(await prepareReceiptPicture(new Blob(['%PDF-1.7']))).toEqual({ ok: false, problem: expect.stringContaining('PNG') })
  expect(await prepareReceiptPicture(await createPicture(), 0)).toMatchObject({ problem: expect.stringContaining('طال فتح هذه الصورة') })
  expect(await prepareReceiptPicture(await createPicture())).toHaveProperty('picture')
})

test('/office shows the figures of the months as a chart and a table', async () => {
  const { id: orderId } = await admin.requests.order(WEDDING)
  await admin.sales.createPayment({ orderId, amount: 20_000, currency: 'YER', method: 'cash' })
  await openScreen('/office')
  await expect.element(page.getByRole('img', { name: /^الطلبات شهراً بعد شهر، وأكثرها 1 في/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^المجموع/ })).toMatchTextContent('20,000')
  await chooseOption('ما يُرسم', 'استُلم (ريال يمني)')
  await expect.element(page.getByRole('img', { name: /^استُلم \(ريال يمني\) شهراً بعد شهر/ })).toBeVisible()
  await expectAccessible()
})
