import type { ReadPhone } from './extract-phone.ts'
import { guestKey } from './read-lines.ts'

/** Compares the guests of a list with the guests whom the event has already, and with each other by telephone number. */

/** A guest of the event. `phone`: as stored, which may be another spelling of the number. */
export type ExistingGuest = { name: string; phone: string | null }

type NamedGuest = { name: string; phone: string | null }

/**
 * Returns a function that returns whether the event has a guest already: one of the same name without titles, unless both have telephone
 * numbers and these differ.
 */
export function existingGuestsIndex(existing: readonly ExistingGuest[], readPhone: ReadPhone) {
  /** The telephone numbers of the existing guests of each name; an empty text for a guest without a number. */
  const phonesByKey = new Map<string, Set<string>>()
  for (const { name, phone } of existing) {
    const key = guestKey(name)
    if (key === '') continue
    const phones = phonesByKey.get(key) ?? new Set()
    phonesByKey.set(key, phones.add(phone === null ? '' : (readPhone(phone) ?? phone)))
  }
  return ({ name, phone }: NamedGuest) => {
    const phones = phonesByKey.get(guestKey(name))
    return phones !== undefined && (phone === null || phones.has('') || phones.has(phone))
  }
}

/** Returns the pairs of different names with the same telephone number: of the list, and of the list and the existing guests. */
export function findSharedPhones(guests: readonly NamedGuest[], existing: readonly ExistingGuest[], readPhone: ReadPhone) {
  const nameByPhone = new Map<string, string>()
  for (const { name, phone } of existing) if (phone !== null) nameByPhone.set(readPhone(phone) ?? phone, name)
  const pairs: { phone: string; names: [string, string] }[] = []
  for (const { name, phone } of guests) {
    if (phone === null) continue
    const other = nameByPhone.get(phone)
    if (other === undefined) nameByPhone.set(phone, name)
    else if (guestKey(other) !== guestKey(name)) pairs.push({ phone, names: [other, name] })
  }
  return pairs
}
