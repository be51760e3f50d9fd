import type { User } from './contract.ts'

type Quota = Pick<User, 'generationLimit' | 'usedGenerations'>

/** How many invitations an account may still make; never below zero. */
export const remaining = ({ generationLimit, usedGenerations }: Quota) => Math.max(0, generationLimit - usedGenerations)

/** Whether an account may make this many more. */
export const covers = (account: Quota, requested: number) => requested <= remaining(account)

/** How full an account is: red from 90 % used, yellow from 70 %, green below. */
export function usage({ generationLimit, usedGenerations }: Quota): 'green' | 'yellow' | 'red' {
  if (usedGenerations >= generationLimit * 0.9) return 'red'
  return usedGenerations >= generationLimit * 0.7 ? 'yellow' : 'green'
}

/** How much of its limit an account has used, in whole per cent. */
export const usedPercent = ({ generationLimit, usedGenerations }: Quota) =>
  Math.round((usedGenerations / Math.max(1, generationLimit)) * 100)
