import { expect, test } from 'vitest'
import { readPrefill } from './prefill.ts'

const readPrefillFrom = (address: string) => readPrefill(new URLSearchParams(address))

test('readPrefill reads event, owner and number from an order’s link', () => {
  expect(readPrefillFrom('eventName=زفاف&eventDate=2027-01-14&count=150&owner=u1')).toEqual({
    eventName: 'زفاف',
    eventDate: '2027-01-14',
    owner: 'u1',
    kind: 'names',
    target: 150,
    uses: 150,
  })
  expect(readPrefillFrom('eventName=زفاف&count=٥٠')).toMatchObject({ kind: 'names', target: 50, uses: 50 })
})

test('readPrefill leaves the kind of invitation open without `count`', () => {
  expect(readPrefillFrom('eventName=زفاف&eventDate=2027-01-14')).toEqual({
    eventName: 'زفاف',
    eventDate: '2027-01-14',
    owner: '',
    target: 0,
  })
})

test('readPrefill ignores invalid numbers and days', () => {
  for (const count of ['0', '1001', '-5', '2.5', 'عشرة', ''])
    expect(readPrefillFrom(`eventName=زفاف&count=${count}`)).not.toHaveProperty('uses')
  for (const day of ['2027-02-30', '14/01/2027', '1800-01-01'])
    expect(readPrefillFrom(`eventName=زفاف&eventDate=${day}`)?.eventDate).toBe('')
})

test('readPrefill returns undefined without event name and date', () => {
  expect(readPrefillFrom('')).toBeUndefined()
  expect(readPrefillFrom('count=5&owner=u1')).toBeUndefined()
})
