import { expect, test } from 'vitest'
import { fit, fitInLines, type Measure, stack } from './fit.ts'

/** Letters half as wide as they are large, standing 0.8 above the line and 0.3 below it. */
const measure: Measure = (text, size) => ({ width: (text.length * size) / 2, ascent: size * 0.8, descent: size * 0.3 })
const room = { width: 400, height: 200, largest: 64, measure }

test('a text that fits keeps its size', () => {
  expect(fit('خالد', room)).toBe(64)
})

test('a long text shrinks until it fits', () => {
  const size = fit('ن'.repeat(40), room)
  expect(measure('ن'.repeat(40), size).width).toBeLessThanOrEqual(400)
  expect(measure('ن'.repeat(40), size + 1).width).toBeGreaterThan(400)
})

test('a tall text shrinks too', () => {
  expect(fit('خالد', { ...room, height: 55 })).toBe(50)
})

test('a text with no end shrinks to one pixel and no further', () => {
  expect(fit('ن'.repeat(100_000), room)).toBe(1)
})

test('a text that would become small is broken between words, and no word is lost', () => {
  const text = 'حفل تخرج الدفعة العشرين من كلية الطب والعلوم الصحية'
  const { size, lines } = fitInLines(text, { ...room, mostLines: 3 })
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join(' ')).toBe(text)
  expect(size).toBeGreaterThan(fit(text, room))
  for (const line of lines) expect(measure(line, size).width).toBeLessThanOrEqual(400)
})

test('a text stays on one line where a second would gain nothing', () => {
  expect(fitInLines('محمد وسارة', { ...room, mostLines: 3 }).lines).toEqual(['محمد وسارة'])
})

test('a single word is never broken', () => {
  expect(fitInLines('ن'.repeat(200), { ...room, mostLines: 3 }).lines).toHaveLength(1)
})

test('lines stand about their middle', () => {
  const [first, second] = stack(['أ', 'ب'], 100, 500, measure)
  expect(first!.baseline - 80).toBeCloseTo(500 - 118)
  expect(second!.baseline + 30).toBeCloseTo(500 + 118)
})
