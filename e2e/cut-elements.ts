import type { Page } from '@playwright/test'

/** Returns the elements that paper of a width (px) would cut off: texts wider or higher than their box, and boxes beyond its sides. */
export const elementsCutOnPaper = (page: Page, selector: string, width: number) =>
  page.evaluate(
    ({ selector, width }) => {
      const visibleElements = [...document.querySelectorAll<HTMLElement>(selector)].filter(
        one => one.checkVisibility() && one.closest('.sr-only') === null,
      )
      return visibleElements
        .filter(one => {
          const { left, right } = one.getBoundingClientRect()
          const isTooLow = getComputedStyle(one).overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1
          return left < -1 || right > width + 1 || one.scrollWidth > one.clientWidth + 1 || isTooLow
        })
        .map(one => `${one.tagName} ${one.className}: ${one.textContent?.slice(0, 40)}`)
    },
    { selector, width },
  )
