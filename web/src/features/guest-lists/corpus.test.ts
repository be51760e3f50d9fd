import { CORPUS, type CorpusFile, expectedGuests, isPasted, summariseGuest } from '@hudur/core/testing/guest-lists/corpus'
import { expect, test } from 'vitest'
import { readList } from './read-list.ts'

const sourceOf = (name: string, { content }: CorpusFile) =>
  isPasted(name) && typeof content === 'string' ? content : new Blob([content as BlobPart])

test.each(Object.entries(CORPUS))('readList reads the guests of a list, and asks where it guesses: %s', async (name, file) => {
  const { guests, questions, clear } = await readList(sourceOf(name, file), '967')
  expect(guests.map(summariseGuest)).toEqual(expectedGuests(file))
  expect([...new Set(questions.map(({ about }) => about))].toSorted()).toEqual([...(file.asks ?? [])].toSorted())
  expect(clear).toBe(file.asks === undefined)
})

test('the corpus has at least 60 lists', () => {
  expect(Object.keys(CORPUS).length).toBeGreaterThanOrEqual(60)
})
