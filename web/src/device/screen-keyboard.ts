/** The smallest covered share that counts as a keyboard: keyboards take at least a third of the screen, the browser's own bars less. */
const LEAST_SHARE = 0.25

/** Returns whether an on-screen keyboard covers part of the page. A hardware keyboard or hardware scanner covers nothing. */
export function isScreenKeyboardOpen() {
  const viewport = window.visualViewport
  return viewport !== null && viewport.height * viewport.scale < window.innerHeight * (1 - LEAST_SHARE)
}
