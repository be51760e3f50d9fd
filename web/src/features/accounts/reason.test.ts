import { Refusal, Unreachable } from '@hudur/core'
import { expect, test } from 'vitest'
import { reasonOf } from './reason.ts'

const words = { failed: 'فشل', unreachable: 'لا يجيب' }

test('reasonOf returns the screen’s sentence for a failed network, and also for a call refused because it needs a server', () => {
  expect(reasonOf(new Unreachable('no answer'), words)).toBe(words.unreachable)
  expect(reasonOf(new Refusal('offline'), words)).toBe(words.unreachable)
})

test('reasonOf returns the message of a call refused because it needs a server if the screen has no sentence for it', () => {
  expect(reasonOf(new Unreachable('no answer'), { failed: words.failed })).toBe(words.failed)
  expect(reasonOf(new Refusal('offline'), { failed: words.failed })).toBe('غير متاح دون اتصال')
})

test('reasonOf returns the server’s message for a refusal, and the screen’s general sentence for any other error', () => {
  expect(reasonOf(new Refusal('last-administrator', { text: 'آخر مدير' }), words)).toBe('آخر مدير')
  expect(reasonOf(new Error('boom'), words)).toBe(words.failed)
})
