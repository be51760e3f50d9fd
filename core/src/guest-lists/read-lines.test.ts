import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHAT_SAMPLES } from '../../testing/guest-lists/chats.ts'
import { COUNT_SAMPLES } from '../../testing/guest-lists/counts.ts'
import { NAME_SAMPLES } from '../../testing/guest-lists/names.ts'
import { toWesternDigits } from '../arabic.ts'
import { markRepeatedGuests, type ParsedGuestLine, readGuestLines } from './read-lines.ts'

/** Returns the international form of a Yemeni number or of a number with a country code. */
function readPhone(phoneText: string) {
  const number = toWesternDigits(phoneText)
    .replace(/[\s().\-\u2010-\u2015]/g, '')
    .replace(/^00/, '+')
    .replace(/^(\d+)\+$/, '+$1')
  const yemeni = /^(?:\+?967|0)?(7[01378]\d{7})$/.exec(number)?.[1]
  if (yemeni) return `+967${yemeni}`
  return /^\+\d{9,14}$/.test(number) ? number : undefined
}

function readLines(...lines: string[]) {
  const results = readGuestLines(lines, readPhone)
  markRepeatedGuests(results)
  return results
}

/** Returns the result of a line in the notation of the test lists. */
function summaryOf({ name, places, phone, doubts, isOut, why }: ParsedGuestLine) {
  const guest = [name, places > 1 && `×${places}`, phone].filter(Boolean).join(' ')
  const questions = doubts.map(doubt => `? ${Object.values(doubt).join(' ')}`)
  return [isOut ? `✗ ${why}` : guest, ...questions].join(' ')
}

const GUEST_LIST_SAMPLES = { ...CHAT_SAMPLES, ...COUNT_SAMPLES, ...NAME_SAMPLES }

describe('guest lists as people write them', () => {
  test.each(Object.entries(GUEST_LIST_SAMPLES))('readGuestLines parses a guest list as expected: %s', (_, list) => {
    const rows = list
      .trimStart()
      .split('\n')
      .map(row => row.split(' → '))
    const lines = rows.map(([line = '']) => line.replaceAll('⇥', '\t').replaceAll('⟨rlm⟩', '\u200F').replaceAll('⟨lrm⟩', '\u200E'))
    const became = readLines(...lines).map(summaryOf)
    expect(rows.map(([line], index) => `${line} → ${became[index]}`).join('\n')).toBe(list.trimStart())
  })

  test('the sample lists cover 15 styles and have at least 300 lines', () => {
    expect(Object.keys(GUEST_LIST_SAMPLES)).toHaveLength(15)
    expect(Object.values(GUEST_LIST_SAMPLES).join('').trim().split('\n').length).toBeGreaterThanOrEqual(300)
  })
})

describe('readGuestLines', () => {
  const summariesOfNumbers = (...numbers: number[]) =>
    readLines(...numbers.map((number, index) => `${'أبجدهوز'[index]}حمد السالم ${number}`)).map(summaryOf)

  test('numbers at line ends count all persons if one of them is 1', () => {
    expect(summariesOfNumbers(2, 1, 4, 1).join()).toBe('أحمد السالم ×2,بحمد السالم,جحمد السالم ×4,دحمد السالم')
    expect(summariesOfNumbers(2, 0, 4, 1).join()).toBe('أحمد السالم ×3,بحمد السالم,جحمد السالم ×5,دحمد السالم ×2')
    expect(summariesOfNumbers(2, 3, 4, 3)[0]).toBe('أحمد السالم ×2 ? count 2 3')
  })

  test('readGuestLines ignores consecutive numbers at line ends', () => {
    expect(summariesOfNumbers(1, 2, 3, 4)).toEqual(['أحمد السالم', 'بحمد السالم', 'جحمد السالم', 'دحمد السالم'])
    expect(readLines('محمد 4', 'محمد 9').map(summaryOf)).toEqual(['محمد 4', 'محمد 9'])
  })

  test('a number is list numbering only if a neighbouring line continues it', () => {
    expect(readLines('7 خالد', '8 هند').map(summaryOf)).toEqual(['خالد', 'هند'])
    expect(readLines('7 خالد', 'هند').map(summaryOf)).toEqual(['خالد ×7 ? count 7 8', 'هند'])
  })

  test('markRepeatedGuests skips a repeated name with the same phone number', () => {
    expect(readLines('د. سمية', 'الدكتورة سميه').map(summaryOf)).toEqual(['د. سمية', 'الدكتورة سميه ? same 1'])
    expect(readLines('علی کریم', 'علي كريم').map(summaryOf)).toEqual(['علی کریم', 'علي كريم ? same 1'])
    expect(readLines('خالد 777123456', 'خالد 777 123 456').map(summaryOf)[1]).toBe('✗ same ? same 1')
    expect(readLines('خالد 777123456', 'خالد 733000111').map(summaryOf)[1]).toBe('خالد +967733000111')
  })

  test('headings decide whether numbers count persons or companions', () => {
    expect(readLines('الاسم - العدد', 'خالد - 3', 'هند - 2').map(summaryOf)).toEqual(['✗ heading', 'خالد ×3', 'هند ×2'])
    expect(readLines('الاسم - عدد المرافقين', 'خالد - 3', 'هند - 2').map(summaryOf)).toEqual(['✗ heading', 'خالد ×4', 'هند ×3'])
  })

  test('a group name is a heading if its number of guests follows', () => {
    expect(readLines('زميلات العمل (2)', 'هند', 'ريم', '', 'سارة').map(summaryOf)[0]).toBe('✗ heading ? message')
    expect(readLines('زميلات العمل (2)', 'هند', 'ريم', 'سارة').map(summaryOf)[0]).toBe('زميلات العمل ×2')
    expect(readLines('طاولة 1', 'طاولة 2').map(summaryOf)).toEqual(['طاولة 1', 'طاولة 2'])
  })

  test('assigns a phone number on its own line to the previous guest', () => {
    expect(readLines('هند', '', '777123456').map(summaryOf)).toEqual(['هند +967777123456', '✗ empty', '✗ merged'])
    expect(readLines('هند', 'للتواصل:', '777123456').map(summaryOf)).toEqual(['هند', '✗ heading', '✗ nameless ? message'])
  })

  test('«5 رمضان» is a name in a numbered list, and a question elsewhere', () => {
    expect(readLines('4 خالد', '5 رمضان', '6 شعبان').map(summaryOf)).toEqual(['خالد', 'رمضان', 'شعبان'])
    expect(readLines('خالد', '5 رمضان').map(summaryOf)[1]).toBe('رمضان ×5 ? message ? count 5 6')
  })

  test('readGuestLines returns an unclear phone number in `phoneWritten`', () => {
    expect(readLines('الشيخ حسين 73312345')[0]).toMatchObject({ name: 'الشيخ حسين', phone: null, phoneWritten: '73312345' })
  })

  test('readGuestLines returns one result for each line of any text', () => {
    const piece = fc.constantFrom(
      ' ',
      '+',
      '3',
      '٤',
      '(',
      ')',
      'و',
      'خالد',
      'وعائلته',
      'أشخاص',
      '777123456',
      '[21/11, 9:14 م]',
      ':',
      '🌹',
      '\t',
      'ُ',
    )
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 12 }), { maxLength: 8 }), given => {
        const lines = readLines(...given.map(pieces => pieces.join('')))
        expect(lines.map(({ line }) => line)).toEqual(given.map((_, index) => index + 1))
        for (const { name, places, isOut } of lines) {
          if (!isOut) expect(name).toMatch(/\p{L}/u)
          expect(places).toBeGreaterThanOrEqual(1)
          expect(places).toBeLessThanOrEqual(100)
        }
      }),
    )
  })
})
