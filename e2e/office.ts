import type { Backend, Contract } from '@hudur/core'
import type { Page } from '@playwright/test'

export const HOST = { fullName: 'هناء الأغبري', username: 'hana', password: 'secret-1' }

/** What a visitor orders and a user asks for. */
export const WEDDING = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14', eventType: 'wedding', phone: '0551204417' } as const

/** A user with so many invitations to make. */
export const addHost = (admin: Backend<Contract>, generationLimit = 50) => admin.accounts.create({ ...HOST, generationLimit })

/** Chooses from a list that opens. */
export async function choose(page: Page, list: string, option: string) {
  await page.getByRole('button', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
