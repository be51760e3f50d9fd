import { AMIRI_BOLD_TYPEFACE, AMIRI_TYPEFACE, NAME_TYPEFACES, RUQAA_TYPEFACE } from '@hudur/core/cards/typefaces'
import { describe, expect, test } from 'vitest'
import { createTextShaper } from '../../testing/card-fonts.ts'
import type { ShapedText } from './text-shaper.ts'

const { shape: shapeText, measure: textMeasurerOf, faceFor, fontName: fontNameOf } = await createTextShaper(Object.values(NAME_TYPEFACES))

/** Returns the font names of a text's runs from left to right. A run that no card font can write is «browser» with its text. */
const fontNamesOf = ({ runs }: ShapedText) => runs.map(run => ('text' in run ? `browser ${run.text}` : fontNameOf(run.font)))
const glyphIdsOf = ({ runs }: ShapedText) => runs.flatMap(run => ('text' in run ? [] : run.glyphs.map(({ id }) => id)))

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
    expect(fontNamesOf(shapeText(text, AMIRI_BOLD_TYPEFACE))).toEqual(fonts)
  })

  test('shape uses Amiri for letters that the font lacks', () => {
    const joined = shapeText('بﷲ', RUQAA_TYPEFACE)
    expect(fontNamesOf(joined)).toEqual(['Amiri arabic', 'Aref Ruqaa arabic'])
    expect(glyphIdsOf(joined)[1]).toBe(glyphIdsOf(shapeText('ب', RUQAA_TYPEFACE))[0])
    // Tajawal lacks this alef, so Amiri writes it. It still takes its final form after a letter in Tajawal.
    const { tajawal } = NAME_TYPEFACES
    expect(fontNamesOf(shapeText('بٱ', tajawal))).toEqual(['Amiri arabic', 'Tajawal arabic'])
    expect(glyphIdsOf(shapeText('بٱ', tajawal))[0]).not.toBe(glyphIdsOf(shapeText('ٱ', tajawal))[0])
  })
})

test.each(Object.values(NAME_TYPEFACES))('a name is written whole in $family or in Amiri, whatever letters it has', face => {
  const substitute = face.weight > 500 ? AMIRI_BOLD_TYPEFACE : AMIRI_TYPEFACE
  for (const name of [
    'علی کریم',
    'گلناز',
    'ٱلأستاذ خالد',
    'پروین',
    'ہما',
    'ڤيفيان',
    'Şule',
    'الله',
    'محمّد',
    'خالد 😀',
    'خالد 王',
    'Łukasz علی',
  ]) {
    const chosen = faceFor(name, face)
    const families = fontNamesOf(shapeText(name, chosen)).map(font => font.replace(/ (?:arabic|latin|latin-ext)$/, ''))
    expect([...new Set(families.filter(family => !family.startsWith('browser')))], name).toEqual([chosen.family])
    expect([face, substitute]).toContain(chosen)
  }
  expect(faceFor('خالد بن علي', face)).toBe(face)
  expect(faceFor('خالد 王', face)).toBe(face)
})

test('Tajawal, which lacks «ی», leaves a name that has it to Amiri', () => {
  expect(faceFor('علی', NAME_TYPEFACES.tajawal)).toBe(AMIRI_BOLD_TYPEFACE)
  expect(faceFor('Şule', NAME_TYPEFACES.tajawal)).toBe(AMIRI_BOLD_TYPEFACE)
})

test('shape mirrors brackets in right-to-left text', () => {
  const [open, close] = [shapeText('ا(ب', AMIRI_TYPEFACE), shapeText('ا)ب', AMIRI_TYPEFACE)].map(
    line => glyphIdsOf({ ...line, runs: [line.runs[1]!] })[0],
  )
  const [left, right] = [shapeText('ب)', AMIRI_TYPEFACE), shapeText('ب(', AMIRI_TYPEFACE)].map(line => glyphIdsOf(line)[0])
  expect([open, close]).toEqual([right, left])
  expect(open).not.toBe(close)
})

test('shape uses the Arabic form of «!» in right-to-left text', () => {
  const [mark] = glyphIdsOf(shapeText('ب!', AMIRI_TYPEFACE))
  expect(mark).not.toBe(glyphIdsOf(shapeText('a!', AMIRI_TYPEFACE)).at(-1))
})

test('shape applies kerning: «AV» is narrower than «A» and «V» together', () => {
  const widthOf = (text: string) => shapeText(text, AMIRI_BOLD_TYPEFACE).width
  expect(widthOf('AV')).toBeLessThan(widthOf('A') + widthOf('V') - 0.05)
})

test('shape treats a combining accent like the precomposed letter', () => {
  const name = 'García'
  expect(shapeText(name.normalize('NFD'), NAME_TYPEFACES.cairo)).toEqual(shapeText(name, NAME_TYPEFACES.cairo))
})

test.each(Object.entries(NAME_TYPEFACES))('in the font %s diacritics have no width, and a ligature is one glyph', (_name, face) => {
  const widthOf = (text: string) => shapeText(text, face).width
  expect(widthOf('مُحَمَّدٌ')).toBeCloseTo(widthOf('محمد'), 2)
  expect(shapeText('مُحَمَّدٌ', face).ascent).toBeGreaterThan(shapeText('محمد', face).ascent)
  // Ruqaa script has no elongated letters, so its font leaves kashidas out.
  if (face === RUQAA_TYPEFACE) expect(widthOf('محـــد')).toBe(widthOf('محد'))
  else expect(widthOf('محـــد')).toBeGreaterThan(widthOf('محد') + 0.2)
  expect(glyphIdsOf(shapeText('ﷲ', face))).toHaveLength(1)
})

test('measure includes ink outside the advance width', () => {
  const measureAtSize = (size: number) => textMeasurerOf(RUQAA_TYPEFACE)('زفاف محمّد وسارة', size)
  expect(measureAtSize(140).width).toBeCloseTo(measureAtSize(28).width * 5, 6)
  expect(measureAtSize(140).ascent).toBeCloseTo(measureAtSize(28).ascent * 5, 6)
  const { width, left, right } = shapeText('زفاف محمّد وسارة', RUQAA_TYPEFACE)
  expect(measureAtSize(100).width).toBeCloseTo(100 * Math.max(width, width - 2 * left, 2 * right - width), 6)
})

test('measure returns values below 50 px for a text without ink', () => {
  for (const text of [' ', '', '\u064b', '\u200f'])
    for (const value of Object.values(textMeasurerOf(AMIRI_TYPEFACE)(text, 40))) expect(value, JSON.stringify(text)).toBeLessThan(50)
})
