import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { type ExistingGuest, existingGuestsIndex, findSharedPhones } from '@hudur/core/guest-lists/existing-guests'
import { readNeighbourNumber } from '@hudur/core/phone'
import { toInternationalPhone } from '../../text/international-phone.ts'
import { type EventOfList, eventFilterOf, readExistingGuests } from './read-existing-guests.ts'

export type TypedGuestToCompare = { name: string; phone: string | null }

/**
 * What typed guests have in common with the guests of their event: `existing` has the indexes of those whom the event has already, and
 * `sharedPhones` the pairs of other names with one telephone number.
 */
export type TypedComparison = { existing: readonly number[]; sharedPhones: ReturnType<typeof findSharedPhones> }

/** Compares typed guests with the guests of their event, by the rules of imported lists. */
function compareGuests(
  typed: readonly TypedGuestToCompare[],
  existing: readonly ExistingGuest[],
  callingCode: string | undefined,
): TypedComparison {
  const readPhone = (phone: string) => toInternationalPhone(phone, callingCode) ?? readNeighbourNumber(phone)?.phone
  const guests = typed.map(({ name, phone }) => ({ name, phone: phone === null ? null : (readPhone(phone) ?? phone) }))
  const isExisting = existingGuestsIndex(existing, readPhone)
  const indexes = guests.flatMap((guest, index) => (isExisting(guest) ? [index] : []))
  return { existing: indexes, sharedPhones: findSharedPhones(guests, existing, readPhone) }
}

/** Up to this many typed guests are searched one by one, so that the guests of a large event are not all read for them. */
const MAX_SEARCHED_GUESTS = 3

type Options = { backend: Backend<Contract>; userId: string | undefined; callingCode: string | undefined }

/** Reads the guests of an event and compares typed guests with them. Returns undefined if none is among them. */
export async function compareTypedGuests(event: EventOfList, typed: readonly TypedGuestToCompare[], options: Options) {
  const filter = eventFilterOf(event, options.userId)
  const searches =
    typed.length <= MAX_SEARCHED_GUESTS ? typed.flatMap(({ name, phone }) => [name, ...(phone === null ? [] : [phone])]) : [undefined]
  const existing = await Promise.all(searches.map(search => readExistingGuests(options.backend, filter, search)))
  const comparison = compareGuests(typed, existing.flat(), options.callingCode)
  return comparison.existing.length + comparison.sharedPhones.length === 0 ? undefined : comparison
}
