import type { ScanAnswer } from '@hudur/core'
import { createContext, use } from 'react'

/** Whether the guests are women, to whom the verdict speaks: the event hides their names. */
export const WomensHall = createContext(false)

/** Returns whether the verdict speaks to a woman, and shows her name only when somebody asks for it. */
export const useIsWomensHall = ({ hidesNames }: ScanAnswer) => use(WomensHall) || hidesNames === true
