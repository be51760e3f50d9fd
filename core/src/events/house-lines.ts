import type * as z from 'zod/mini'
import * as texts from '../texts.ts'
import { House, type HouseInput } from './house.ts'

/** The switches of the words of the house, in the order in which guests read them. */
export const HOUSE_SWITCHES = ['noChildren', 'noPhotography', 'personalOnly', 'modestDress'] as const
export type HouseSwitch = (typeof HOUSE_SWITCHES)[number]

/** Returns the words of the house after a change. Empty words become null. */
export const changedHouse = (before: House, change: z.output<typeof HouseInput>): House => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const { words, ...switches } = House.parse({ ...before, ...given })
  return { ...switches, words: words || null }
}

/**
 * Returns the lines in which guests read the words of the house: the usual phrases that are switched on, and the host's own words. A device
 * may have downloaded the event from a server whose events had none.
 */
export function houseLines(house: House | undefined): string[] {
  if (!house) return []
  const phrases = HOUSE_SWITCHES.filter(name => house[name]).map(name => texts.house[name])
  return [phrases.join(texts.houseSeparator), house.words ?? ''].filter(line => line !== '')
}

/** Returns whether an event asks its guests how many children come with them. A house without children does not ask. */
export const asksForChildren = ({ asksChildren, house }: { asksChildren?: boolean | undefined; house?: House | undefined }) =>
  asksChildren === true && house?.noChildren !== true
