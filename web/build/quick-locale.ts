import type { Plugin } from 'vite'

const SLOW_LOCALE_CHECK_PATTERN = /Intl\.DateTimeFormat\.supportedLocalesOf\(\[\s*locale\s*\]\)/

/**
 * Replaces the check by which React Aria validates the browser's language: it loads the list of all languages, which takes 18 ms at every
 * start and about 90 ms on a phone. The language of the app is fixed. The build fails when React Aria no longer contains the check.
 */
export const replaceSlowLocaleCheck = (): Plugin => {
  let isFound = false
  return {
    name: 'quick-locale',
    apply: 'build',
    transform: {
      filter: { id: /react-aria[\\/]dist[\\/]private[\\/]i18n[\\/]useDefaultLocale\.mjs$/ },
      handler(code) {
        isFound ||= SLOW_LOCALE_CHECK_PATTERN.test(code)
        return { code: code.replace(SLOW_LOCALE_CHECK_PATTERN, 'new Intl.Locale(locale)'), map: null }
      },
    },
    generateBundle() {
      if (!isFound) throw new Error('React Aria checks the language in another way.')
    },
  }
}
