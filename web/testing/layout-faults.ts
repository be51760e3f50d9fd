/**
 * Returns the controls of the page whose text leaves its box, that overlap another control, or that extend beyond the sides of the window,
 * each described in a line. Also usable in `page.evaluate`, so it uses nothing from outside.
 */
export function findLayoutFaults(): string[] {
  const CONTROLS =
    'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=option], [role=spinbutton]'
  /** Differences up to this (CSS pixels) come from rounding. */
  const TOLERANCE = 1.5
  type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

  /** Returns the part of a box that its ancestors below `root` do not clip. */
  function visibleBox(element: Element, box: Box, root: Element = document.documentElement): Box {
    let { left, right, top, bottom } = box
    for (let parent: Element | null = element; parent && parent !== root; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflow === 'visible') continue
      const clip = parent.getBoundingClientRect()
      left = Math.max(left, clip.left)
      right = Math.min(right, clip.right)
      top = Math.max(top, clip.top)
      bottom = Math.min(bottom, clip.bottom)
    }
    return { left, right, top, bottom }
  }

  const isEmpty = ({ left, right, top, bottom }: Box) => right - left <= TOLERANCE || bottom - top <= TOLERANCE
  const overlapOf = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const leaves = (inner: Box, outer: Box) =>
    inner.left < outer.left - TOLERANCE ||
    inner.right > outer.right + TOLERANCE ||
    inner.top < outer.top - TOLERANCE ||
    inner.bottom > outer.bottom + TOLERANCE
  const describe = (element: Element) =>
    `${element.localName} «${(element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('name') || element.id)).trim().slice(0, 60)}»`

  /** Returns the boxes of the lines of text inside a control, without those that only a screen reader gets. */
  function textBoxes(control: Element): Box[] {
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
    const boxes: Box[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement!
      if (!text.textContent?.trim() || parent.closest('svg, .sr-only') || !parent.checkVisibility({ visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      boxes.push(...[...range.getClientRects()].map(box => visibleBox(parent, box, control)).filter(box => !isEmpty(box)))
    }
    return boxes
  }

  const isFieldWith = (element: Element, outer: Box, inner: Box) => element.matches('input, textarea, select') && !leaves(inner, outer)

  /** Returns the nearest ancestor that is drawn above the page, so that it may cover other controls. */
  const layerOf = (element: Element) => {
    for (let parent: Element | null = element; parent; parent = parent.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(parent).position)) return parent
    return null
  }

  const controls = [...document.querySelectorAll(CONTROLS)]
    .filter(
      element =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !element.closest('[inert], [aria-hidden=true], .sr-only') &&
        getComputedStyle(element).pointerEvents !== 'none',
    )
    .map(element => ({ element, box: visibleBox(element, element.getBoundingClientRect()), layer: layerOf(element) }))
    .filter(({ box }) => !isEmpty(box))

  const faults: string[] = []
  for (const { element, box } of controls) {
    const full = element.getBoundingClientRect()
    if (textBoxes(element).some(text => leaves(text, full))) faults.push(`the text of ${describe(element)} leaves its box`)
    if (box.left < -TOLERANCE || box.right > document.documentElement.clientWidth + TOLERANCE)
      faults.push(`${describe(element)} extends beyond the window`)
  }
  for (const [n, { element, box, layer }] of controls.entries())
    for (const other of controls.slice(n + 1)) {
      if (layer !== other.layer || element.contains(other.element) || other.element.contains(element)) continue
      // A button at the end of a field, such as one that shows the password, lies inside the field.
      if (isFieldWith(element, box, other.box) || isFieldWith(other.element, other.box, box)) continue
      if (!isEmpty(overlapOf(box, other.box))) faults.push(`${describe(element)} overlaps ${describe(other.element)}`)
    }
  return faults
}
