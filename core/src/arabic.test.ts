import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCodePoint } from '../testing/code-points.ts'
import { cleanLine, foldSpelling, foldUsername, isWellFormed, normalizeUnicode, toWellFormed, toWesternDigits } from './arabic.ts'

test.each([
  ['إيمان', 'ايمان'],
  ['آلاء', 'الاء'],
  ['هُدَى', 'هدي'],
  ['فاطمة', 'فاطمه'],
  ['مُؤْمِنَة', 'مومنه'],
  ['رائد', 'رايد'],
  ['مُحَمَّد', 'محمد'],
  ['محـــمد', 'محمد'],
  ['عبد الله', 'عبدالله'],
  ['أبو عبد الرحمن علي', 'ابو عبدالرحمن علي'],
  ['عبد ربه', 'عبد ربه'],
  ['  John   SMITH ', 'john smith'],
  ['ضيف ١٢٣', 'ضيف 123'],
  ['ﻣﺤﻤﺪ', 'محمد'],
  ['علي\u200C', 'علي'],
  ['علی کریم', 'علي كريم'],
  ['ہھەةه', 'ههههه'],
  ['گلزار پارسا چمران ڤيان ژاله', 'كلزار بارسا جمران فيان زاله'],
  ['ﮐﺮﯾﻢ', 'كريم'],
  ['Admin\u200B', 'admin'],
  ['عبد ً الله', 'عبدالله'],
])('foldSpelling returns for «%s» the search key «%s»', (text, key) => {
  expect(foldSpelling(text)).toBe(key)
})

test('foldUsername keeps the letters of other keyboards apart', () => {
  expect([foldUsername('عَلي'), foldUsername('علی')]).toEqual(['علي', 'علی'])
})

test('toWesternDigits replaces Arabic and Persian digits by 0-9', () => {
  expect(toWesternDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789 0123456789')
})

test('cleanLine removes control characters and repeated spaces', () => {
  expect(cleanLine('\u202Eسارة\u0007\u200F \t  علي\uFEFF ')).toBe('سارة علي')
  expect(cleanLine('می\u200Cخواهم')).toBe('می\u200Cخواهم')
})

test('cleanLine and normalizeUnicode keep at most 30 marks on a letter', () => {
  for (const marks of ['\u0651\u064B', '\u0651\u200B\u064B'])
    expect([...cleanLine(`ا${marks.repeat(500)}ب`)].length, JSON.stringify(marks)).toBe(32)
  expect(normalizeUnicode(`ا${'\u0651\u064B'.repeat(500)}`, 'NFKC')).toHaveLength(31)
})

const arabicText = fc.string({ unit: fc.constantFrom(...'أإآٱاىيةهؤوئء عبدال لله مُحَمَّد١٢٣abcABC ـ\u200F\u00A0\u200C\u200B'), maxLength: 40 })

test.each(['\u200B', '\u200C\u2060', '\u3164', '\u00AD \uFEFF', '\u2800'])(
  'cleanLine empties a line of invisible characters (case %#)',
  text => {
    expect(cleanLine(text)).toBe('')
  },
)

test('cleanLine puts combining marks into canonical order', () => {
  expect(cleanLine('\u0651\u200F\u064E')).toBe(cleanLine('\u0651\u064E'))
})

test('a second call of foldSpelling or cleanLine changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(arabicText, fc.string({ unit: anyCodePoint })), text => {
      expect(foldSpelling(foldSpelling(text))).toBe(foldSpelling(text))
      expect(cleanLine(cleanLine(text))).toBe(cleanLine(text))
    }),
    { numRuns: 5000 },
  )
})

test('foldSpelling returns the same key before and after cleanLine', () => {
  fc.assert(
    fc.property(arabicText, text => {
      expect(foldSpelling(cleanLine(text))).toBe(foldSpelling(text))
    }),
    { numRuns: 5000 },
  )
})

test('isWellFormed and toWellFormed return the same as the built-in methods', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('ا', '\uD83D', '\uDE00', '😀') }), text => {
      expect(isWellFormed(text)).toBe(text.isWellFormed())
      expect(toWellFormed(text)).toBe(text.toWellFormed())
    }),
  )
})
