import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

/** Returns the locator of elements whose text contains `part`. */
export const partialText = (part: string) => page.getByText(part, { exact: false })

const normalizedTextOf = ({ textContent }: Element) => (textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** Expects that a locator finds exactly the elements with these texts, in this order. Each text is compared as a whole. */
export const expectTexts = (elements: Locator, texts: readonly (string | RegExp)[]) =>
  expect
    .poll(() => elements.elements().map(normalizedTextOf))
    .toEqual(texts.map(text => (typeof text === 'string' ? text : expect.stringMatching(text))))

/** Expects that a locator finds this number of elements. */
export const expectCount = (elements: Locator, count: number) => expect.poll(() => elements.elements().length).toBe(count)

/** Expects that a locator finds no element, neither visible nor hidden. */
export const expectNoElements = (elements: Locator) => expectCount(elements, 0)

/** Expects that the URL of the page has this path. */
export const expectPath = (path: string) => expect.poll(() => window.location.pathname).toBe(path)
