import { expect, onTestFinished, vi } from 'vitest'
import { type Locator, locators, page, userEvent } from 'vitest/browser'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** Finds elements by a CSS selector, for elements that have neither a role nor a text. */
    getByCss(selector: string): Locator
  }
}

locators.extend({ getByCss: (selector: string) => `css=${selector}` })

/**
 * Opens a select field and chooses one of its options. `list` is a part of the accessible name of the button that opens the list.
 */
export async function chooseOption(list: string, option: string) {
  await page.getByRole('button', { name: list, exact: false }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/**
 * Types a part of an option's text into a combo box and chooses the option. Types again if the list has closed before the press, as a user
 * would: the list closes whenever the page scrolls.
 */
export const chooseByTyping = (field: Locator, typed: string, option: Locator) =>
  vi.waitFor(
    async () => {
      await field.fill(typed)
      await option.click({ timeout: 3_000 })
    },
    { timeout: 15_000, interval: 100 },
  )

/** Types the date of the event, in the order day, month, year, into its date field. */
export async function typeEventDate(day: string, month: string, year: string) {
  await page
    .getByRole('group', { name: /^تاريخ المناسبة/ })
    .getByRole('spinbutton')
    .first()
    .click()
  await userEvent.keyboard(day + month + year)
}

/** Opens the menu of further screens and settings, and chooses one of its entries. */
export async function chooseFromMenu(entry: string | RegExp) {
  await openMenu()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Opens the menu with the screens and settings that are not in the header. */
export const openMenu = () =>
  page
    .getByRole('button', { name: /المزيد/ })
    .first()
    .click()

/** Returns the locator of the list item that contains this heading. */
export const listItemWithHeading = (heading: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: heading, exact: true }) })

/** Expects that a description list shows this value for a label. */
export const expectDescription = (label: string, value: string | RegExp) =>
  expect
    .poll(
      () => [...document.querySelectorAll('dt')].find(({ textContent }) => textContent?.includes(label))?.nextElementSibling?.textContent,
    )
    .toEqual(typeof value === 'string' ? value : expect.stringMatching(value))

/** Expects that the path and the query string of the page match a pattern. */
export const expectUrl = (address: RegExp) => expect.poll(() => window.location.pathname + window.location.search).toMatch(address)

/** Enters a text into the focused field in one step, as a hardware scanner or an input method does. */
export const insertText = (text: string) => void document.execCommand('insertText', false, text)

/** Moves the keyboard focus to an element without a click on it. */
export const focusElement = (locator: Locator) => (locator.element() as HTMLElement).focus()

/** Presses Tab until the element has the focus. Throws after 60 presses. */
export async function tabToElement(locator: Locator) {
  for (let press = 0; press < 60; press++) {
    if (locator.element() === document.activeElement) return
    await userEvent.tab()
  }
  throw new Error('Tab does not reach the element')
}

const originalAnchorClick = HTMLAnchorElement.prototype.click

/** Collects the files that the screen saves from now until the end of the test, instead of letting the browser download them. */
export function collectDownloads() {
  const files: { name: string; content: Promise<Blob> }[] = []
  const spy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    if (this.download) files.push({ name: this.download, content: fetch(this.href).then(response => response.blob()) })
    else originalAnchorClick.call(this)
  })
  onTestFinished(() => spy.mockRestore())
  return files
}
