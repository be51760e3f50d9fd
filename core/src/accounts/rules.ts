import type { User } from './contract.ts'

type Quota = Pick<User, 'generationLimit' | 'usedGenerations'>

/** Returns how many more invitations an account may create; never below zero. */
export const remainingBalance = ({ generationLimit, usedGenerations }: Quota) => Math.max(0, generationLimit - usedGenerations)

/** Returns whether an account may create `requested` more invitations. */
export const hasBalanceFor = (account: Quota, requested: number) => requested <= remainingBalance(account)

/** Returns how many pending invitations an owner may have in all: 500, or the quota where that is more. */
export const maxPendingInvitations = ({ generationLimit }: Pick<Quota, 'generationLimit'>) => Math.max(500, generationLimit)

/** Returns how many credits an account may get back on one day for deleted invitations: 500, or the quota where that is more. */
export const maxDailyRefunds = ({ generationLimit }: Pick<Quota, 'generationLimit'>) => Math.max(500, generationLimit)

/** Returns the colour for the used share of a quota: red from 90 %, yellow from 70 %, green below. */
export function quotaColour({ generationLimit, usedGenerations }: Quota): 'green' | 'yellow' | 'red' {
  if (usedGenerations >= generationLimit * 0.9) return 'red'
  return usedGenerations >= generationLimit * 0.7 ? 'yellow' : 'green'
}

/** Returns the used share of a quota, in whole per cent. */
export const usedQuotaPercent = ({ generationLimit, usedGenerations }: Quota) =>
  Math.round((usedGenerations / Math.max(1, generationLimit)) * 100)

/** How long (ms) after a sign-in an administrator may give rights, set passwords and delete accounts without their own password. */
const RECENT_SIGN_IN_MS = 10 * 60_000

/** Returns whether a sign-in is recent. One that lies further in the future is not, because it was stored while the clock was wrong. */
export const isRecentSignIn = (signedInAt: string, now: Date) => Math.abs(now.getTime() - Date.parse(signedInAt)) <= RECENT_SIGN_IN_MS

const DAY_MS = 86_400_000

/** How long (ms) after the server last accepted the password a user may sign in on a device without a server. */
const OFFLINE_SIGN_IN_LIFETIME_MS = 14 * DAY_MS

/** Returns whether the offline sign-in of a user whose password the server last accepted at `seenAt` has expired. */
export const hasOfflineSignInExpired = (seenAt: string, now: Date) => now.getTime() - Date.parse(seenAt) > OFFLINE_SIGN_IN_LIFETIME_MS

/** After `MAX_WRONG_PASSWORDS` wrong passwords in a row a device refuses sign-ins for `SIGN_IN_PAUSE_MS`. */
const MAX_WRONG_PASSWORDS = 5
const SIGN_IN_PAUSE_MS = 10 * 60_000

/**
 * Returns the count of wrong passwords that a device stores after a further wrong password. The right password deletes the count.
 * `waitUntil`: until when the device refuses sign-ins, in ISO 8601; null where it does not.
 */
export function countWrongPassword({ failures }: { failures: number }, now: Date): { failures: number; waitUntil: string | null } {
  if (failures + 1 < MAX_WRONG_PASSWORDS) return { failures: failures + 1, waitUntil: null }
  return { failures: 0, waitUntil: new Date(now.getTime() + SIGN_IN_PAUSE_MS).toISOString() }
}
