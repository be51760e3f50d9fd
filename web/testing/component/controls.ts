import { expect, onTestFinished, vi } from 'vitest'
import { type Locator, locators, page, userEvent } from 'vitest/browser'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** Finds elements by a CSS selector: for elements without a role and a text of their own. */
    getByCss(selector: string): Locator
  }
}

locators.extend({ getByCss: (selector: string) => `css=${selector}` })

/** Chooses from a list that opens. The name of its button begins with that of the list. */
export async function choose(list: string, option: string) {
  await page.getByRole('button', { name: list, exact: false }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Types the date of the event in the order day, month, year. */
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

/** Opens the menu of the screens and settings that are not in the header. */
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

/** Enters a text at the focus in one step, as a hardware scanner or an input method does. */
export const insertText = (text: string) => void document.execCommand('insertText', false, text)

/** Gives the keyboard focus to an element, without a click. */
export const focus = (locator: Locator) => (locator.element() as HTMLElement).focus()

/** Presses Tab until the element has the focus. Fails after 60 presses. */
export async function tabTo(locator: Locator) {
  for (let press = 0; press < 60; press++) {
    if (locator.element() === document.activeElement) return
    await userEvent.tab()
  }
  throw new Error('Tab does not reach the element')
}

const clickLink = HTMLAnchorElement.prototype.click

/** Captures the files that the screen saves from now on, in place of the browser's download, until the test ends. */
export function collectDownloads() {
  const files: { name: string; content: Promise<Blob> }[] = []
  const spy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    if (this.download) files.push({ name: this.download, content: fetch(this.href).then(response => response.blob()) })
    else clickLink.call(this)
  })
  onTestFinished(() => spy.mockRestore())
  return files
}
