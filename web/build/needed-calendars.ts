import type { Plugin } from 'vite'

/** Replaces the date library's module that creates calendars. The names are those in `src/ui/date-field.tsx`. */
const NEEDED_CALENDARS_MODULE = `
import { GregorianCalendar } from './calendars/GregorianCalendar.mjs'
import { IslamicUmalquraCalendar } from './calendars/IslamicCalendar.mjs'
export function createCalendar(name) {
  if (name === 'gregory') return new GregorianCalendar()
  if (name === 'islamic-umalqura') return new IslamicUmalquraCalendar()
  throw new Error('There is no calendar ' + name)
}
`

/** Leaves the calendars that the date field never shows out of the build. The build fails without the module of the library. */
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
