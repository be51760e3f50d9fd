import type { Page } from '@playwright/test'

/**
 * Lists the CSS on a page that uses left and right instead of start and end: style rules that match an element, and inline styles. Also
 * lists arrow icons that are mirrored wrongly. Returns an empty list when the whole layout follows the direction of the text.
 */
export const findPhysicalDirectionUses = (page: Page) =>
  page.evaluate(() => {
    const SIDE_PROPERTIES = [
      ['margin-left', 'margin-right'],
      ['padding-left', 'padding-right'],
      ['left', 'right'],
      ['border-left-width', 'border-right-width'],
      ['border-top-left-radius', 'border-top-right-radius'],
      ['border-bottom-left-radius', 'border-bottom-right-radius'],
    ] as const
    /**
     * Matches icons drawn for left-to-right text, which are mirrored. The icons in `UNMIRRORED_ICONS` are not: the code chooses the right
     * one of each pair.
     */
    const MIRRORED_ICONS = /lucide-(?:undo|redo|log-(?:in|out)|send|reply|rotate-c?cw|move-(?:left|right)|corner-)/
    const UNMIRRORED_ICONS = /lucide-(?:arrow|chevron|chevrons)-(?:left|right)/

    const findPhysicalSides = (style: CSSStyleDeclaration) => [
      ...SIDE_PROPERTIES.filter(([left, right]) => style.getPropertyValue(left) !== style.getPropertyValue(right)).map(([left]) => left),
      ...['text-align', 'float'].filter(property => /left|right/.test(style.getPropertyValue(property))),
      ...(/^-?[1-9.]/.test(style.translate) ? ['translate'] : []),
    ]
    const flattenStyleRules = (rules: CSSRuleList): CSSStyleRule[] =>
      [...rules].flatMap(rule => [
        ...(rule instanceof CSSStyleRule ? [rule] : []),
        ...('cssRules' in rule ? flattenStyleRules(rule.cssRules as CSSRuleList) : []),
      ])
    const matchesElement = ({ selectorText }: CSSStyleRule) => {
      const elements = selectorText.replace(/::[\w-]+(?:\([^)]*\))?/g, '')
      // A nested rule, whose selector contains «&», counts as a rule that matches an element.
      return elements.includes('&') ? true : document.querySelector(elements) !== null
    }

    const rules = [...document.styleSheets]
      .flatMap(sheet => flattenStyleRules(sheet.cssRules))
      .filter(rule => findPhysicalSides(rule.style).length > 0 && matchesElement(rule))
      .map(rule => `${rule.selectorText} { ${findPhysicalSides(rule.style).join(', ')} }`)
    // React Aria adds elements that are never visible. Their inline styles are not checked.
    const styles = [...document.querySelectorAll<HTMLElement>('body [style]:not([data-react-aria-prevent-focus])')]
      .filter(element => findPhysicalSides(element.style).length > 0)
      .map(element => `${element.outerHTML.slice(0, 200)} { ${findPhysicalSides(element.style).join(', ')} }`)
    const arrows = [...document.querySelectorAll('svg.lucide')]
      .filter(({ classList }) => {
        const isMirrored = classList.contains('flip-rtl')
        return (MIRRORED_ICONS.test(classList.value) && !isMirrored) || (UNMIRRORED_ICONS.test(classList.value) && isMirrored)
      })
      .map(({ classList }) => classList.value)
    return [...rules, ...styles, ...arrows]
  })
