import * as z from 'zod/mini'
import { defineResource } from '../endpoint.ts'
import { Reference } from '../inputs.ts'
import { Money } from './currency.ts'
import { MonthFigures, OfficeFiguresInput } from './figures.ts'
import { Invoice, InvoiceCreateInput, InvoiceReverseInput } from './invoices.ts'
import { Package, PackageCreateInput, PackageUpdateInput } from './packages.ts'
import { AgreeInput, MAX_RECEIPT_BYTES, Payment, PaymentCreateInput, PaymentReverseInput, ReceiptPictureInput } from './payments.ts'

const adminEndpointBase = { access: 'admin', offline: 'refuse' } as const

/**
 * The money of an order: the agreed sum, payments and papers, oldest first. `state`, `paid` and `due` are those of `paymentAccount`
 * (`payment-account.ts`).
 */
export const OrderMoney = z.object({
  orderId: z.string(),
  agreed: z.nullable(Money),
  state: z.enum(['none', 'unpaid', 'partial', 'paid', 'overpaid']),
  paid: z.array(Money),
  due: z.nullable(Money),
  payments: z.array(Payment),
  invoices: z.array(Invoice),
})
export type OrderMoney = z.infer<typeof OrderMoney>

/** What the office sells and what it is paid. Amounts are whole numbers in minor units of their currency (`money.ts`). */
export const sales = defineResource({
  createPackage: {
    method: 'POST',
    path: '/packages/create.php',
    ...adminEndpointBase,
    input: PackageCreateInput,
    output: Package,
    needsDiskSpace: true,
  },
  /** Lists all packages, archived ones last, the smallest number of invitations first. */
  packages: { method: 'GET', path: '/packages/list.php', ...adminEndpointBase, input: z.object({}), output: z.array(Package) },
  /** Changes, archives or restores a package. What was sold before stays as it was agreed. */
  updatePackage: {
    method: 'PUT',
    path: '/packages/update.php',
    ...adminEndpointBase,
    query: ['id'],
    input: PackageUpdateInput,
    output: Package,
  },

  /** Reads the agreed sum, the payments and the invoices of a website order. */
  orderMoney: {
    method: 'GET',
    path: '/orders/money.php',
    ...adminEndpointBase,
    query: ['orderId'],
    input: z.object({ orderId: Reference }),
    output: OrderMoney,
  },
  /** Sets or changes the agreed sum of a website order. */
  agree: { method: 'PUT', path: '/orders/agree.php', ...adminEndpointBase, input: AgreeInput, output: OrderMoney },
  createPayment: {
    method: 'POST',
    path: '/payments/create.php',
    ...adminEndpointBase,
    input: PaymentCreateInput,
    output: Payment,
    needsDiskSpace: true,
  },
  /** Lists the payments of a website order and their reversals, oldest first. */
  payments: {
    method: 'GET',
    path: '/payments/list.php',
    ...adminEndpointBase,
    query: ['orderId'],
    input: z.object({ orderId: Reference }),
    output: z.array(Payment),
  },
  /** Reverses a payment by an entry of its own. A payment is reversed once. */
  reversePayment: {
    method: 'POST',
    path: '/payments/reverse.php',
    ...adminEndpointBase,
    input: PaymentReverseInput,
    output: Payment,
    needsDiskSpace: true,
  },
  /** Adds the picture of the customer's receipt to a payment: PNG, JPEG or WebP of at most 5 MB. A payment has one, which is not replaced. */
  saveReceiptPicture: {
    method: 'POST',
    path: '/payments/save-picture.php',
    ...adminEndpointBase,
    query: ['paymentId'],
    raw: 'picture',
    size: MAX_RECEIPT_BYTES,
    timeoutMs: 120_000,
    input: ReceiptPictureInput,
    output: Payment,
    needsDiskSpace: true,
  },
  receiptPicture: {
    method: 'GET',
    path: '/payments/picture.php',
    ...adminEndpointBase,
    query: ['paymentId'],
    input: z.object({ paymentId: Reference }),
    output: z.instanceof(Uint8Array),
    media: 'image/*',
  },
  /** Makes an invoice of the agreed sum. An order has at most one invoice that no credit note reverses. */
  createInvoice: {
    method: 'POST',
    path: '/invoices/create.php',
    ...adminEndpointBase,
    input: InvoiceCreateInput,
    output: Invoice,
    needsDiskSpace: true,
  },
  /** Reverses an invoice by a credit note. An invoice is reversed once. */
  reverseInvoice: {
    method: 'POST',
    path: '/invoices/reverse.php',
    ...adminEndpointBase,
    input: InvoiceReverseInput,
    output: Invoice,
    needsDiskSpace: true,
  },

  /** Returns the figures of the last months, this month included, the oldest first. */
  figures: {
    method: 'GET',
    path: '/office/figures.php',
    ...adminEndpointBase,
    query: ['months'],
    input: OfficeFiguresInput,
    output: z.array(MonthFigures),
  },
})
