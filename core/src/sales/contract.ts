import * as z from 'zod/mini'
import { defineResource } from '../endpoint.ts'
import { Reference } from '../inputs.ts'
import { Money } from './currency.ts'
import { MonthFigures, OfficeFiguresInput } from './figures.ts'
import { Invoice, InvoiceCreateInput, InvoiceReverseInput } from './invoices.ts'
import { Package, PackageCreateInput, PackageUpdateInput } from './packages.ts'
import {
  AgreeInput,
  MAX_RECEIPT_BYTES,
  Payment,
  PaymentCreateInput,
  PaymentReverseInput,
  PaymentState,
  ReceiptPictureInput,
} from './payments.ts'

const adminEndpointBase = { access: 'admin', offline: 'refuse' } as const
const createEndpointBase = { ...adminEndpointBase, method: 'POST', needsDiskSpace: true } as const
const orderEndpointBase = { ...adminEndpointBase, method: 'GET', query: ['orderId'], input: z.object({ orderId: Reference }) } as const

/**
 * The money of an order: the agreed sum, payments and papers, oldest first. `state`, `paid` and `due` are those of `paymentAccount`
 * (`payment-account.ts`).
 */
export const OrderMoney = z.object({
  orderId: z.string(),
  agreed: z.nullable(Money),
  state: PaymentState,
  paid: z.array(Money),
  due: z.nullable(Money),
  payments: z.array(Payment),
  invoices: z.array(Invoice),
})
export type OrderMoney = z.infer<typeof OrderMoney>

/** What the office sells and what it is paid. Amounts are whole numbers in minor units of their currency (`money.ts`). */
export const sales = defineResource({
  createPackage: {
    ...createEndpointBase,
    path: '/packages/create.php',
    input: PackageCreateInput,
    output: Package,
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
    ...orderEndpointBase,
    path: '/orders/money.php',
    output: OrderMoney,
  },
  /** Sets or changes the agreed sum of a website order. */
  agree: { method: 'PUT', path: '/orders/agree.php', ...adminEndpointBase, input: AgreeInput, output: OrderMoney },
  createPayment: {
    ...createEndpointBase,
    path: '/payments/create.php',
    input: PaymentCreateInput,
    output: Payment,
  },
  /** Lists the payments of a website order and their reversals, oldest first. */
  payments: {
    ...orderEndpointBase,
    path: '/payments/list.php',
    output: z.array(Payment),
  },
  /** Reverses a payment by an entry of its own. A payment is reversed once. */
  reversePayment: {
    ...createEndpointBase,
    path: '/payments/reverse.php',
    input: PaymentReverseInput,
    output: Payment,
  },
  /** Adds the picture of the customer's receipt to a payment: PNG, JPEG or WebP of at most 5 MB. A payment has one, which is not replaced. */
  saveReceiptPicture: {
    ...createEndpointBase,
    path: '/payments/save-picture.php',
    query: ['paymentId'],
    raw: 'picture',
    size: MAX_RECEIPT_BYTES,
    timeoutMs: 120_000,
    input: ReceiptPictureInput,
    output: Payment,
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
    ...createEndpointBase,
    path: '/invoices/create.php',
    input: InvoiceCreateInput,
    output: Invoice,
  },
  /** Reverses an invoice by a credit note. An invoice is reversed once. */
  reverseInvoice: {
    ...createEndpointBase,
    path: '/invoices/reverse.php',
    input: InvoiceReverseInput,
    output: Invoice,
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
