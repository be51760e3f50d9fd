import { expect, test } from 'vitest'
import { mailtoUrl } from './mailto.ts'

test('mailtoUrl keeps a usual address readable', () => {
  expect(mailtoUrl('arwa@example.com')).toBe('mailto:arwa@example.com')
})

test('mailtoUrl adds no parameter that stands in an address', () => {
  expect(mailtoUrl('arwa?cc=b&x@example.com')).toBe('mailto:arwa%3Fcc%3Db%26x@example.com')
})

test('mailtoUrl encodes the subject and the body', () => {
  expect(mailtoUrl('arwa@example.com', { subject: 'طلب & سؤال', body: 'سطر\nسطر' })).toBe(
    `mailto:arwa@example.com?subject=${encodeURIComponent('طلب & سؤال')}&body=${encodeURIComponent('سطر\nسطر')}`,
  )
})
