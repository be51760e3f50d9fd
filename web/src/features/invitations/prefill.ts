import { invitationRules, westernDigits } from '@hudur/core'
import { isEventDay } from '../../ui/date-field.tsx'
import type { GeneratorFields } from './generator-fields.ts'

/** What of the form an address may fill in. */
export type Prefill = Pick<GeneratorFields, 'eventName' | 'eventDate' | 'owner' | 'target'> &
  Partial<Pick<GeneratorFields, 'kind' | 'uses'>>

/**
 * Reads `?eventName=…&eventDate=YYYY-MM-DD&count=…&owner=ID`, as orders and requests link to the generator. Undefined where the address names
 * no event. What cannot be used is left out; without an owner the invitations are one's own. A `count` of invitations is
 * the target of «بالأسماء», and the number of people of «بالعدد» where that is chosen instead.
 */
export function readPrefill(address: URLSearchParams): Prefill | undefined {
  const eventName = address.get('eventName') ?? ''
  const eventDate = address.get('eventDate') ?? ''
  if (!eventName && !eventDate) return
  const count = Number(westernDigits(address.get('count') ?? ''))
  const isCount = Number.isInteger(count) && 1 <= count && count <= invitationRules.mostPlaces('count')
  return {
    eventName,
    eventDate: isEventDay(eventDate) ? eventDate : '',
    owner: address.get('owner') ?? '',
    ...(isCount ? { kind: 'names', target: count, uses: count } : { target: 0 }),
  }
}
