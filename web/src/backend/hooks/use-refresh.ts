import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** The beginnings of the keys of queries that several features read or reload. */
export const meKey = ['accounts', 'me']
export const usersKey = ['users']
/** The keys of the queries with a balance: that of the signed-in user, and those of all users. */
export const balanceKeys = [meKey, usersKey]
export const invitationsKey = ['invitations']
/**
 * The key of queries about events. It begins with `invitations`, so that every change of invitations also reloads the counts of events.
 */
export const eventsKey = [...invitationsKey, 'events']
export const registrationsKey = ['registrations']
export const messagesKey = ['messages']
export const ordersKey = ['requests', 'orders']
export const userRequestsKey = ['requests', 'of-users']
export const designsKey = ['designs']
export const arrivalsKey = ['checkIn', 'arrivals']
export const arrivalTimesKey = ['checkIn', 'times']
export const conflictsKey = ['checkIn', 'conflicts']

/** Returns a function that reloads all queries whose key begins with one of `keys`. */
export function useRefresh(...keys: readonly QueryKey[]) {
  const client = useQueryClient()
  return () => Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })))
}
