import { fold, type Invitation, type readCode, type scanningRules } from '@hudur/core'
import type { Named } from '../database/nonces.ts'
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

/**
 * Whether a nonce names the same admission by its invitation: a guest was let in by a name, and a taking back that comes first, or a device that
 * sends it again, knows only the invitation.
 */
export const isSameAdmission =
  ({ happened, invitationId }: Gesture) =>
  ({ names, answer }: Named) =>
    happened && invitationId !== undefined && (names === scanOf({ is: 'id', id: invitationId }) || admittedId(answer) === invitationId)

/** What is kept of an admission under its nonce: enough to say it again. */
export type Admitted = { invitation: Invitation | null; people: number }

/** When a device acted, by its own clock. */
export type DeviceTime = { scannedAt: string | null; clockOffset: number | null; receivedAt: string }

/** What is kept of an upload without a row of its own: its invitation, the row beside which it is counted, and when it happened. */
export type AdmittedBeside = { invitationId: string; people: number; scanId: string; at: DeviceTime }

/** Whether an answer that was kept is that of an upload without a row of its own. */
export const isBeside = (kept: Admitted | AdmittedBeside): kept is AdmittedBeside => 'scanId' in kept

/** The invitation with which an answer that was kept says that somebody came in. */
export const admittedId = (answer: unknown) => {
  const { invitation, invitationId } = (answer ?? {}) as Partial<Admitted & AdmittedBeside>
  return invitation?.id ?? invitationId
}

/** Kept under the nonce of an admission that was taken back before it arrived. */
export const TAKEN_BACK = 'taken back'
