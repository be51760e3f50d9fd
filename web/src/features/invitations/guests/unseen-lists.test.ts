import { UNSEEN_LISTS, type UnseenLine, unseenLinesOf } from '@hudur/core/testing/guest-lists'
import { describe, expect, test } from 'vitest'
import { agrees, type Outcome, outcomesOf } from '../../../../testing/pasted-list.ts'

/**
 * Returns whether the outcome of a line is accepted. A question about a telephone number always is, because the country decides whether it
 * is clear.
 */
const isAccepted = ({ answers, asked }: UnseenLine, outcome: Outcome) =>
  answers.some(answer => agrees(answer, outcome)) &&
  (asked === 'may' || outcome.isAsked === (asked === 'must') || (asked === 'must not' && outcome.isAskedForPhone))

describe('pasted guest lists whose author did not know the parsing rules', () => {
  test.each(Object.entries(UNSEEN_LISTS))('proposes an accepted result for every line of the list %s', async (_, list) => {
    const lines = unseenLinesOf(list)
    const outcomes = await outcomesOf(lines.map(({ line }) => line))
    const wrongLines = lines.flatMap((line, index) => {
      const outcome = outcomes[index]
      return outcome && isAccepted(line, outcome) ? [] : `${line.line} → ${outcome?.summary}`
    })
    expect(wrongLines).toEqual([])
  })

  test('number 33, with 598 lines in total', () => {
    expect(Object.values(UNSEEN_LISTS)).toHaveLength(33)
    expect(Object.values(UNSEEN_LISTS).flatMap(unseenLinesOf)).toHaveLength(598)
  })
})
