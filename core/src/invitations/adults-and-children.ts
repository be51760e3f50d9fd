import { formatCount } from '../counted.ts'
import { adultWord, childWord } from '../texts/words.ts'

type PeopleAndChildren = { people: number; children: number }

/** Returns people of whom some are children, in words: «كبيران وطفلان», «3 كبار وطفل», «طفلان». `write` formats the numbers. */
export const adultsAndChildren = ({ people, children }: PeopleAndChildren, write?: (count: number) => string) =>
  [
    ...(people > children ? [formatCount(people - children, adultWord, write)] : []),
    ...(children > 0 ? [formatCount(children, childWord, write)] : []),
  ].join(' و')
