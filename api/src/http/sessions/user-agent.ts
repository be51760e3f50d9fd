/** The browser and the system of a session, from a closed list of names; null when the list does not have them. */
export type ParsedUserAgent = { browser: string | null; system: string | null }

/** The order matters: a browser whose header also contains the names of others comes before them. */
const BROWSERS: [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const findMatchingName = (names: [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** Reads the browser and the system from a `User-Agent` header. The header may contain anything; only names from the lists are stored. */
export const parseUserAgent = (header: string | undefined): ParsedUserAgent => ({
  browser: findMatchingName(BROWSERS, header ?? ''),
  system: findMatchingName(SYSTEMS, header ?? ''),
})
