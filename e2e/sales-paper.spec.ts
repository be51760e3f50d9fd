import { hasPoppler, POPPLER_PACKAGE } from '../scripts/debian.mjs'
import { expect, test } from './fixtures.ts'
import { recordPrintCalls, waitForPrint } from './paper-page.ts'
import { normalizeText, pageTextsOf } from './pdf.ts'

const ORDER = { eventDate: '2027-01-14', eventType: 'wedding', phone: '777123456', invitationCount: 60 } as const

/** An order in each of three currencies: the sum in minor units, how it is printed, and the name of the currency. */
const SUMS = [
  { eventName: 'زفاف خديجة', amount: 50_000, currency: 'YER', printed: ['50,000', '٥٠٬٠٠٠'], name: 'ريال يمني' },
  { eventName: 'زفاف الشيماء', amount: 120_050, currency: 'USD', printed: ['1,200.50', '١٬٢٠٠٫٥٠'], name: 'دولار أمريكي' },
  { eventName: 'زفاف إلهام', amount: 1_234_567, currency: 'KWD', printed: ['1,234.567', '١٬٢٣٤٫٥٦٧'], name: 'دينار كويتي' },
] as const

// `npm test` installs Poppler first. Without Poppler the test is skipped.
test.skip(!hasPoppler(), `apt-get install ${POPPLER_PACKAGE}`)

test('invoices and receipts have searchable words and right amounts', async ({ page, admin, signIn }) => {
  const numbers = new Map<string, string>()
  for (const { eventName, amount, currency } of SUMS) {
    const { id: orderId } = await admin.requests.order({ ...ORDER, eventName, customerName: 'الأستاذ أحمد العولقي' })
    await admin.sales.agree({ orderId, amount, currency })
    await admin.sales.createPayment({ orderId, amount, currency, method: 'transfer', note: 'حوالة الكريمي' })
    const { year, number } = await admin.sales.createInvoice({ orderId })
    numbers.set(eventName, `${year}/${number}`)
  }
  await recordPrintCalls(page)
  await signIn()
  for (const { eventName, printed, name } of SUMS) {
    await page.goto('/orders')
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: eventName, exact: true }) })
    await card.getByRole('button', { name: 'المبلغ والدفعات' }).click()
    for (const [choice, amount] of [
      ['123', printed[0]],
      ['١٢٣', printed[1]],
    ] as const) {
      await page.getByRole('dialog').getByText(choice, { exact: true }).click()
      for (const paper of ['فاتورة', 'سند قبض']) {
        await page.evaluate(() => Object.assign(window, { printed: 0 }))
        await page.getByRole('button', { name: new RegExp(`^طباعة ${paper} `) }).click()
        await waitForPrint(page)
        const texts = await pageTextsOf(await page.pdf({ preferCSSPageSize: true }))
        expect(texts).toHaveLength(1)
        const [text] = texts
        for (const words of [paper, eventName, 'الأستاذ', 'العولقي', ...name.split(' '), amount])
          expect(text).toContain(normalizeText(words))
        if (choice === '123' && paper === 'فاتورة') expect(text).toContain(numbers.get(eventName))
      }
    }
  }
})
