import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

/** Finds elements by a part of their text. */
export const partialText = (part: string) => page.getByText(part, { exact: false })

const textOf = ({ textContent }: Element) => (textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** Expects exactly these elements, by their whole text. */
export const expectTexts = (elements: Locator, texts: readonly (string | RegExp)[]) =>
  expect
    .poll(() => elements.elements().map(textOf))
    .toEqual(texts.map(text => (typeof text === 'string' ? text : expect.stringMatching(text))))

/** Expects a number of elements. */
export const expectCount = (elements: Locator, count: number) => expect.poll(() => elements.elements().length).toBe(count)

/** Expects no such element, shown or hidden. */
export const expectNone = (elements: Locator) => expectCount(elements, 0)

/** Expects the path of the address. */
export const expectPath = (path: string) => expect.poll(() => window.location.pathname).toBe(path)
