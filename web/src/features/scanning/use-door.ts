import { cleanLine, type EventStats, type ScanAnswer } from '@hudur/core'
import { useEffect, useState } from 'react'
import { useDevice } from '../../backend/use-device.ts'
import { useTabDraft } from '../accounts/queries.ts'
import type { Gesture } from './queries.ts'

/** The event a door is set to. */
export type ChosenEvent = Pick<EventStats, 'eventName' | 'eventDate' | 'userId'>

/** Who passed this door, or was sent away. */
export type Pass = {
  nonce: string
  /** This device's own clock, ISO. */
  at: string
  outcome: Exclude<ScanAnswer['outcome'], 'candidates'>
  /** The guest, or what was shown of one who is unknown. */
  name: string
  /** What can be taken back; null where nothing was counted. */
  admission: { invitationId: string; people: number } | null
  isUndone: boolean
}

type Door = {
  /** Null is every event. */
  event: ChosenEvent | null
  gate: string
  /** Whether the camera goes on by itself after a verdict. */
  goesOn: boolean
  cameraId: string | undefined
  /** The last verdicts of this device, the newest first. */
  passes: readonly Pass[]
}

const NEW_DOOR: Door = { event: null, gate: '', goesOn: false, cameraId: undefined, passes: [] }

/** How many verdicts a door remembers. */
const REMEMBERED = 20

/** How this device stands at a door. It is kept until its account signs out, also while another screen is open and when the page is loaded again. */
export function useDoor() {
  const { draft, keep } = useTabDraft<Door>('scanner')
  const [door, setDoor] = useState<Door>(() => ({ ...NEW_DOOR, ...draft }))
  useEffect(() => keep(door), [keep, door])

  const { open } = useDevice()
  const { event } = door
  useEffect(() => {
    if (event) void open(event)
  }, [open, event])

  return {
    ...door,
    set: (change: Partial<Pick<Door, 'event' | 'gate' | 'goesOn' | 'cameraId'>>) => setDoor(before => ({ ...before, ...change })),
    /** One gesture is one pass, however often it was sent. */
    remember(pass: Pass) {
      setDoor(before => {
        const others = before.passes.filter(({ nonce }) => nonce !== pass.nonce)
        return { ...before, passes: [pass, ...others].slice(0, REMEMBERED) }
      })
    },
    markUndone: (undone: string) =>
      setDoor(before => ({ ...before, passes: before.passes.map(pass => (pass.nonce === undone ? { ...pass, isUndone: true } : pass)) })),
  }
}

/** What a verdict leaves behind; nothing where there was none. */
export function passOf(answer: ScanAnswer, gesture: Gesture, names: { anyGuest: string; unknown: string }): Pass | undefined {
  const { outcome, invitation, admitted = 0 } = answer
  if (outcome === 'candidates') return undefined
  const typed = gesture.is === 'code' && gesture.source === 'typed' ? cleanLine(gesture.text) : names.unknown
  return {
    nonce: gesture.nonce,
    at: gesture.at.toISOString(),
    outcome,
    name: invitation ? invitation.guestName || names.anyGuest : typed,
    admission: outcome === 'admitted' && invitation ? { invitationId: invitation.id, people: admitted } : null,
    isUndone: false,
  }
}
