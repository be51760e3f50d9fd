import { expect, test } from './fixtures.ts'
import { generatorPage } from './generator-page.ts'
import { chooseOption } from './request-helpers.ts'

const FIRST_NAMES = ['سارة', 'نورة', 'هدى', 'ريم', 'أروى', 'منى', 'ليلى', 'أسماء', 'خديجة', 'هند']
const FATHERS = ['باوزير', 'العريقي', 'الأغبري', 'الكثيري', 'الحكيمي', 'باعوم']

test('an order leads to an account, to invitations, to more of them and to a receipt', async ({ page, admin, signIn, openContext }) => {
  test.slow()
  await admin.sales.createPackage({ name: 'باقة الأفراح', invitations: 60, price: 30_000, currency: 'YER' })
  const customer = await (await openContext()).newPage()
  await customer.goto('/website')
  const form = customer.locator('#order form[data-form]')
  await form.getByRole('textbox', { name: 'اسم المناسبة' }).fill('تخرّج ريم')
  for (const [n, part] of ['23', '03', '2027'].entries())
    await form.getByRole('group', { name: 'تاريخ المناسبة' }).getByRole('spinbutton').nth(n).fill(part)
  await form.getByRole('combobox', { name: 'نوع المناسبة' }).selectOption('graduation')
  await form.getByRole('textbox', { name: 'اسمك' }).fill('أم خالد')
  await form.getByRole('textbox', { name: 'رقم الهاتف' }).fill('0551204417')
  await form.getByRole('button', { name: 'إرسال الطلب' }).click()
  await expect(form.locator('[data-message]')).toHaveText('تم إرسال طلبك بنجاح، سنتواصل معك قريباً')

  await signIn()
  await page.goto('/orders')
  const order = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'تخرّج ريم' }) })
  await order.getByRole('button', { name: 'قبول', exact: true }).click()
  await order.getByRole('button', { name: 'افتح حساباً لصاحبه' }).click()
  const dialog = page.getByRole('dialog', { name: 'افتح حساباً لصاحبه' })
  await dialog.getByRole('button', { name: 'الباقة' }).click()
  await page.getByRole('option', { name: /^باقة الأفراح/ }).click()
  await dialog.getByRole('button', { name: 'افتح الحساب' }).click()
  await expect(dialog.getByRole('listitem', { name: 'الرصيد' })).toContainText('مُنح 60 دعوة')
  const whatsapp = new URL((await dialog.getByRole('link', { name: 'أرسل الرابط بواتساب' }).getAttribute('href'))!)
  const [url] = /http\S+\/welcome#\S+/.exec(whatsapp.searchParams.get('text')!)!

  const requested: string[] = []
  customer.on('request', request => requested.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await customer.goto(url)
  await expect(customer.getByRole('heading', { name: 'أهلاً بك، أم خالد' })).toBeVisible()
  expect(customer.url()).toMatch(/\/welcome$/)
  await customer.getByLabel('كلمة المرور', { exact: true }).fill('ورد-جوري 7')
  await customer.getByLabel('تأكيد كلمة المرور', { exact: true }).fill('ورد-جوري 7')
  await customer.getByRole('button', { name: 'دخول', exact: true }).click()
  const event = customer.getByRole('region', { name: 'مناسباتك القادمة' })
  await expect(event.getByRole('heading', { name: 'تخرّج ريم' })).toBeVisible()
  await event.getByRole('link').click()
  await expect(customer.getByRole('heading', { name: 'تخرّج ريم', level: 1 })).toBeVisible()
  expect(requested.join('\n')).not.toContain(new URL(url).hash.slice(1))

  // Half of the sum is paid.
  const money = page.getByRole('dialog', { name: /^المبلغ والدفعات/ })
  const payment = page.getByRole('dialog', { name: 'تسجيل دفعة', exact: true })
  async function pay(amount: string) {
    await money.getByRole('button', { name: 'تسجيل دفعة' }).click()
    await payment.getByRole('textbox', { name: /^المبلغ/ }).fill(amount)
    await payment.getByRole('button', { name: 'حفظ', exact: true }).click()
    await expect(payment).toBeHidden()
  }
  await page.goto('/orders')
  await order.getByRole('button', { name: 'المبلغ والدفعات' }).click()
  await money.getByRole('button', { name: 'تحديد المبلغ' }).click()
  const agreement = page.getByRole('dialog', { name: 'المبلغ المتفق عليه', exact: true })
  await chooseOption(page, 'من باقة', 'باقة الأفراح')
  await agreement.getByRole('button', { name: 'حفظ', exact: true }).click()
  await pay('15000')
  await expect(money.getByText('مدفوع جزئياً')).toBeVisible()

  // The customer uses all invitations of the package, and requests more.

  await customer.getByRole('button', { name: 'إضافة ضيوف' }).click()
  const added = customer.getByRole('dialog', { name: 'إضافة ضيوف' })
  const names = Array.from({ length: 60 }, (_, n) => `${FIRST_NAMES[n % 10]} ${FATHERS[Math.floor(n / 10)]}`)
  await added.getByRole('textbox', { name: /^أسماء/ }).fill(names.join('\n'))
  await added.getByRole('button', { name: 'إضافة ضيوف' }).click()
  await expect(added).toBeHidden()
  await expect(customer.getByText('60 دعوة', { exact: true })).toBeVisible()
  await customer.goto('/requests')
  await customer.getByRole('button', { name: 'طلب جديد' }).click()
  const more = customer.getByRole('dialog', { name: 'طلب دعوات جديد' })
  await more.getByRole('textbox', { name: 'اسم المناسبة' }).fill('تخرّج ريم')
  await generatorPage(customer).typeDate('2027-03-23')
  await chooseOption(customer, 'نوع المناسبة', 'تخرّج')
  await more.getByRole('textbox', { name: 'رقم الهاتف' }).fill('0551204417')
  await more.getByRole('textbox', { name: 'عدد الدعوات' }).fill('80')
  await more.getByRole('button', { name: 'إرسال الطلب' }).click()
  await expect(more).toBeHidden()

  // The office grants them from the request, and records the rest of the sum.
  await page.goto('/orders?tab=users')
  await order.getByRole('button', { name: 'إدارة' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'زد الرصيد' }).click()
  const credits = page.getByRole('dialog', { name: 'رصيد أم خالد' })
  await credits.getByRole('button', { name: 'زيادة الرصيد' }).click()
  await expect(credits).toBeHidden()
  await expect(page.getByText('بقي 80 من 140')).toBeVisible()
  await page.goto('/orders')
  await order.getByRole('button', { name: 'المبلغ والدفعات' }).click()
  await pay('15000')
  await expect(money.getByText('مدفوع', { exact: true })).toBeVisible()
  await expect(money.getByRole('button', { name: /^طباعة سند قبض/ })).toHaveCount(2)
  await customer.reload()
  await expect(customer.getByText('الرصيد 80')).toBeVisible()
})
