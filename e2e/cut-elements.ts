import type { Page } from '@playwright/test'

/**
 * Describes the visible elements that a print on paper of `width` CSS pixels would cut off: elements whose text is wider or higher than
 * their box, and boxes that extend beyond the sides of the paper.
 */
export const findElementsCutOffOnPaper = (page: Page, selector: string, width: number) =>
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
