import { expect, test } from 'vitest'
import { readPrefill } from './prefill.ts'

const read = (address: string) => readPrefill(new URLSearchParams(address))

test('an order fills in the event and the owner, and asks for as many names, or one card for so many people', () => {
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

test('without an owner they are one’s own, without a number the kind stays and nothing is aimed at', () => {
  expect(read('eventName=زفاف&eventDate=2027-01-14')).toEqual({ eventName: 'زفاف', eventDate: '2027-01-14', owner: '', target: 0 })
})

test('what cannot be used is left out', () => {
  for (const count of ['0', '1001', '-5', '2.5', 'عشرة', '']) expect(read(`eventName=زفاف&count=${count}`)).not.toHaveProperty('uses')
  for (const day of ['2027-02-30', '14/01/2027', '1800-01-01']) expect(read(`eventName=زفاف&eventDate=${day}`)?.eventDate).toBe('')
})

test('an address that names no event fills in nothing', () => {
  expect(read('')).toBeUndefined()
  expect(read('count=5&owner=u1')).toBeUndefined()
})
