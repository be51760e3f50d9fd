import type { Candidate } from '@hudur/core'

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
} & Partial<{ [Field in keyof Pick<Candidate, 'eventName' | 'eventDate'>]: string | undefined }>
