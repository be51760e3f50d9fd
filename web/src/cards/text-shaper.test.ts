import { AMIRI, AMIRI_BOLD, NAME_FACES, RUQAA } from '@hudur/core'
import { describe, expect, test } from 'vitest'
import { createTextShaper } from '../../testing/card-fonts.ts'
import type { ShapedText } from './text-shaper.ts'

const { shape, measure, fontName } = await createTextShaper(Object.values(NAME_FACES))

/** Returns the font names of a text's runs from left to right. A run that no card font can write is «browser» with its text. */
const fontsOf = ({ runs }: ShapedText) => runs.map(run => ('text' in run ? `browser ${run.text}` : fontName(run.font)))
const glyphsOf = ({ runs }: ShapedText) => runs.flatMap(run => ('text' in run ? [] : run.glyphs.map(({ id }) => id)))

describe('runs of a text', () => {
  test.each([
    ['الأستاذ خالد', ['Amiri arabic']],
    ['Dr. Maria García-López', ['Amiri latin']],
    ['Łukasz', ['Amiri latin-ext', 'Amiri latin']],
    // The runs of an Arabic text go from right to left, but each number and each Latin word goes from left to right.
    ['قسم 3', ['Amiri latin', 'Amiri arabic']],
    ['طاولة 12 - Eng', ['Amiri latin', 'Amiri arabic', 'Amiri latin', 'Amiri arabic', 'Amiri latin', 'Amiri arabic']],
    ['خالد (سعيد)', ['Amiri latin', 'Amiri arabic', 'Amiri latin', 'Amiri arabic']],
    ['ياسر ٧', ['Amiri arabic', 'Amiri arabic']],
    ['خالد 😀', ['browser 😀', 'Amiri arabic']],
    ['王 سعيد', ['Amiri arabic', 'browser 王']],
    ['😀🎉 ليلى', ['Amiri arabic', 'browser 😀🎉']],
    ['ليلى 🎉 Ali', ['Amiri latin', 'Amiri arabic', 'browser 🎉', 'Amiri arabic']],
  ])('shape returns the runs of «%s» in visual order, each with its font', (text, fonts) => {
    expect(fontsOf(shape(text, AMIRI_BOLD))).toEqual(fonts)
  })

  test('shape uses Amiri for letters that the font lacks, and joins them as within one font', () => {
    const joined = shape('بﷲ', RUQAA)
    expect(fontsOf(joined)).toEqual(['Amiri arabic', 'Aref Ruqaa arabic'])
    expect(glyphsOf(joined)[1]).toBe(glyphsOf(shape('ب', RUQAA))[0])
    // Tajawal lacks this alef, so Amiri writes it. It still takes its final form after a letter in Tajawal.
    const { tajawal } = NAME_FACES
    expect(fontsOf(shape('بٱ', tajawal))).toEqual(['Amiri arabic', 'Tajawal arabic'])
    expect(glyphsOf(shape('بٱ', tajawal))[0]).not.toBe(glyphsOf(shape('ٱ', tajawal))[0])
  })
})

test('shape mirrors brackets in right-to-left text', () => {
  const [open, close] = [shape('ا(ب', AMIRI), shape('ا)ب', AMIRI)].map(line => glyphsOf({ ...line, runs: [line.runs[1]!] })[0])
  const [left, right] = [shape('ب)', AMIRI), shape('ب(', AMIRI)].map(line => glyphsOf(line)[0])
  expect([open, close]).toEqual([right, left])
  expect(open).not.toBe(close)
})

test('shape uses the Arabic form of an exclamation mark in right-to-left text', () => {
  const [mark] = glyphsOf(shape('ب!', AMIRI))
  expect(mark).not.toBe(glyphsOf(shape('a!', AMIRI)).at(-1))
})

test('shape applies kerning: «AV» is narrower than «A» and «V» together', () => {
  const width = (text: string) => shape(text, AMIRI_BOLD).width
  expect(width('AV')).toBeLessThan(width('A') + width('V') - 0.05)
})

test('shape treats a letter followed by a combining accent like the precomposed letter', () => {
  const name = 'García'
  expect(shape(name.normalize('NFD'), NAME_FACES.cairo)).toEqual(shape(name, NAME_FACES.cairo))
})

test.each(Object.entries(NAME_FACES))(
  'shape gives, in the font %s, diacritics no width, a kashida a width if the font has one, and a ligature one glyph',
  (_name, face) => {
    const width = (text: string) => shape(text, face).width
    expect(width('مُحَمَّدٌ')).toBeCloseTo(width('محمد'), 2)
    expect(shape('مُحَمَّدٌ', face).ascent).toBeGreaterThan(shape('محمد', face).ascent)
    // Ruqaa script has no elongated letters, so its font leaves kashidas out.
    if (face === RUQAA) expect(width('محـــد')).toBe(width('محد'))
    else expect(width('محـــد')).toBeGreaterThan(width('محد') + 0.2)
    expect(glyphsOf(shape('ﷲ', face))).toHaveLength(1)
  },
)

test('measure scales width and ascent with the font size, and includes ink outside the advance width', () => {
  const at = (size: number) => measure(RUQAA)('زفاف محمّد وسارة', size)
  expect(at(140).width).toBeCloseTo(at(28).width * 5, 6)
  expect(at(140).ascent).toBeCloseTo(at(28).ascent * 5, 6)
  const { width, left, right } = shape('زفاف محمّد وسارة', RUQAA)
  expect(at(100).width).toBeCloseTo(100 * Math.max(width, width - 2 * left, 2 * right - width), 6)
})

test('measure returns values below 50 px for a text without ink and for diacritics without letters', () => {
  for (const text of [' ', '', '\u064b', '\u200f'])
    for (const value of Object.values(measure(AMIRI)(text, 40))) expect(value, JSON.stringify(text)).toBeLessThan(50)
})
