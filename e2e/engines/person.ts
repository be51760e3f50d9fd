import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { BrowserWindow } from './engine.ts'

/** An element of the page: a selector, and its visible or accessible name. */
type Target = { selector: string; name?: string }

export const button = (name: string): Target => ({ selector: 'button, a', name })
export const field = (name: string): Target => ({ selector: 'input, textarea', name })

/**
 * Runs in the page: scrolls the first visible match into view. Returns its centre in CSS pixels, or null while it is missing, disabled,
 * moving or covered.
 */
async function middleOf({ selector, name }: Target) {
  const namesOf = (element: Element) => [
    element.getAttribute('aria-label'),
    ...(element.getAttribute('aria-labelledby') ?? '').split(' ').map(id => document.getElementById(id)?.textContent),
    ...[...((element as HTMLInputElement).labels ?? [])].map(label => label.textContent),
    element.textContent,
  ]
  const found = [...document.querySelectorAll(selector)].find(
    element =>
      element.getClientRects().length > 0 && (name === undefined || namesOf(element).some(elementName => elementName?.trim() === name)),
  )
  if (!found || (found as HTMLButtonElement).disabled) return null
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const middle = () => {
    const { x, y, width, height } = found.getBoundingClientRect()
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  }
  const before = middle()
  await new Promise(resolve => setTimeout(resolve, 100))
  const { x, y } = middle()
  const isStill = x === before.x && y === before.y
  const uppermost = document.elementFromPoint(x, y)
  if (!isStill || !(found.contains(uppermost) || uppermost?.contains(found))) return null
  Object.assign(window, { pressTarget: found })
  return { x, y }
}

/**
 * Runs in the page: lets the next press reach only the element that `middleOf` has found last. The page may move between the search and the
 * press; a press on another element then does nothing.
 */
function watchPress() {
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

/** Runs in the page: returns whether the last press reached its element; true on a page that the press has opened. */
const isPressed = () => (window as Window & { isPressed?: boolean }).isPressed !== false

const CONTROL = '\uE009'
export const ENTER = '\uE007'
const keys = (...pressed: string[]) =>
  pressed.flatMap(value => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])

/** Returns the actions of a user at a browser's window. The browser receives them as events of a real pointer and a real keyboard. */
export function personAt(window: BrowserWindow) {
  /** Runs a function in the page. The function is sent as text, so it can use only its argument and the page's globals. */
  const run = <Given, Answer>(body: (given: Given) => Answer, given: Given) =>
    window.evaluate(`(${body})(${JSON.stringify(given)})`) as Promise<Awaited<Answer>>

  async function see(target: Target, timeout = 30_000) {
    let middle: { x: number; y: number } | null = null
    const look = async () => {
      // A script fails while the browser opens another page.
      middle = await run(middleOf, target).catch(() => null)
      return middle !== null
    }
    await expect.poll(look, { message: `${target.name ?? target.selector} is shown`, timeout }).toBe(true)
    return middle!
  }

  const person = {
    ...window,
    run,
    see,

    /** Opens an address once the page has loaded its fonts: Firefox reports a font whose download a navigation ends as an error. */
    async goto(url: string) {
      await run(() => document.fonts.ready.then(() => null), null).catch(() => null)
      await window.goto(url)
    },

    async click(target: Target) {
      await expect(async () => {
        const { x, y } = await see(target)
        await run(watchPress, null)
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
        expect(await run(isPressed, null).catch(() => true)).toBe(true)
      }).toPass()
    },

    /** Types one key after the other, each after the page has handled the previous one. */
    async type(text: string) {
      for (const key of text) await window.perform([{ type: 'key', id: 'keys', actions: keys(key) }])
    },

    /** Replaces the text of a field through the clipboard and the keys. Tries for up to 30 s, because the page may not handle keys yet. */
    async paste(into: Target, text: string) {
      await expect(async () => {
        await person.click(into)
        await run(copied => navigator.clipboard.writeText(copied), text)
        const actions = [{ type: 'keyDown', value: CONTROL }, ...keys('a', 'v'), { type: 'keyUp', value: CONTROL }]
        await window.perform([{ type: 'key', id: 'keys', actions }])
        // All fields are read, because the focus has left the field when a pasted list of guests opens its review.
        const fields = () => [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
        expect(await run(fields, null)).toContain(text)
      }).toPass()
    },

    async saveScreenshot(file: string) {
      await writeFile(file, Buffer.from(await window.screenshot(), 'base64'))
    },
  }
  return person
}

export type Person = ReturnType<typeof personAt>
