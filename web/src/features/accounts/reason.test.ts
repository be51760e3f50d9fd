import { Refusal, UnreachableError } from '@hudur/core'
import { expect, test } from 'vitest'
import { errorTextOf } from './reason.ts'

const errorTexts = { failed: 'فشل', unreachable: 'لا يجيب' }

test('errorTextOf returns the given `unreachable` text if the server did not respond or the call is not available offline', () => {
  expect(errorTextOf(new UnreachableError('no answer'), errorTexts)).toBe(errorTexts.unreachable)
  expect(errorTextOf(new Refusal('offline'), errorTexts)).toBe(errorTexts.unreachable)
})

test('without an `unreachable` text, errorTextOf returns the text `failed` when the server did not respond, and the refusal’s own message for a refusal with the code `offline`', () => {
  expect(errorTextOf(new UnreachableError('no answer'), { failed: errorTexts.failed })).toBe(errorTexts.failed)
  expect(errorTextOf(new Refusal('offline'), { failed: errorTexts.failed })).toBe('غير متاح دون اتصال')
})

test('errorTextOf returns the message of a server’s refusal, and the given `failed` text for any other error', () => {
  expect(errorTextOf(new Refusal('last-administrator', { text: 'آخر مدير' }), errorTexts)).toBe('آخر مدير')
  expect(errorTextOf(new Error('boom'), errorTexts)).toBe(errorTexts.failed)
})
