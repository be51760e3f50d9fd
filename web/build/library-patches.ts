import type { Plugin } from 'vite'

type LibraryPatch = { name: string; module: RegExp; patch: (code: string) => string; failure: string }

/** Replaces code in a module of a library. The build fails with `failure` when the library no longer has that module or that code. */
const patchLibrary = ({ name, module, patch, failure }: LibraryPatch): Plugin => {
  let isPatched = false
  return {
    name,
    apply: 'build',
    transform: {
      filter: { id: module },
      handler(code) {
        const patched = patch(code)
        isPatched ||= patched !== code
        return { code: patched, map: null }
      },
    },
    generateBundle() {
      if (!isPatched) throw new Error(failure)
    },
  }
}

/** The calendars that `src/ui/date-field.tsx` uses, by their names. */
const NEEDED_CALENDARS_MODULE = `
import { GregorianCalendar } from './calendars/GregorianCalendar.mjs'
import { IslamicUmalquraCalendar } from './calendars/IslamicCalendar.mjs'
export function createCalendar(name) {
  if (name === 'gregory') return new GregorianCalendar()
  if (name === 'islamic-umalqura') return new IslamicUmalquraCalendar()
  throw new Error('There is no calendar ' + name)
}
`

/** Leaves the calendars that the date field never shows out of the build. The date library would load all that it can create. */
export const keepNeededCalendars = () =>
  patchLibrary({
    name: 'needed-calendars',
    module: /@internationalized[\\/]date[\\/]dist[\\/]private[\\/]createCalendar\.mjs$/,
    patch: () => NEEDED_CALENDARS_MODULE,
    failure: 'The date library creates calendars in another module.',
  })

/** Leaves the date library's table of the Umm al-Qura calendar out of the build. `src/ui/umm-al-qura-calendar.ts` replaces it. */
export const omitUmmAlQuraTable = () =>
  patchLibrary({
    name: 'no-umm-al-qura-table',
    module: /@internationalized[\\/]date[\\/]dist[\\/]private[\\/]calendars[\\/]IslamicCalendar\.mjs$/,
    patch: code => code.replace(/UMALQURA_DATA = '[^']+'/, "UMALQURA_DATA = ''"),
    failure: 'The date library has its table of the Umm al-Qura calendar in another place.',
  })

/**
 * Replaces the check by which React Aria validates the browser's language: it loads the list of all languages, which takes 18 ms at every
 * start and about 90 ms on a phone. The app does not depend on it, because its language is fixed.
 */
export const replaceSlowLocaleCheck = () =>
  patchLibrary({
    name: 'quick-locale',
    module: /react-aria[\\/]dist[\\/]private[\\/]i18n[\\/]useDefaultLocale\.mjs$/,
    patch: code => code.replace(/Intl\.DateTimeFormat\.supportedLocalesOf\(\[\s*locale\s*\]\)/, 'new Intl.Locale(locale)'),
    failure: 'React Aria checks the language in another way.',
  })

/** Leaves the code of endless lists out of the build, which the app does not use. The query library would load it at the start. */
export const omitInfiniteQueries = () =>
  patchLibrary({
    name: 'no-infinite-queries',
    module: /@tanstack[\\/]query-core[\\/]build[\\/]modern[\\/]infiniteQueryBehavior\.js$/,
    patch: () => `
export const infiniteQueryBehavior = () => {
  throw new Error('The build has no endless lists.')
}
export const hasNextPage = infiniteQueryBehavior
export const hasPreviousPage = infiniteQueryBehavior
`,
    failure: 'The query library implements endless lists in another module.',
  })
