import { Refusal, Unreachable } from '@hudur/core'
import { expect, test } from 'vitest'
import { reasonOf } from './reason.ts'

const words = { failed: 'فشل', unreachable: 'لا يجيب' }

test('that nobody answered is said the same by a network that failed and by a device alone', () => {
  expect(reasonOf(new Unreachable('no answer'), words)).toBe(words.unreachable)
  expect(reasonOf(new Refusal('offline'), words)).toBe(words.unreachable)
})

test('where there is no sentence for it, a device alone says why', () => {
  expect(reasonOf(new Unreachable('no answer'), { failed: words.failed })).toBe(words.failed)
  expect(reasonOf(new Refusal('offline'), { failed: words.failed })).toBe('غير متاح دون اتصال')
})

test('what the server said is told as it said it', () => {
  expect(reasonOf(new Refusal('last-administrator', { text: 'آخر مدير' }), words)).toBe('آخر مدير')
  expect(reasonOf(new Error('boom'), words)).toBe(words.failed)
})
