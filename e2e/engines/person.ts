import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { BrowserWindow } from './engine.ts'

/** Identifies an element of the page by a CSS selector and its visible or accessible name. */
type ElementSelector = { selector: string; name?: string }

export const buttonSelector = (name: string): ElementSelector => ({ selector: 'button, a', name })
export const fieldSelector = (name: string): ElementSelector => ({ selector: 'input, textarea', name })

/**
 * Runs in the page: scrolls the first visible element that matches into view. Returns its centre in CSS pixels, or null while the element
 * is missing, disabled, moving or covered by another element.
 */
async function findElementCentre({ selector, name }: ElementSelector) {
  const accessibleNamesOf = (element: Element) => [
    element.getAttribute('aria-label'),
    ...(element.getAttribute('aria-labelledby') ?? '').split(' ').map(id => document.getElementById(id)?.textContent),
    ...[...((element as HTMLInputElement).labels ?? [])].map(label => label.textContent),
    element.textContent,
  ]
  const found = [...document.querySelectorAll(selector)].find(
    element =>
      element.getClientRects().length > 0 &&
      (name === undefined || accessibleNamesOf(element).some(elementName => elementName?.trim() === name)),
  )
  if (!found || (found as HTMLButtonElement).disabled) return null
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const computeCentre = () => {
    const { x, y, width, height } = found.getBoundingClientRect()
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  }
  const before = computeCentre()
  await new Promise(resolve => setTimeout(resolve, 100))
  const { x, y } = computeCentre()
  const isStill = x === before.x && y === before.y
  const uppermost = document.elementFromPoint(x, y)
  if (!isStill || !(found.contains(uppermost) || uppermost?.contains(found))) return null
  Object.assign(window, { pressTarget: found })
  return { x, y }
}

/**
 * Runs in the page: cancels the next press unless it reaches the element that `findElementCentre` found last. The layout may shift between the
 * search and the press, and a press on a wrong element must have no effect.
 */
function guardNextPress() {
  const page = window as Window & { pressTarget?: Element; pressWatch?: AbortController; isPressed?: boolean | undefined }
  const wanted = page.pressTarget
  page.pressWatch?.abort()
  page.pressWatch = new AbortController()
  page.isPressed = undefined
  const options = { capture: true, signal: page.pressWatch.signal }
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    window.addEventListener(
      type,
      event => {
        const pressed = event.target as Element
        page.isPressed ??= wanted === undefined || wanted.contains(pressed) || pressed.contains(wanted)
        if (!page.isPressed) {
          event.preventDefault()
          event.stopImmediatePropagation()
        } else page.pressWatch?.abort()
      },
      options,
    )
}

/** Runs in the page: returns whether the last press reached its element. Returns true also on a page that the press has opened. */
const hasPressReachedElement = () => (window as Window & { isPressed?: boolean }).isPressed !== false

const CONTROL_KEY = '\uE009'
export const ENTER_KEY = '\uE007'
const createKeyActions = (...pressed: string[]) =>
  pressed.flatMap(value => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])

/** Returns the actions of a user in a browser window. The browser receives them as events of a real pointer and a real keyboard. */
export function createSimulatedUser(window: BrowserWindow) {
  /** Runs a function in the page. The function is sent as text, so it can use only its argument and the page's globals. */
  const runInPage = <Argument, Result>(body: (argument: Argument) => Result, argument: Argument) =>
    window.evaluate(`(${body})(${JSON.stringify(argument)})`) as Promise<Awaited<Result>>

  /** Waits until an element is visible and can be pressed. Returns its centre in CSS pixels. */
  async function waitUntilPressable(target: ElementSelector, timeout = 30_000) {
    let middle: { x: number; y: number } | null = null
    const searchElement = async () => {
      // The browser cannot run a script while it opens another page.
      middle = await runInPage(findElementCentre, target).catch(() => null)
      return middle !== null
    }
    await expect.poll(searchElement, { message: `${target.name ?? target.selector} is shown`, timeout }).toBe(true)
    return middle!
  }

  const person = {
    ...window,
    run: runInPage,
    waitUntilPressable,

    /** Waits until the page has loaded its fonts, then opens a URL. Firefox logs an error when a navigation ends the download of a font. */
    async goto(url: string) {
      await runInPage(() => document.fonts.ready.then(() => null), null).catch(() => null)
      await window.goto(url)
    },

    async click(target: ElementSelector) {
      await expect(async () => {
        const { x, y } = await waitUntilPressable(target)
        await runInPage(guardNextPress, null)
        await window.perform([
          {
            type: 'pointer',
            id: 'mouse',
            parameters: { pointerType: 'mouse' },
            actions: [
              { type: 'pointerMove', x, y },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ])
        expect(await runInPage(hasPressReachedElement, null).catch(() => true)).toBe(true)
      }).toPass()
    },

    /** Types one key after the other, each after the page has handled the previous one. */
    async type(text: string) {
      for (const key of text) await window.perform([{ type: 'key', id: 'keys', actions: createKeyActions(key) }])
    },

    /** Replaces the text of a field by pasting. Repeats this, because a page that has just opened may not handle keys yet. */
    async paste(into: ElementSelector, text: string) {
      await expect(async () => {
        await person.click(into)
        await runInPage(copied => navigator.clipboard.writeText(copied), text)
        const actions = [{ type: 'keyDown', value: CONTROL_KEY }, ...createKeyActions('a', 'v'), { type: 'keyUp', value: CONTROL_KEY }]
        await window.perform([{ type: 'key', id: 'keys', actions }])
        // Reads all fields. A pasted list of guests opens a dialog, so its field may no longer have the focus.
        const readFieldValues = () => [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
        expect(await runInPage(readFieldValues, null)).toContain(text)
      }).toPass()
    },

    async saveScreenshot(file: string) {
      await writeFile(file, Buffer.from(await window.screenshot(), 'base64'))
    },
  }
  return person
}

export type SimulatedUser = ReturnType<typeof createSimulatedUser>
