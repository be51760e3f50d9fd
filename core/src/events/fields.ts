import * as z from 'zod/mini'
import { day, line, Reference, requiredLine } from '../fields.ts'
import { texts } from '../texts.ts'

/** The longest name of a guest or an event, in characters. */
export const MAX_NAME = 200

/** The name and the day of an event. The name in any spelling and the day are unique among an owner's events. */
const EventFields = {
  eventName: requiredLine(MAX_NAME, texts.generator.eventName),
  eventDate: day(texts.generator.eventDate),
}

/** The event that a call concerns, where it may concern all events: an id, or a name in any spelling and a day. An id wins. */
export const EventChoice = {
  eventId: z.optional(Reference),
  eventName: z.optional(line(MAX_NAME)),
  eventDate: z.optional(z.iso.date()),
}

/** The event of a new row: an id, or a name and a day. With a name and a day the event is found, or created where there is none. */
export const EventOfNew = {
  eventId: z.optional(Reference),
  eventName: z.optional(EventFields.eventName),
  eventDate: z.optional(EventFields.eventDate),
}

/** Adds the check that an input has an event: an id, or both a name and a day. */
export const withEvent = <Input extends z.ZodMiniObject<typeof EventOfNew>>(input: Input) =>
  input.check(
    z.check<z.output<Input>>(context => {
      const { eventId, eventName, eventDate } = context.value as { eventId?: string; eventName?: string; eventDate?: string }
      if (eventId !== undefined) return
      const refuse = (field: string, message: string) =>
        context.issues.push({ code: 'custom', message, path: [field], input: context.value })
      if (eventName === undefined) refuse('eventName', texts.generator.eventName)
      if (eventDate === undefined) refuse('eventDate', texts.generator.eventDate)
    }),
  )
