import type { Plugin } from 'vite'

/**
 * The module that creates the calendars of the date field by their names, which are those in `src/ui/date-field.tsx`. Replaces that of the
 * date library.
 */
const NEEDED_CALENDARS_MODULE = `
import { GregorianCalendar } from './calendars/GregorianCalendar.mjs'
import { IslamicUmalquraCalendar } from './calendars/IslamicCalendar.mjs'
export function createCalendar(name) {
  if (name === 'gregory') return new GregorianCalendar()
  if (name === 'islamic-umalqura') return new IslamicUmalquraCalendar()
  throw new Error('There is no calendar ' + name)
}
`

/**
 * Leaves the calendars that the date field never shows, such as the Japanese and the Hebrew, out of the build. React Aria's date library
 * loads all calendars in the module that creates one by its name. The build fails when the library no longer has that module.
 */
export const keepNeededCalendars = (): Plugin => {
  let isFound = false
  return {
    name: 'needed-calendars',
    apply: 'build',
    load: {
      filter: { id: /@internationalized[\\/]date[\\/]dist[\\/]private[\\/]createCalendar\.mjs$/ },
      handler() {
        isFound = true
        return NEEDED_CALENDARS_MODULE
      },
    },
    generateBundle() {
      if (!isFound) throw new Error('The date library creates calendars in another module.')
    },
  }
}
