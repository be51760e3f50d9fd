import { Refusal, Unreachable } from '@hudur/core'
import { expect, test } from 'vitest'
import { reasonOf } from './reason.ts'

const words = { failed: 'فشل', unreachable: 'لا يجيب' }

test('returns the same sentence for a failed network and a call that needs a server', () => {
  expect(reasonOf(new Unreachable('no answer'), words)).toBe(words.unreachable)
  expect(reasonOf(new Refusal('offline'), words)).toBe(words.unreachable)
})

test('returns the refusal of a call that needs a server if the screen has no sentence for it', () => {
  expect(reasonOf(new Unreachable('no answer'), { failed: words.failed })).toBe(words.failed)
  expect(reasonOf(new Refusal('offline'), { failed: words.failed })).toBe('غير متاح دون اتصال')
})

test('returns the server’s message, and the screen’s sentence for any other error', () => {
  expect(reasonOf(new Refusal('last-administrator', { text: 'آخر مدير' }), words)).toBe('آخر مدير')
  expect(reasonOf(new Error('boom'), words)).toBe(words.failed)
})
