import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { expect, test } from 'vitest'
import { errorTextOf } from './error-text.ts'

const errorTexts = { failed: 'فشل', unreachable: 'لا يجيب' }

test('errorTextOf returns `unreachable` if the server did not respond', () => {
  expect(errorTextOf(new UnreachableError('no answer'), errorTexts)).toBe(errorTexts.unreachable)
  expect(errorTextOf(new Refusal('offline'), errorTexts)).toBe(errorTexts.unreachable)
})

test('errorTextOf says `failed` where no text `unreachable` is given', () => {
  expect(errorTextOf(new UnreachableError('no answer'), { failed: errorTexts.failed })).toBe(errorTexts.failed)
  expect(errorTextOf(new Refusal('offline'), { failed: errorTexts.failed })).toBe('غير متاح دون اتصال')
})

test('errorTextOf returns the message of a server’s refusal', () => {
  expect(errorTextOf(new Refusal('last-administrator', { text: 'آخر مدير' }), errorTexts)).toBe('آخر مدير')
  expect(errorTextOf(new Error('boom'), errorTexts)).toBe(errorTexts.failed)
})
