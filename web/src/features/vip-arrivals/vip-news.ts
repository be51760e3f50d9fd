import type { VipArrival } from '@hudur/core/events/contract'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'

const words = text.vipArrivals

/** How many guests a notice names. */
const MAX_NAMED_GUESTS = 4

/**
 * Returns a function that returns those of the arrived VIP guests of whom it has not heard before, and who arrived from `since` (ISO 8601)
 * on. A guest is news again only after the admission was undone.
 */
export function createVipNews() {
  const known = new Map<string, string>()
  let present: ReadonlySet<string> = new Set()
  return (arrivals: readonly VipArrival[], since: string): VipArrival[] => {
    const news = arrivals.filter(
      ({ invitationId, at }) => at >= since && !present.has(invitationId) && (known.get(invitationId) ?? '') < at,
    )
    for (const { invitationId, at } of arrivals) known.set(invitationId, at)
    present = new Set(arrivals.map(({ invitationId }) => invitationId))
    return news
  }
}

/** Returns the sentence about guests who have arrived, at least one. It names those whose names may be shown. */
export function vipSentence(arrivals: readonly Pick<VipArrival, 'guestName'>[]) {
  const names = arrivals.flatMap(({ guestName }) => guestName || [])
  const isWomensHall = arrivals.every(({ guestName }) => guestName === null)
  const arrived = isWomensHall
    ? words.womenArrived(formatCountedNoun(arrivals.length, words.womanWord))
    : words.arrived(formatCountedNoun(arrivals.length, words.guestWord))
  if (names.length === 0) return arrived
  const named = names.slice(0, MAX_NAMED_GUESTS).map(name => `\u2068${name}\u2069`)
  return `${arrived}: ${named.join('، ')}${names.length < arrivals.length || names.length > named.length ? words.others : ''}`
}
