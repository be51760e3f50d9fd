import { expect, test } from 'vitest'
import { fitInLines, fontSizeForOneLine, type MeasureText, stackLines } from './fit.ts'

/** Measures text as if each letter were half as wide as the font size, 0.8 of it above the baseline and 0.3 below. */
const measure: MeasureText = (text, size) => ({ width: (text.length * size) / 2, ascent: size * 0.8, descent: size * 0.3 })
const bounds = { width: 400, height: 200, largest: 64, measure }

test('fontSizeForOneLine returns the maximum for a text that fits at it', () => {
  expect(fontSizeForOneLine('خالد', bounds)).toBe(64)
})

test('fontSizeForOneLine returns the largest size that fits the width', () => {
  const size = fontSizeForOneLine('ن'.repeat(40), bounds)
  expect(measure('ن'.repeat(40), size).width).toBeLessThanOrEqual(400)
  expect(measure('ن'.repeat(40), size + 1).width).toBeGreaterThan(400)
})

test('fontSizeForOneLine returns a smaller size for a small height', () => {
  expect(fontSizeForOneLine('خالد', { ...bounds, height: 55 })).toBe(50)
})

test('fontSizeForOneLine returns 1 for a text that fits at no size', () => {
  expect(fontSizeForOneLine('ن'.repeat(100_000), bounds)).toBe(1)
})

test('fitInLines breaks a long text between words for a larger font size', () => {
  const text = 'حفل تخرج الدفعة العشرين من كلية الطب والعلوم الصحية'
  const { size, lines } = fitInLines(text, { ...bounds, mostLines: 3 })
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join(' ')).toBe(text)
  expect(size).toBeGreaterThan(fontSizeForOneLine(text, bounds))
  for (const line of lines) expect(measure(line, size).width).toBeLessThanOrEqual(400)
})

test('fitInLines keeps one line when a second allows no larger size', () => {
  expect(fitInLines('محمد وسارة', { ...bounds, mostLines: 3 }).lines).toEqual(['محمد وسارة'])
})

test('fitInLines adds a line for a small gain only below `least`', () => {
  const text = `${'ن'.repeat(9)} ${'ن'.repeat(10)}`
  const flat = { ...bounds, height: 100, mostLines: 2 }
  expect(fitInLines(text, flat)).toEqual({ size: 40, lines: [text] })
  expect(fitInLines(text, { ...flat, least: 44 })).toEqual({ size: 42, lines: text.split(' ') })
})

test('fitInLines never breaks a single word', () => {
  expect(fitInLines('ن'.repeat(200), { ...bounds, mostLines: 3 }).lines).toHaveLength(1)
})

test('stackLines centres the lines around the given y coordinate', () => {
  const [first, second] = stackLines(['أ', 'ب'], 100, 500, measure)
  expect(first!.baseline - 80).toBeCloseTo(500 - 118)
  expect(second!.baseline + 30).toBeCloseTo(500 + 118)
})
