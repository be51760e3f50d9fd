import type { Invoice } from '@hudur/core/sales/invoices'
import { formatAmount } from '@hudur/core/sales/money'
import type { PaperFacts, Payment } from '@hudur/core/sales/payments'
import type { ReactNode } from 'react'
import { text } from '../../text/ar.ts'
import { toArabicDigits } from '../../text/card-format.ts'
import { formatCountedNoun, formatGregorianDay, formatSheetDay } from '../../text/format.ts'
import { Numeric } from '../../ui/numeric.tsx'
import { PrintContent } from '../../ui/paper.tsx'

const words = text.salesPaper

/** The digits of a paper: 0-9 or ٠-٩. */
export type PaperDigits = 'western' | 'arabic'

/** Returns the number of a paper: «2026/14». */
export const paperNumber = ({ year, number }: { year: number; number: number }) => `${year}/${number}`

/** Writes a text with ٠-٩ and with the Arabic separators of numbers. */
const writeArabic = (written: string) => toArabicDigits(written.replace(/(\d),(?=\d)/g, '$1٬').replace(/(\d)\.(?=\d)/g, '$1٫'))

const writerOf = (digits: PaperDigits) => (digits === 'arabic' ? writeArabic : (written: string) => written)

type PaperProps = { title: string; number: string; at: string; facts: PaperFacts; write: (written: string) => string; children: ReactNode }

/** Prints a paper of the office, or saves it as a PDF by the dialog of the browser. */
function SalesPaper({ title, number, at, facts: { seller, customer }, write, children }: PaperProps) {
  return (
    <PrintContent>
      <article className="recap bill">
        <header>
          <p>{seller.name}</p>
          <h1 className="display">
            {title} {words.number} <Numeric>{write(number)}</Numeric>
          </h1>
          <p>
            {words.date}: {write(formatGregorianDay(formatSheetDay(new Date(at))))}
          </p>
        </header>
        <div className="bill-parties">
          <PaperLines
            lines={[
              [words.seller, seller.name],
              ['', seller.location],
              [words.phone, <Numeric key="phone">{write(seller.phone)}</Numeric>],
              [words.email, <Numeric key="email">{seller.email}</Numeric>],
            ]}
          />
          <PaperLines
            lines={[
              [words.customer, customer.name ?? ''],
              [words.phone, <Numeric key="phone">{write(customer.phone)}</Numeric>],
            ]}
          />
        </div>
        {children}
      </article>
    </PrintContent>
  )
}

/** Renders lines of a name and a value; those without a value are left out. */
function PaperLines({ lines }: { lines: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <div>
      {lines.map(
        ([name, value], index) =>
          value !== '' && (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a paper never change their order
            <p key={index}>
              {name && `${name}: `}
              <bdi>{value}</bdi>
            </p>
          ),
      )}
    </div>
  )
}

/** Prints an invoice or a credit note as it was made. */
export function InvoicePaper({ invoice, digits }: { invoice: Invoice; digits: PaperDigits }) {
  const write = writerOf(digits)
  const { amount, currency, paid, facts, kind, reverses, note, at } = invoice
  const money = (sum: number) => write(formatAmount({ amount: sum, currency }))
  const count = write(formatCountedNoun(facts.invitationCount, text.packages.invitationWord))
  const isInvoice = kind === 'invoice'
  return (
    <SalesPaper at={at} facts={facts} number={paperNumber(invoice)} title={text.orderMoney.kinds[kind]} write={write}>
      {reverses && (
        <p>
          {words.reverses} <Numeric>{write(paperNumber(reverses))}</Numeric>
        </p>
      )}
      {note && (
        <p>
          {words.reason}: <bdi>{note}</bdi>
        </p>
      )}
      <table className="bill-table">
        <thead>
          <tr>
            <th scope="col">{words.what}</th>
            <th scope="col">{words.amount}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              {words.line(count, facts.event.name)}
              <small>
                {words.eventDate}: {write(formatGregorianDay(facts.event.date))}
              </small>
            </td>
            <td>{money(amount)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            <td>{money(amount)}</td>
          </tr>
          {isInvoice && (
            <>
              <tr>
                <th scope="row">{words.paid}</th>
                <td>{money(paid)}</td>
              </tr>
              <tr>
                <th scope="row">{words.due}</th>
                <td>{money(Math.max(0, amount - paid))}</td>
              </tr>
            </>
          )}
        </tfoot>
      </table>
    </SalesPaper>
  )
}

/** Prints the receipt of a payment, or the paper of its reversal. */
export function ReceiptPaper({ payment, digits }: { payment: Payment; digits: PaperDigits }) {
  const write = writerOf(digits)
  const { amount, currency, method, note, facts, at, reverses } = payment
  const isReversal = reverses !== null
  return (
    <SalesPaper
      at={at}
      facts={facts}
      number={paperNumber(payment)}
      title={isReversal ? text.orderMoney.receiptReversal : text.orderMoney.receipt}
      write={write}
    >
      <p className="bill-sum">
        {isReversal ? words.returned : words.received}: {write(formatAmount({ amount: Math.abs(amount), currency }))}
      </p>
      <PaperLines
        lines={[
          [words.method, text.orderMoney.methods[method]],
          [words.event, facts.event.name],
          [words.eventDate, write(formatGregorianDay(facts.event.date))],
          [isReversal ? words.reason : words.note, note],
        ]}
      />
    </SalesPaper>
  )
}
