/** A keyboard on the screen takes at least a third of it; bars that come and go take less. */
const LEAST_SHARE = 0.25

/** Whether a keyboard on the screen is covering part of the page. A real keyboard, or a scanner acting as one, covers nothing. */
export function isScreenKeyboardOpen() {
  const seen = window.visualViewport
  return seen !== null && seen.height * seen.scale < window.innerHeight * (1 - LEAST_SHARE)
}
