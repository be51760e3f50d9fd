import { fold, type Invitation, type readCode, type scanningRules } from '@hudur/core'
import { nameOf } from './stored-code.ts'

/** What somebody at a door did, through whichever of the three doors. */
export type Gesture = {
  code: string
  nonce?: string | undefined
  source?: 'camera' | 'typed' | undefined
  admit: number
  gate?: string | undefined
  scannedAt?: string | undefined
  clockOffset?: number | undefined
  happened: boolean
  invitationId?: string | undefined
} & scanningRules.EventOf

/** What a gesture's nonce names: the code that was read, in whichever of its spellings. */
export const scanOf = (read: ReturnType<typeof readCode>) => `scan ${read.is === 'id' ? read.id : nameOf(fold(read.text))}`

/** The same where a guest was let in by a name: a taking back that comes first knows only the invitation. */
export const toldScanOf = ({ happened, invitationId }: Gesture) =>
  happened && invitationId !== undefined ? scanOf({ is: 'id', id: invitationId }) : undefined

/** What is kept of an admission under its nonce: enough to say it again. */
export type Admitted = { invitation: Invitation | null; people: number }

/** Kept under the nonce of an admission that was taken back before it arrived. */
export const TAKEN_BACK = 'taken back'
