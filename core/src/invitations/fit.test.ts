import { expect, test } from 'vitest'
import { fit, fitInLines, type Measure, stack } from './fit.ts'

/** Measures text as if each letter were half as wide as the font size, 0.8 of it above the baseline and 0.3 below. */
const measure: Measure = (text, size) => ({ width: (text.length * size) / 2, ascent: size * 0.8, descent: size * 0.3 })
const room = { width: 400, height: 200, largest: 64, measure }

test('fit returns the largest size for a text that fits', () => {
  expect(fit('خالد', room)).toBe(64)
})

test('fit returns for a long text the largest size at which its width fits', () => {
  const size = fit('ن'.repeat(40), room)
  expect(measure('ن'.repeat(40), size).width).toBeLessThanOrEqual(400)
  expect(measure('ن'.repeat(40), size + 1).width).toBeGreaterThan(400)
})

test('fit returns a smaller size where the height is too small', () => {
  expect(fit('خالد', { ...room, height: 55 })).toBe(50)
})

test('fit returns 1 for a text that fits at no size', () => {
  expect(fit('ن'.repeat(100_000), room)).toBe(1)
})

test('fitInLines breaks a long text between words into lines with larger letters, and loses no word', () => {
  const text = 'حفل تخرج الدفعة العشرين من كلية الطب والعلوم الصحية'
  const { size, lines } = fitInLines(text, { ...room, mostLines: 3 })
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join(' ')).toBe(text)
  expect(size).toBeGreaterThan(fit(text, room))
  for (const line of lines) expect(measure(line, size).width).toBeLessThanOrEqual(400)
})

test('fitInLines leaves a text on one line where a second line would not enlarge the letters', () => {
  expect(fitInLines('محمد وسارة', { ...room, mostLines: 3 }).lines).toEqual(['محمد وسارة'])
})

test('fitInLines uses a further line for a small gain only where the letters are smaller than the least size', () => {
  const text = `${'ن'.repeat(9)} ${'ن'.repeat(10)}`
  const flat = { ...room, height: 100, mostLines: 2 }
  expect(fitInLines(text, flat)).toEqual({ size: 40, lines: [text] })
  expect(fitInLines(text, { ...flat, least: 44 })).toEqual({ size: 42, lines: text.split(' ') })
})

test('fitInLines never breaks a single word', () => {
  expect(fitInLines('ن'.repeat(200), { ...room, mostLines: 3 }).lines).toHaveLength(1)
})

test('stack centres the lines vertically about the given middle', () => {
  const [first, second] = stack(['أ', 'ب'], 100, 500, measure)
  expect(first!.baseline - 80).toBeCloseTo(500 - 118)
  expect(second!.baseline + 30).toBeCloseTo(500 + 118)
})
