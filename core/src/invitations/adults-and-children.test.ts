import { expect, test } from 'vitest'
import { adultsAndChildren } from './adults-and-children.ts'

test.each([
  [4, 2, 'كبيران وطفلان'],
  [2, 1, 'كبير وطفل'],
  [7, 4, '3 كبار و4 أطفال'],
  [30, 12, '18 كبيراً و12 طفلاً'],
  [2, 2, 'طفلان'],
  [3, 0, '3 كبار'],
])('adultsAndChildren names %i people with %i children «%s»', (people, children, words) => {
  expect(adultsAndChildren({ people, children })).toBe(words)
})
