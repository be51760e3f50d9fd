import { toWesternDigits } from '@hudur/core/arabic'
import * as invitationRules from '@hudur/core/invitations/rules'
import { isEventDay } from '../../ui/date-field.tsx'
import type { GeneratorValues } from './generator-values.ts'

export type Prefill = Pick<GeneratorValues, 'eventName' | 'eventDate' | 'owner' | 'target'> &
  Partial<Pick<GeneratorValues, 'kind' | 'uses'>>

/**
 * Reads the query string `?eventName=…&eventDate=YYYY-MM-DD&count=…&owner=ID`, with which orders and requests link to the generator.
 * Returns undefined if it has neither event name nor event date. Invalid values are ignored.
 */
export function readPrefill(query: URLSearchParams): Prefill | undefined {
  const eventName = query.get('eventName') ?? ''
  const eventDate = query.get('eventDate') ?? ''
  if (!eventName && !eventDate) return
  const count = Number(toWesternDigits(query.get('count') ?? ''))
  const isCount = Number.isInteger(count) && 1 <= count && count <= invitationRules.maxPersonsFor('count')
  return {
    eventName,
    eventDate: isEventDay(eventDate) ? eventDate : '',
    owner: query.get('owner') ?? '',
    ...(isCount ? { kind: 'names', target: count, uses: count } : { target: 0 }),
  }
}
