import { expect, test } from 'vitest'
import { changesBetween, inOrderOfTime, type TimelineEntry } from './timeline.ts'

const order = { status: 'pending', notes: 'قسمان', officeNotes: null } as const

test('changesBetween names a new status and new notes', () => {
  const changed = { ...order, status: 'processing', officeNotes: 'نتصل به' } as const
  expect(changesBetween(order, changed)).toEqual([
    { kind: 'status', status: 'processing', formerStatus: 'pending' },
    { kind: 'notes', body: 'نتصل به' },
  ])
  expect(changesBetween(changed, { ...changed, officeNotes: '' })).toEqual([{ kind: 'notes', body: '' }])
  expect(changesBetween(order, { ...order, notes: 'قسم واحد' })).toEqual([{ kind: 'notes', body: 'قسم واحد' }])
})

test('changesBetween returns nothing for equal rows and for cleared empty notes', () => {
  expect(changesBetween(order, order)).toEqual([])
  expect(changesBetween(order, { ...order, officeNotes: '' })).toEqual([])
})

test('inOrderOfTime sorts the newest last and keeps the order of equal times', () => {
  const entry = (id: string, at: string): TimelineEntry => ({ id, at, by: null, kind: 'created' })
  const entries = [entry('b', '2026-12-02'), entry('a', '2026-12-01'), entry('c', '2026-12-02')]
  expect(inOrderOfTime(entries).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
