import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

/** Chooses an option of a select. */
export async function choose(select: string, option: string) {
  await page.getByRole('button', { name: new RegExp(select) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Types the day of the event as people do: day, month, year. */
export async function typeEventDate(day: string, month: string, year: string) {
  await page
    .getByRole('group', { name: /^تاريخ المناسبة/ })
    .getByRole('spinbutton')
    .first()
    .click()
  await userEvent.keyboard(day + month + year)
}

/** Opens the menu and chooses an entry of it. */
export async function chooseFromMenu(entry: string | RegExp) {
  await openMenu()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Opens the menu of everything that is not in the header. */
export const openMenu = () =>
  page
    .getByRole('button', { name: /المزيد/ })
    .first()
    .click()

/** The list item with this heading. */
export const cardOf = (heading: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: heading, exact: true }) })

/** Expects a number of elements. */
export const expectCount = (elements: Locator, count: number) => expect.poll(() => elements.elements().length).toBe(count)

/** Expects the value that a description list gives a label. */
export const expectDescription = (label: string, value: string | RegExp) =>
  expect
    .poll(
      () => [...document.querySelectorAll('dt')].find(({ textContent }) => textContent?.includes(label))?.nextElementSibling?.textContent,
    )
    .toEqual(typeof value === 'string' ? value : expect.stringMatching(value))

/** Expects the path and the query of the address. */
export const expectAddress = (address: RegExp) => expect.poll(() => window.location.pathname + window.location.search).toMatch(address)
