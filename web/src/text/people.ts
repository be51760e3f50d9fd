import type { CountedWord } from '@hudur/core/counted'
import { adultsAndChildren } from '@hudur/core/invitations/adults-and-children'
import { formatCountedNoun, formatWholeNumber } from './format.ts'

/** Formats a number of people with its noun («4 أشخاص»), or where some are children, both numbers («كبيران وطفلان»). */
export const formatPeople = (people: number, children: number, word: CountedWord) =>
  children > 0 ? adultsAndChildren({ people, children }, formatWholeNumber) : formatCountedNoun(people, word)
