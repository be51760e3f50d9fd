import { day, requiredLine } from '../fields.ts'
import { texts } from '../texts.ts'

/** The longest name of a guest or an event, in characters. */
export const MAX_NAME = 200

/** The fields that identify an event of an owner: its name, in any spelling, and its day. */
export const EventFields = {
  eventName: requiredLine(MAX_NAME, texts.generator.eventName),
  eventDate: day(texts.generator.eventDate),
}
