import { expect, test } from 'vitest'
import { countValues, jsonScan, MAX_DEPTH, MAX_VALUES } from './json-scan.ts'

const codeOf = (text: string) =>
  countValues(Buffer.from(text)).then(
    () => 'read',
    error => error.code,
  )
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('JSON nested above the limit is refused wherever the nesting begins, also without closing brackets', async () => {
  expect(await codeOf(nested(MAX_DEPTH))).toBe('read')
  expect(await codeOf(nested(MAX_DEPTH + 1))).toBe('bad-input')
  expect(await codeOf('{"a":'.repeat(MAX_DEPTH + 1))).toBe('bad-input')
  expect(await codeOf(`${'[],'.repeat(100_000)}${nested(MAX_DEPTH + 1)}`)).toBe('bad-input')
  expect(await codeOf(`[${`${nested(MAX_DEPTH - 1)},`.repeat(100)}0]`)).toBe('read')
})

test('the JSON scan stops at the first bracket above the limit', () => {
  const scan = jsonScan()
  expect(() => scan.read(Buffer.from('['.repeat(100) + '0,'.repeat(1_000)))).toThrow()
  expect(scan.values()).toBe(MAX_DEPTH + 2)
})

test('brackets inside strings do not count, also after an escaped quote', async () => {
  expect(await codeOf(`{"a":"${'['.repeat(100)}"}`)).toBe('read')
  expect(await codeOf(`["\\"${'['.repeat(100)}","\\\\"]`)).toBe('read')
  // The backslash is itself escaped, so the string ends before the brackets.
  expect(await codeOf(`["\\\\",${'['.repeat(100)}`)).toBe('bad-input')
  expect(await codeOf(`["ﷺ\\u005b${'{'.repeat(100)}"]`)).toBe('read')
})

test('a JSON string that continues in the next slice is one string', () => {
  const scan = jsonScan()
  for (const part of ['["\\', '"[[[[[[[[[[', '[[[[[[[[[[[[[', '"', ',1]']) scan.read(Buffer.from(part))
  expect(scan.values()).toBe(3)
})

test('the JSON scan counts at least the number of values, and refuses too many', async () => {
  expect(await countValues(Buffer.from('{"a":[1,2,{"b":null}],"c":"x,y"}'))).toBeGreaterThanOrEqual(7)
  expect(await codeOf(`[${'0,'.repeat(MAX_VALUES - 2)}0]`)).toBe('read')
  expect(await codeOf(`[${'0,'.repeat(MAX_VALUES)}0]`)).toBe('too-large')
})

test('the event loop does other work while a large text is scanned', async () => {
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await countValues(Buffer.alloc(1024 * 1024, 'x'))
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(7)
})
