import type { Backend, Contract } from '@hudur/core'
import type { Page } from '@playwright/test'

export const HOST = { fullName: 'هناء الأغبري', username: 'hana', password: 'secret-1' }

/** What a visitor orders and a user asks for. */
export const WEDDING = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14', eventType: 'wedding', phone: '0551204417' } as const

/** A user with so many invitations to make. */
export const addHost = (admin: Backend<Contract>, generationLimit = 50) => admin.accounts.create({ ...HOST, generationLimit })

/** Makes a call fail as it does when nobody answers, until `restore` is called. */
export async function failing(page: Page, call: string) {
  const pattern = `**/api/${call}*`
  await page.route(pattern, route => route.abort('connectionrefused'))
  return { restore: () => page.unroute(pattern) }
}

/** The same, but refused: the connection stands, so nothing asks again by itself, and no device answers instead of the server. */
export async function refusing(page: Page, call: string) {
  const pattern = `**/api/${call}*`
  await page.route(pattern, route => route.fulfill({ status: 404, json: { success: false, error: 'غير موجود', code: 'not-found' } }))
  return { restore: () => page.unroute(pattern) }
}

/** What the console and the network say of a call that was made to fail. */
export const FAILURES = /ERR_CONNECTION_REFUSED|Failed to load resource|answered 404/

/** Chooses from a list that opens. */
export async function choose(page: Page, list: string, option: string) {
  await page.getByRole('button', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
