import * as z from 'zod/mini'
import { textLine } from '../inputs.ts'

/** The maximum length of the host's own words of the house, in characters. Cards show them on one line. */
export const MAX_HOUSE_WORDS_LENGTH = 80

/** What the hosts ask of their guests: usual phrases that are switched on, and words of their own. */
export const House = z.object({
  noChildren: z._default(z.boolean(), false),
  noPhotography: z._default(z.boolean(), false),
  personalOnly: z._default(z.boolean(), false),
  modestDress: z._default(z.boolean(), false),
  words: z._default(z.nullable(z.string()), null),
})
export type House = z.infer<typeof House>

/** The fields of the words of the house in an input. Missing ones are unchanged. */
export const HouseInput = z.object({
  noChildren: z.optional(z.boolean()),
  noPhotography: z.optional(z.boolean()),
  personalOnly: z.optional(z.boolean()),
  modestDress: z.optional(z.boolean()),
  words: z.optional(z.nullable(textLine(MAX_HOUSE_WORDS_LENGTH))),
})

export const EMPTY_HOUSE: House = House.parse({})
