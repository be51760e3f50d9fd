import { expect, test } from 'vitest'
import { readPrefill } from './prefill.ts'

const read = (address: string) => readPrefill(new URLSearchParams(address))

test('fills in event, owner and number from an order’s link', () => {
  expect(read('eventName=زفاف&eventDate=2027-01-14&count=150&owner=u1')).toEqual({
    eventName: 'زفاف',
    eventDate: '2027-01-14',
    owner: 'u1',
    kind: 'names',
    target: 150,
    uses: 150,
  })
  expect(read('eventName=زفاف&count=٥٠')).toMatchObject({ kind: 'names', target: 50, uses: 50 })
})

test('leaves the owner empty without an owner, and kind and target unchanged without a number', () => {
  expect(read('eventName=زفاف&eventDate=2027-01-14')).toEqual({ eventName: 'زفاف', eventDate: '2027-01-14', owner: '', target: 0 })
})

test('leaves out unusable values', () => {
  for (const count of ['0', '1001', '-5', '2.5', 'عشرة', '']) expect(read(`eventName=زفاف&count=${count}`)).not.toHaveProperty('uses')
  for (const day of ['2027-02-30', '14/01/2027', '1800-01-01']) expect(read(`eventName=زفاف&eventDate=${day}`)?.eventDate).toBe('')
})

test('returns undefined if the address has no event name', () => {
  expect(read('')).toBeUndefined()
  expect(read('count=5&owner=u1')).toBeUndefined()
})
