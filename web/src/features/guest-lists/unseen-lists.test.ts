import { parseUnseenList, UNSEEN_LISTS, type UnseenLine } from '@hudur/core/testing/guest-lists/unseen'
import { describe, expect, test } from 'vitest'
import { outcomeMatches, type ReviewOutcome, reviewOutcomesOf } from '../../../testing/pasted-list.ts'

/**
 * Returns whether the result of a line is one of its accepted answers and the user is asked about the line as the list states: must, may
 * or must not. A question about a telephone number is always allowed, because the country's calling code decides whether the number is
 * clear.
 */
const isOutcomeAccepted = ({ answers, asked }: UnseenLine, outcome: ReviewOutcome) =>
  answers.some(answer => outcomeMatches(answer, outcome)) &&
  (asked === 'may' || outcome.isAsked === (asked === 'must') || (asked === 'must not' && outcome.isAskedForPhone))

describe('pasted guest lists whose author did not know the parsing rules', () => {
  test.each(Object.entries(UNSEEN_LISTS))('the pasted list %s gives an accepted result for every line', async (_, list) => {
    const lines = parseUnseenList(list)
    const outcomes = await reviewOutcomesOf(lines.map(({ line }) => line))
    const wrongLines = lines.flatMap((line, index) => {
      const outcome = outcomes[index]
      return outcome && isOutcomeAccepted(line, outcome) ? [] : `${line.line} → ${outcome?.summary}`
    })
    expect(wrongLines).toEqual([])
  })

  test('UNSEEN_LISTS contains 33 guest lists with 598 lines', () => {
    expect(Object.values(UNSEEN_LISTS)).toHaveLength(33)
    expect(Object.values(UNSEEN_LISTS).flatMap(parseUnseenList)).toHaveLength(598)
  })
})
