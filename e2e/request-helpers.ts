import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import type { Page } from '@playwright/test'

/** A user who is not an administrator. */
export const HOST = { fullName: 'هناء الأغبري', username: 'hana', password: 'secret-1' }

/** The event and the phone number in a visitor's order for invitations, or in a user's request for invitations. */
export const WEDDING = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14', eventType: 'wedding', phone: '0551204417' } as const

/** Creates the user `HOST`, who may create `generationLimit` invitations. */
export const createHost = (admin: Backend<Contract>, generationLimit = 50) => admin.accounts.create({ ...HOST, generationLimit })

/** Opens the list with the label `list`, and chooses one of its options. */
export async function chooseOption(page: Page, list: string, option: string) {
  await page.getByRole('button', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
