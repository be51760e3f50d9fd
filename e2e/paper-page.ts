import { expect, type Page } from '@playwright/test'

/** Replaces `window.print` by a function that sets `window.printed` to 1. */
export const recordPrintCalls = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) }))

/** Waits until the page has called `window.print`. */
export const waitForPrint = (page: Page) => page.waitForFunction(() => (window as unknown as { printed: number }).printed === 1)

/** Expects that a print on paper of `width` CSS pixels cuts off no text, and that no box extends beyond the sides of the paper. */
export const expectNothingCutOff = async (page: Page, selector: string, width: number) =>
  expect(await findElementsCutOff(page, selector, width)).toEqual([])

const findElementsCutOff = (page: Page, selector: string, width: number) =>
  page.evaluate(
    ({ selector, width }) => {
      const visibleElements = [...document.querySelectorAll<HTMLElement>(selector)].filter(
        one => one.checkVisibility() && one.closest('.sr-only') === null,
      )
      return visibleElements
        .filter(one => {
          const { left, right } = one.getBoundingClientRect()
          const isCutBelow = getComputedStyle(one).overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1
          return left < -1 || right > width + 1 || one.scrollWidth > one.clientWidth + 1 || isCutBelow
        })
        .map(one => `${one.tagName} ${one.className}: ${one.textContent?.slice(0, 40)}`)
    },
    { selector, width },
  )
