import { remainingBalance } from '../accounts/rules.ts'
import { Username } from '../accounts/username.ts'
import { isWelcomeLinkValid } from '../accounts/welcome-link.ts'
import { toInternationalDigits } from '../phone.ts'
import * as texts from '../texts.ts'
import type { Order, OrderStatus } from './contract.ts'
import type { OrderAccount } from './order-account.ts'

/** Returns whether an account may be opened for an order with this status. */
export const mayOpenAccount = (status: OrderStatus) => status !== 'cancelled' && status !== 'rejected'

/** Returns whether the office has accepted an order. */
export const isAccepted = (status: OrderStatus) => mayOpenAccount(status) && status !== 'pending'

type Known = { phone: string | null; isAdmin: boolean }

/**
 * Returns the first account, except those of administrators, with the telephone number of an order, however the two are written.
 * `callingCode`: the country of numbers without one.
 */
export function findCustomer<Account extends Known>(accounts: readonly Account[], phone: string, callingCode: string) {
  const wanted = toInternationalDigits(phone, callingCode)
  return accounts.find(one => !one.isAdmin && one.phone !== null && toInternationalDigits(one.phone, callingCode) === wanted)
}

/** The longest name in a proposed username, in characters. A number may follow it. */
const MAX_NAME_IN_USERNAME = 40
const PROPOSALS = 50

type Customer = Pick<Order, 'customerName' | 'eventName'>

/** Returns the usernames to try for a new account, the best first: the customer's name, alone and with the numbers from 2. */
export function proposeUsernames({ customerName }: Pick<Customer, 'customerName'>): string[] {
  const name = (customerName ?? '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\d ]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
  const usable = Username.safeParse([...name].slice(0, MAX_NAME_IN_USERNAME).join(''))
  const base = usable.data ?? texts.orderAccount.customer
  return Array.from({ length: PROPOSALS }, (_, n) => (n === 0 && usable.data !== undefined ? base : `${base} ${n + 1}`))
}

/** Returns the full name of a new account: the customer's name, or else the name of the event. */
export const fullNameOf = ({ customerName, eventName }: Customer) =>
  customerName || [...texts.orderAccount.customerOf(eventName)].slice(0, 100).join('')

const ACCOUNT_STEPS = ['account', 'balance', 'event', 'link'] as const
export type AccountStep = (typeof ACCOUNT_STEPS)[number]

/** `next`: the first step that is not done. `sent`: a link is valid, and its user has set no password yet. */
export type StepState = 'done' | 'next' | 'later' | 'sent'

/**
 * Returns the state of each step from an order to the customer's first sign-in. The balance is done when it covers the order, or when
 * invitations were granted for it; the link when the account has a password.
 */
export function accountSteps(account: OrderAccount, { invitationCount }: Pick<Order, 'invitationCount'>, now: Date) {
  const { user, isOpened, granted, event, hasPassword, link } = account
  const isDone: Record<AccountStep, boolean> = {
    account: isOpened,
    balance: isOpened && (granted > 0 || (user !== null && remainingBalance(user) >= invitationCount)),
    event: isOpened && event !== null,
    link: isOpened && hasPassword,
  }
  const next = ACCOUNT_STEPS.find(step => !isDone[step])
  const isSent = isOpened && !hasPassword && link !== null && isWelcomeLinkValid(link, now)
  return ACCOUNT_STEPS.map(step => {
    const state: StepState = isDone[step] ? 'done' : step === 'link' && isSent ? 'sent' : step === next ? 'next' : 'later'
    return { step, state }
  })
}
