import type { OrderMoney } from '@hudur/core/sales/contract'
import type { Money } from '@hudur/core/sales/currency'
import type { Invoice } from '@hudur/core/sales/invoices'
import { formatAmount } from '@hudur/core/sales/money'
import type { Payment } from '@hudur/core/sales/payments'
import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { text } from '../../text/ar.ts'
import { formatInvitationMoment } from '../../text/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RowsSkeleton } from '../../ui/list-skeletons.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { failureOf } from './failure.ts'
import { AgreeDialog, PaymentDialog, ReverseInvoiceDialog, ReversePaymentDialog } from './money-forms.tsx'
import { PaymentChip } from './payment-chip.tsx'
import { useCreateInvoice, useOrderMoney, useReceiptPicture, useSaveReceiptPicture } from './queries.ts'
import { prepareReceiptPicture } from './receipt-picture.ts'
import { InvoicePaper, type PaperDigits, paperNumber, ReceiptPaper } from './sales-paper.tsx'

const words = text.orderMoney

type Opened = { is: 'agree' } | { is: 'pay' } | { is: 'reverse-payment'; id: string } | { is: 'reverse-invoice'; id: string }
type Printed = ({ payment: Payment } | { invoice: Invoice }) & { at: number }

type MoneyDialogProps = { order: { id: string; eventName: string }; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Shows the agreed sum, the payments and the invoices of a website order, and prints its papers. */
export function MoneyDialog({ order: { id: orderId, eventName }, isOpen, onOpenChange }: MoneyDialogProps) {
  const query = useOrderMoney(orderId)
  const [opened, setOpened] = useState<Opened>()
  const [printed, setPrinted] = useState<Printed>()
  const [digits, setDigits] = useState<PaperDigits>('western')
  const close = () => setOpened(undefined)
  const { data: money } = query
  return (
    <>
      <Dialog isOpen={isOpen} onOpenChange={onOpenChange} size="lg" title={words.title(eventName)}>
        <LoadFailure query={query}>{words.loadFailed}</LoadFailure>
        {query.isPending && <RowsSkeleton />}
        {money && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <Sums money={money} onAgree={() => setOpened({ is: 'agree' })} onPay={() => setOpened({ is: 'pay' })} />
            <Payments
              onPrint={payment => setPrinted({ payment, at: Date.now() })}
              onReverse={id => setOpened({ is: 'reverse-payment', id })}
              payments={money.payments}
            />
            <Invoices
              money={money}
              onPrint={invoice => setPrinted({ invoice, at: Date.now() })}
              onReverse={id => setOpened({ is: 'reverse-invoice', id })}
            />
            {money.payments.length + money.invoices.length > 0 && (
              <div className="flex flex-wrap items-center gap-3">
                <span className="text-muted text-sm">{words.digits}</span>
                <div className="w-40">
                  <SegmentedField
                    label={words.digits}
                    onChange={setDigits}
                    options={(['western', 'arabic'] as const).map(id => ({ id, label: words.digitChoices[id] }))}
                    value={digits}
                  />
                </div>
              </div>
            )}
          </div>
        )}
      </Dialog>
      {money && opened?.is === 'agree' && <AgreeDialog agreed={money.agreed} onClose={close} orderId={orderId} />}
      {money && opened?.is === 'pay' && <PaymentDialog due={money.due} onClose={close} orderId={orderId} />}
      {opened?.is === 'reverse-payment' && <ReversePaymentDialog onClose={close} paymentId={opened.id} />}
      {opened?.is === 'reverse-invoice' && <ReverseInvoiceDialog invoiceId={opened.id} onClose={close} />}
      {printed && 'payment' in printed && <ReceiptPaper digits={digits} key={printed.at} payment={printed.payment} />}
      {printed && 'invoice' in printed && <InvoicePaper digits={digits} invoice={printed.invoice} key={printed.at} />}
    </>
  )
}

const joinSums = (sums: readonly Money[]) => sums.map(formatAmount).join('، ')

function Sums({ money: { agreed, state, paid, due }, onAgree, onPay }: { money: OrderMoney; onAgree: () => void; onPay: () => void }) {
  const others = agreed ? paid.filter(({ currency }) => currency !== agreed.currency) : []
  const paidOfAgreed = agreed ? paid.filter(({ currency }) => currency === agreed.currency) : paid
  const left = due && due.amount !== 0 ? { ...due, amount: Math.abs(due.amount) } : undefined
  return (
    <section className="grid gap-3">
      <span>
        <PaymentChip state={state} />
      </span>
      <DescriptionList
        items={[
          [words.agreed, agreed && formatAmount(agreed)],
          [words.paid, paidOfAgreed.length > 0 ? joinSums(paidOfAgreed) : undefined],
          [state === 'overpaid' ? words.over : words.due, left && formatAmount(left)],
          [words.otherCurrency, others.length > 0 ? joinSums(others) : undefined],
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button onPress={onPay} variant={agreed ? 'primary' : 'outline'}>
          {words.addPayment}
        </Button>
        <Button onPress={onAgree} variant={agreed ? 'outline' : 'primary'}>
          {agreed ? words.changeAgreed : words.setAgreed}
        </Button>
      </div>
    </section>
  )
}

type PaymentsProps = { payments: readonly Payment[]; onPrint: (payment: Payment) => void; onReverse: (id: string) => void }

function Payments({ payments, onPrint, onReverse }: PaymentsProps) {
  const reversed = new Set(payments.map(({ reverses }) => reverses))
  return (
    <section>
      <h3 className="font-semibold">{words.payments}</h3>
      {payments.length === 0 && <p className="mt-2 text-muted text-sm">{words.noPayments}</p>}
      <ul className="divide-y divide-separator">
        {payments.map(payment => (
          <PaymentRow
            isReversed={reversed.has(payment.id)}
            key={payment.id}
            onPrint={() => onPrint(payment)}
            onReverse={() => onReverse(payment.id)}
            payment={payment}
          />
        ))}
      </ul>
    </section>
  )
}

type PaymentRowProps = { payment: Payment; isReversed: boolean; onPrint: () => void; onReverse: () => void }

function PaymentRow({ payment, isReversed, onPrint, onReverse }: PaymentRowProps) {
  const { amount, currency, method, note, by, at, reverses, hasPicture } = payment
  const [showsPicture, setShowsPicture] = useState(false)
  const isReversal = reverses !== null
  const heading = `payment-${payment.id}`
  const paper = isReversal ? words.receiptReversal : words.receipt
  return (
    <li className="grid gap-2 py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <p className={`font-medium ${isReversed ? 'text-muted line-through' : ''}`} id={heading}>
            {formatAmount({ amount, currency })}
          </p>
          <p className="break-words text-sm">
            {isReversal ? words.reversal : words.methods[method]}
            {note && (
              <>
                {' · '}
                <bdi>{note}</bdi>
              </>
            )}
          </p>
          <RowFacts at={at} by={by} number={paperNumber(payment)} what={paper} />
          {isReversed && <Chip tone="quiet">{words.reversed}</Chip>}
        </div>
        <IconButton label={words.printWhat(paper, paperNumber(payment))} onPress={onPrint}>
          <Printer aria-hidden="true" className="size-5" strokeWidth={1.6} />
        </IconButton>
      </div>
      {!isReversal && (
        <div className="flex flex-wrap gap-2">
          {hasPicture ? (
            <Button aria-describedby={heading} onPress={() => setShowsPicture(!showsPicture)} size="sm" variant="outline">
              {words.showPicture}
            </Button>
          ) : (
            <AddPicture paymentId={payment.id} />
          )}
          {!isReversed && (
            <Button aria-describedby={heading} onPress={onReverse} size="sm" variant="ghost">
              {words.reverse}
            </Button>
          )}
        </div>
      )}
      {showsPicture && <ReceiptPicture paymentId={payment.id} />}
    </li>
  )
}

function RowFacts({ what, number, by, at }: { what: string; number: string; by: string | null; at: string }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-muted text-xs">
      <span>
        {what} <Numeric>{number}</Numeric>
      </span>
      {by && (
        <span>
          {text.activity.by} <bdi>@{by}</bdi>
        </span>
      )}
      <Numeric>{formatInvitationMoment(at)}</Numeric>
    </p>
  )
}

function AddPicture({ paymentId }: { paymentId: string }) {
  const { mutateAsync, isPending } = useSaveReceiptPicture()

  async function save(file: File) {
    const prepared = await prepareReceiptPicture(file)
    if ('problem' in prepared) return notify.failure(prepared.problem)
    try {
      await mutateAsync({ paymentId, picture: prepared.picture })
      notify.done(words.pictureSaved)
    } catch (error) {
      notify.failure(failureOf(error).text)
    }
  }

  return (
    <label className="button button--outline button--sm relative cursor-pointer has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus has-[input:focus-visible]:outline-offset-2">
      <input
        accept="image/png,image/jpeg,image/webp"
        className="absolute inset-0 cursor-pointer opacity-0"
        disabled={isPending}
        onChange={event => {
          const file = event.target.files?.[0]
          if (file) void save(file)
          event.target.value = ''
        }}
        type="file"
      />
      {words.addPicture}
    </label>
  )
}

function ReceiptPicture({ paymentId }: { paymentId: string }) {
  const query = useReceiptPicture(paymentId)
  const [url, setUrl] = useState<string>()
  const { data } = query
  useEffect(() => {
    if (!data) return
    const created = URL.createObjectURL(new Blob([data]))
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [data])
  return (
    <>
      <LoadFailure query={query}>{words.loadFailed}</LoadFailure>
      {url && <img alt={words.picture} className="max-h-96 w-full rounded-md object-contain" src={url} />}
    </>
  )
}

type InvoicesProps = { money: OrderMoney; onPrint: (invoice: Invoice) => void; onReverse: (id: string) => void }

function Invoices({ money: { orderId, agreed, invoices }, onPrint, onReverse }: InvoicesProps) {
  const create = useCreateInvoice()
  const reversed = new Set(invoices.map(({ reverses }) => reverses?.id))
  const isInvoiced = invoices.some(({ id, kind }) => kind === 'invoice' && !reversed.has(id))

  async function createInvoice() {
    try {
      notify.done(words.invoiceMade(paperNumber(await create.mutateAsync({ orderId }))))
    } catch (error) {
      notify.failure(failureOf(error).text)
    }
  }

  return (
    <section>
      <h3 className="font-semibold">{words.invoices}</h3>
      {invoices.length === 0 && <p className="mt-2 text-muted text-sm">{words.noInvoices}</p>}
      <ul className="divide-y divide-separator">
        {invoices.map(invoice => {
          const { id, kind, amount, currency, by, at, note } = invoice
          const heading = `invoice-${id}`
          return (
            <li className="flex items-start gap-3 py-3" key={id}>
              <div className="min-w-0 grow">
                <p className="font-medium" id={heading}>
                  {formatAmount({ amount, currency })}
                </p>
                {note && <p className="break-words text-sm">{note}</p>}
                <RowFacts at={at} by={by} number={paperNumber(invoice)} what={words.kinds[kind]} />
                {reversed.has(id) && <Chip tone="quiet">{words.reversed}</Chip>}
                {kind === 'invoice' && !reversed.has(id) && (
                  <Button aria-describedby={heading} onPress={() => onReverse(id)} size="sm" variant="ghost">
                    {words.reverseInvoice}
                  </Button>
                )}
              </div>
              <IconButton label={words.printWhat(words.kinds[kind], paperNumber(invoice))} onPress={() => onPrint(invoice)}>
                <Printer aria-hidden="true" className="size-5" strokeWidth={1.6} />
              </IconButton>
            </li>
          )
        })}
      </ul>
      {agreed && !isInvoiced && (
        <Button className="mt-2" isPending={create.isPending} onPress={() => void createInvoice()} variant="outline">
          {words.createInvoice}
        </Button>
      )}
    </section>
  )
}
