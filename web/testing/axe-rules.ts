import type axeCore from 'axe-core'

type Step = (...args: unknown[]) => unknown
/** The part of axe that holds its rules and checks. It is not in the type definitions. */
type RuleHolder = { _audit: { rules: { id: string; matches: Step }[]; checks: Record<string, { evaluate: Step }> } }

/**
 * Makes axe check the contrast of Arabic text, and whether the name of a control contains its Arabic text. axe leaves out the texts of an
 * icon font: it takes a text for an icon when the text is narrower than the sum of its letters. Every Arabic text is, because its letters
 * join. While axe decides which texts to check, the measured width of a text is therefore proportional to its length. The function refers
 * to nothing outside, because browser tests run its source in the page.
 */
export function checkArabicText(axe: typeof axeCore) {
  function withoutIconFonts(step: Step): Step {
    return function (this: unknown, ...args) {
      const { measureText } = CanvasRenderingContext2D.prototype
      CanvasRenderingContext2D.prototype.measureText = text => ({ width: 30 * text.length }) as TextMetrics
      try {
        return step.apply(this, args)
      } finally {
        CanvasRenderingContext2D.prototype.measureText = measureText
      }
    }
  }
  const { rules, checks } = (axe as unknown as RuleHolder)._audit
  const contrastRule = rules.find(({ id }) => id === 'color-contrast')!
  contrastRule.matches = withoutIconFonts(contrastRule.matches)
  const nameCheck = checks['label-content-name-mismatch']!
  nameCheck.evaluate = withoutIconFonts(nameCheck.evaluate)
}

/** The tags of the rules of WCAG 2.2 A and AA. */
export const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Returns the violations of these rules or tags of rules on the page in its current state, each with its rule and its elements. The function
 * refers to nothing outside, because browser tests run its source in the page.
 */
export async function findViolations(axe: typeof axeCore, runOnly: string[]) {
  // A transition ends in a frame, even one of 0.01 ms. Until then the computed colours are those before a change.
  // A test must not have paused its clock, because Playwright's clock also replaces `requestAnimationFrame`.
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  // On a busy machine a transition takes more frames.
  const transitions = document.getAnimations().filter(animation => animation instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
  const { violations } = await axe.run(
    // The announcer of React Aria refers to an element for some seconds after the element was removed, which axe would report.
    { exclude: ['[data-live-announcer]'] },
    // By default axe also loads all style sheets, only for an experimental rule that does not run.
    { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}
