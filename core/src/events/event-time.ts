import * as texts from '../texts.ts'
import type { EventDetails } from './contract.ts'
import type { House } from './house.ts'
import { houseLines } from './house-lines.ts'

type EventTime = { [Field in 'startsAt' | 'timeWords']?: EventDetails[Field] | undefined }

/** Formats an hour such as `20:30` as «8:30 مساءً», full hours without minutes. */
function formatHour(hour: string) {
  const [hours, minutes] = [Number(hour.slice(0, 2)), hour.slice(2)]
  return `${hours % 12 || 12}${minutes === ':00' ? '' : minutes} ${hours < 12 ? texts.dayHalves.morning : texts.dayHalves.evening}`
}

/** Returns the time of an event as its guests read it: the host's words, otherwise the hour; an empty text without either. */
export const eventTimeText = ({ startsAt, timeWords }: EventTime) => timeWords || (startsAt ? formatHour(startsAt) : '')

/** The fields of an event that its cards show besides the name and the day; missing ones are empty. */
export type EventOfCard = EventTime & { place?: EventDetails['place'] | undefined; house?: House | undefined }

/** Returns the time, the place and the words of the house of an event as its cards show them. */
export const cardTextsOf = (event: EventOfCard) => ({
  time: eventTimeText(event),
  place: event.place ?? '',
  house: houseLines(event.house),
})
