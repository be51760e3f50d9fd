import { useCall, useIdempotentCall, useRead } from '../../backend/hooks/use-call.ts'
import { ordersKey } from '../../backend/hooks/use-refresh.ts'
import { newNonce } from '../../device/idempotency-key.ts'

const salesKey = ['sales']
const packagesKey = [...salesKey, 'packages']
const orderMoneyKey = [...salesKey, 'orders']
const figuresKey = [...salesKey, 'figures']

export const usePackages = () => useRead(packagesKey, ({ sales }) => sales.packages({}))

export const useCreatePackage = () => useIdempotentCall(newNonce, ({ sales }) => sales.createPackage, packagesKey)

export const useUpdatePackage = () => useCall(({ sales }) => sales.updatePackage, packagesKey)

/** Reads the agreed sum, the payments and the invoices of a website order. */
export const useOrderMoney = (orderId: string) => useRead([...orderMoneyKey, orderId], ({ sales }) => sales.orderMoney({ orderId }))

export const useAgree = () => useCall(({ sales }) => sales.agree, orderMoneyKey, ordersKey, figuresKey)

export const useCreatePayment = () => useIdempotentCall(newNonce, ({ sales }) => sales.createPayment, orderMoneyKey, ordersKey, figuresKey)

export const useReversePayment = () =>
  useIdempotentCall(newNonce, ({ sales }) => sales.reversePayment, orderMoneyKey, ordersKey, figuresKey)

export const useSaveReceiptPicture = () => useCall(({ sales }) => sales.saveReceiptPicture, orderMoneyKey)

export const useReceiptPicture = (paymentId: string) =>
  useRead([...salesKey, 'picture', paymentId], ({ sales }) => sales.receiptPicture({ paymentId }), { staleTime: Number.POSITIVE_INFINITY })

export const useCreateInvoice = () => useIdempotentCall(newNonce, ({ sales }) => sales.createInvoice, orderMoneyKey)

export const useReverseInvoice = () => useIdempotentCall(newNonce, ({ sales }) => sales.reverseInvoice, orderMoneyKey)

export const useOfficeFigures = (months: number) => useRead([...figuresKey, months], ({ sales }) => sales.figures({ months }))
