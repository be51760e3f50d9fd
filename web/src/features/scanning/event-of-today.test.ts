import { expect, test } from 'vitest'
import { eventOfToday } from './event-of-today.ts'

const event = (eventName: string, eventDate: string) => ({ eventName, eventDate, userId: 'host' })

const yesterday = event('حنّاء', '2026-11-21')
const today = event('زفاف', '2026-11-22')
const other = event('عقيقة', '2026-11-22')
const tomorrow = event('تخرّج', '2026-11-23')

test.each([
  ['one today', [yesterday, today, tomorrow], null, '20:00', today],
  ['none today', [yesterday, tomorrow], null, '20:00', null],
  ['two today', [today, other], null, '20:00', null],
  ['two today, one was set before', [today, other], other, '20:00', other],
  ['what was set is over', [yesterday, today], yesterday, '20:00', today],
  ['what was set is over, and nothing is today', [yesterday], yesterday, '20:00', null],
  ['last night’s, after midnight', [yesterday, tomorrow], null, '00:30', yesterday],
  ['last night’s and today’s, after midnight', [yesterday, today], null, '05:59', null],
  ['last night’s was set and today’s is there, after midnight', [yesterday, today], yesterday, '05:59', yesterday],
  ['last night’s, in the morning', [yesterday], null, '06:00', null],
] as const)('%s', (_, events, before, time, set) => expect(eventOfToday(events, before, new Date(`2026-11-22T${time}`))).toEqual(set))
