import type { ScanAnswer } from '@hudur/core/check-in/contract'
import { createContext, use } from 'react'

/** Whether the scanner's event hides guest names. Verdicts then use the feminine form of address. */
export const WomensHallContext = createContext(false)

/** Returns whether a verdict uses the feminine form of address, because the event hides names. */
export const useIsWomensHall = ({ hidesNames }: ScanAnswer) => use(WomensHallContext) || hidesNames === true
