import * as z from 'zod/mini'
import { calendarDay, MAX_NAME_LENGTH, Reference, requiredLine, textLine } from '../inputs.ts'
import * as texts from '../texts.ts'

/** The name and the day of an event. The name in any spelling and the day are unique among an owner's events. */
const EventFields = {
  eventName: requiredLine(MAX_NAME_LENGTH, texts.generator.eventName),
  eventDate: calendarDay(texts.generator.eventDate),
}

/** The optional fields that restrict a call to one event: an id, or a name in any spelling and a day. The id takes precedence. */
export const EventFilterFields = {
  eventId: z.optional(Reference),
  eventName: z.optional(textLine(MAX_NAME_LENGTH)),
  eventDate: z.optional(z.iso.date()),
}

/** The fields that name the event of a new row: an id, or a name and a day, whose event is created where there is none. */
export const NewRowEventFields = {
  eventId: z.optional(Reference),
  eventName: z.optional(EventFields.eventName),
  eventDate: z.optional(EventFields.eventDate),
}

/** Adds the check that an input has an event: an id, or both a name and a day. */
export const requireEventFields = <Input extends z.ZodMiniObject<typeof NewRowEventFields>>(input: Input) =>
  input.check(
    z.check<z.output<Input>>(context => {
      const { eventId, eventName, eventDate } = context.value as { eventId?: string; eventName?: string; eventDate?: string }
      if (eventId !== undefined) return
      const addIssue = (field: string, message: string) =>
        context.issues.push({ code: 'custom', message, path: [field], input: context.value })
      if (eventName === undefined) addIssue('eventName', texts.generator.eventName)
      if (eventDate === undefined) addIssue('eventDate', texts.generator.eventDate)
    }),
  )
