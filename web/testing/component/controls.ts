import { onTestFinished, vi } from 'vitest'
import { type Locator, locators, page, userEvent } from 'vitest/browser'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** Finds elements by a CSS selector: for what has neither a role nor a text of its own. */
    getByCss(selector: string): Locator
  }
}

locators.extend({ getByCss: (selector: string) => `css=${selector}` })

/** Chooses from a list that opens. The name of its button begins with that of the list. */
export async function choose(list: string, option: string) {
  await page.getByRole('button', { name: list, exact: false }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

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
