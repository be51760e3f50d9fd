import { describe, expect, test } from 'vitest'
import { foundMessage, foundRequest, isSearchable } from './found.ts'

describe('isSearchable', () => {
  test.each(['سا', 'ab', '٧٧٧١', '77-71', 'م 1'])('accepts «%s»', typed => {
    expect(isSearchable(typed)).toBe(true)
  })

  test.each(['', ' ', 'س', '777', '٧٧٧', '؟؟؟'])('refuses «%s»', typed => {
    expect(isSearchable(typed)).toBe(false)
  })
})

test('the path of a request has the tab and the search of its list', () => {
  const request = { id: 'r', eventName: 'زفاف & عقد', eventDate: '2027-01-14', phone: '777123456' }
  const { path, detail } = foundRequest(request as Parameters<typeof foundRequest>[0], 'هناء')
  const url = new URL(path, 'https://hudur.example')
  expect([...url.searchParams]).toEqual([
    ['tab', 'users'],
    ['search', '777123456 زفاف & عقد'],
  ])
  expect(detail).toBe('هناء · 777123456')
})

test('the search in a path ends after 100 characters', () => {
  const message = { id: 'm', subject: '🌹'.repeat(200), fullName: 'هدى' }
  const { path } = foundMessage(message as Parameters<typeof foundMessage>[0])
  expect([...new URL(path, 'https://hudur.example').searchParams.get('search')!]).toHaveLength(100)
})
