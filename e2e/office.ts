import type { Backend, Contract } from '@hudur/core'
import type { Page } from '@playwright/test'

export const HOST = { fullName: 'هناء الأغبري', username: 'hana', password: 'secret-1' }

/** Event that a visitor orders invitations for, or that a user requests them for. */
export const WEDDING = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14', eventType: 'wedding', phone: '0551204417' } as const

/** Creates a user who may create `generationLimit` invitations. */
export const addHost = (admin: Backend<Contract>, generationLimit = 50) => admin.accounts.create({ ...HOST, generationLimit })

/** Opens a list and chooses one of its options. */
export async function choose(page: Page, list: string, option: string) {
  await page.getByRole('button', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
