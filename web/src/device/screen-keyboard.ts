/** The smallest share of the screen that an on-screen keyboard covers. Keyboards cover at least a third; browser bars less than this. */
const MIN_COVERED_SHARE = 0.25

/** Returns whether an on-screen keyboard covers part of the page. A hardware keyboard or hardware scanner covers nothing. */
export function isScreenKeyboardOpen() {
  const viewport = window.visualViewport
  return viewport !== null && viewport.height * viewport.scale < window.innerHeight * (1 - MIN_COVERED_SHARE)
}
