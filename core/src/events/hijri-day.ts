import * as texts from '../texts.ts'
import { dayNumberOf, toHijriDate } from '../umm-al-qura.ts'

/** Returns a valid day, written as `YYYY-MM-DD`, in the Umm al-Qura calendar as it is written: «6 شعبان 1448». */
export function hijriDayText(day: string): string {
  const hijri = toHijriDate(dayNumberOf(day))
  return `${hijri.day} ${texts.hijriMonths[hijri.month - 1]} ${hijri.year}`
}
