import { day, requiredLine } from '../fields.ts'
import { texts } from '../texts.ts'

/** The longest name of a guest or an event, in characters. */
export const MAX_NAME = 200

/** What names an event among its owner's: its name, however spelled, and its day. */
export const EventFields = {
  eventName: requiredLine(MAX_NAME, texts.generator.eventName),
  eventDate: day(texts.generator.eventDate),
}
