import { describe, expect, test } from 'vitest'
import { findPhoneNumber, quoteText } from './rules.ts'

describe('findPhoneNumber', () => {
  test.each([
    ['رقمي 777123456 على الواتساب', '777123456'],
    ['رقمي ٧٧٧ ١٢٣ ٤٥٦', '777 123 456'],
    ['اتصلوا على +967 771-234-567 مساءً', '+967 771-234-567'],
    ['00967771234567', '00967771234567'],
    ['جوالي 0551204417، والموعد 14/1/2027', '0551204417'],
    ['الموعد 2027-01-14 240 ضيفاً، هاتف 0551204417', '0551204417'],
    ['الثابت (01) 234567 أو 771234567', '771234567'],
    ['نحو 400 ضيف يوم 14-01-2027', undefined],
    ['الموعد 14/01/2027 8 مساءً', undefined],
    ['رقم الطلب 12345678', undefined],
    ['حوّلت من الحساب 7712345678901234567', undefined],
    ['هل يُطبع الرمز؟', undefined],
  ])('findPhoneNumber(«%s») returns %s', (text, phone) => {
    expect(findPhoneNumber(text)).toBe(phone)
  })
})

test('quoteText puts «> » before each line and truncates the text', () => {
  expect(quoteText('كم؟\nومتى؟', 100)).toBe('> كم؟\n> ومتى؟')
  expect(quoteText('كم يكلّف؟ ومتى؟', 9)).toBe('> كم يكلّف؟…')
  expect(quoteText('💍💍💍', 2)).toBe('> 💍💍…')
})
