import type { ScanAnswer } from '@hudur/core'
import { createContext, use } from 'react'

/** Whether the event of this scanner hides names: verdicts then use the feminine form of address. */
export const WomensHall = createContext(false)

/** Returns whether a verdict uses the feminine form of address, and shows the guest's name only on request. */
export const useIsWomensHall = ({ hidesNames }: ScanAnswer) => use(WomensHall) || hidesNames === true
