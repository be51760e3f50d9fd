import type { Page } from '@playwright/test'

/**
 * Returns the uses of left and right, in place of start and end, on a page: rules of its stylesheets that match an element, inline styles,
 * and arrow icons that are mirrored wrongly. Returns an empty list when everything follows the direction of the text.
 */
export const physicalSides = (page: Page) =>
  page.evaluate(() => {
    const PAIRS = [
      ['margin-left', 'margin-right'],
      ['padding-left', 'padding-right'],
      ['left', 'right'],
      ['border-left-width', 'border-right-width'],
      ['border-top-left-radius', 'border-top-right-radius'],
      ['border-bottom-left-radius', 'border-bottom-right-radius'],
    ] as const
    /**
     * Icons drawn for left-to-right text, which must be mirrored. The arrows of `LEADING` must not: code chooses them by their direction.
     */
    const TURNED = /lucide-(?:undo|redo|log-(?:in|out)|send|reply|rotate-c?cw|move-(?:left|right)|corner-)/
    const LEADING = /lucide-(?:arrow|chevron|chevrons)-(?:left|right)/

    const sidesOf = (style: CSSStyleDeclaration) => [
      ...PAIRS.filter(([left, right]) => style.getPropertyValue(left) !== style.getPropertyValue(right)).map(([left]) => left),
      ...['text-align', 'float'].filter(property => /left|right/.test(style.getPropertyValue(property))),
      ...(/^-?[1-9.]/.test(style.translate) ? ['translate'] : []),
    ]
    const rulesIn = (rules: CSSRuleList): CSSStyleRule[] =>
      [...rules].flatMap(rule => [
        ...(rule instanceof CSSStyleRule ? [rule] : []),
        ...('cssRules' in rule ? rulesIn(rule.cssRules as CSSRuleList) : []),
      ])
    const holds = ({ selectorText }: CSSStyleRule) => {
      const elements = selectorText.replace(/::[\w-]+(?:\([^)]*\))?/g, '')
      // A nested rule applies to the elements of its outer rule.
      return elements.includes('&') ? true : document.querySelector(elements) !== null
    }

    const rules = [...document.styleSheets]
      .flatMap(sheet => rulesIn(sheet.cssRules))
      .filter(rule => sidesOf(rule.style).length > 0 && holds(rule))
      .map(rule => `${rule.selectorText} { ${sidesOf(rule.style).join(', ')} }`)
    // The elements that React Aria adds for the browser alone are never visible, so their sides do not count.
    const styles = [...document.querySelectorAll<HTMLElement>('body [style]:not([data-react-aria-prevent-focus])')]
      .filter(element => sidesOf(element.style).length > 0)
      .map(element => `${element.outerHTML.slice(0, 200)} { ${sidesOf(element.style).join(', ')} }`)
    const arrows = [...document.querySelectorAll('svg.lucide')]
      .filter(({ classList }) => {
        const isTurned = classList.contains('flip-rtl')
        return (TURNED.test(classList.value) && !isTurned) || (LEADING.test(classList.value) && isTurned)
      })
      .map(({ classList }) => classList.value)
    return [...rules, ...styles, ...arrows]
  })
