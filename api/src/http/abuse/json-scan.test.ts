import { expect, test } from 'vitest'
import { countJsonValues, createJsonScanner, MAX_DEPTH, MAX_VALUES } from './json-scan.ts'

const scanRefusalCode = (text: string) =>
  countJsonValues(Buffer.from(text)).then(
    () => 'read',
    error => error.code,
  )
const nestedArrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('countJsonValues refuses JSON nested above the limit, even unclosed', async () => {
  expect(await scanRefusalCode(nestedArrays(MAX_DEPTH))).toBe('read')
  expect(await scanRefusalCode(nestedArrays(MAX_DEPTH + 1))).toBe('bad-input')
  expect(await scanRefusalCode('{"a":'.repeat(MAX_DEPTH + 1))).toBe('bad-input')
  expect(await scanRefusalCode(`${'[],'.repeat(100_000)}${nestedArrays(MAX_DEPTH + 1)}`)).toBe('bad-input')
  expect(await scanRefusalCode(`[${`${nestedArrays(MAX_DEPTH - 1)},`.repeat(100)}0]`)).toBe('read')
})

test('countJsonValues stops at the first bracket above the nesting limit', () => {
  const scan = createJsonScanner()
  expect(() => scan.read(Buffer.from('['.repeat(100) + '0,'.repeat(1_000)))).toThrow()
  expect(scan.values()).toBe(MAX_DEPTH + 2)
})

test('countJsonValues does not count brackets inside strings', async () => {
  expect(await scanRefusalCode(`{"a":"${'['.repeat(100)}"}`)).toBe('read')
  expect(await scanRefusalCode(`["\\"${'['.repeat(100)}","\\\\"]`)).toBe('read')
  // The backslash is itself escaped, so the string ends before the brackets.
  expect(await scanRefusalCode(`["\\\\",${'['.repeat(100)}`)).toBe('bad-input')
  expect(await scanRefusalCode(`["ﷺ\\u005b${'{'.repeat(100)}"]`)).toBe('read')
})

test('countJsonValues reads a string across slices as one string', () => {
  const scan = createJsonScanner()
  for (const part of ['["\\', '"[[[[[[[[[[', '[[[[[[[[[[[[[', '"', ',1]']) scan.read(Buffer.from(part))
  expect(scan.values()).toBe(3)
})

test('countJsonValues refuses more JSON values than the limit', async () => {
  expect(await countJsonValues(Buffer.from('{"a":[1,2,{"b":null}],"c":"x,y"}'))).toBeGreaterThanOrEqual(7)
  expect(await scanRefusalCode(`[${'0,'.repeat(MAX_VALUES - 2)}0]`)).toBe('read')
  expect(await scanRefusalCode(`[${'0,'.repeat(MAX_VALUES)}0]`)).toBe('too-large')
})

test('countJsonValues yields to the event loop within one megabyte', async () => {
  let turns = 0
  const countTurn = () => {
    turns++
    next = setImmediate(countTurn)
  }
  let next = setImmediate(countTurn)
  await countJsonValues(Buffer.alloc(1024 * 1024, 'x'))
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(7)
})
