import { cleanLine, type ScanAnswer } from '@hudur/core'
import { useEffect, useState } from 'react'
import { useDevice } from '../../backend/use-device.ts'
import { useTabDraft } from '../accounts/queries.ts'
import { eventOfToday } from './event-of-today.ts'
import type { ChosenEvent, Pass } from './pass.ts'
import { type ScanRequest, useEvents } from './queries.ts'

type Door = {
  /** Null is every event. */
  event: ChosenEvent | null
  /** Whether a hand has chosen it. */
  isEventChosen: boolean
  gate: string
  /** Whether the camera goes on by itself after a verdict. */
  goesOn: boolean
  /** Whether it was offered to let the camera go on, and somebody has answered. */
  isOffered: boolean
  cameraId: string | undefined
  /** The last verdicts of this device, the newest first. */
  passes: readonly Pass[]
}

const NEW_DOOR: Door = {
  event: null,
  isEventChosen: false,
  gate: '',
  goesOn: false,
  isOffered: false,
  cameraId: undefined,
  passes: [],
}

/** How many verdicts a door remembers. */
const REMEMBERED = 20

/** Sets a door that is opened to the event of today, unless a hand has chosen. Once: between two guests it must not change. */
function useEventOfToday({ event, isEventChosen }: Door, onSet: (event: ChosenEvent | null) => void) {
  const { data: events, isFetching } = useEvents()
  const [isOpened, setOpened] = useState(false)
  if (isOpened || !events || isFetching) return
  setOpened(true)
  if (!isEventChosen) onSet(eventOfToday(events, event, new Date()))
}

/** How this device stands at a door. It is kept until its account signs out, also while another screen is open and when the page is loaded again. */
export function useDoor() {
  const { draft, keep } = useTabDraft<Door>('scanner')
  const [door, setDoor] = useState<Door>(() => ({ ...NEW_DOOR, ...draft }))
  useEventOfToday(door, event => setDoor({ ...door, event }))
  useEffect(() => keep(door), [keep, door])

  const { open } = useDevice()
  const { event } = door
  useEffect(() => {
    if (event) void open(event)
  }, [open, event])

  return {
    ...door,
    set: (change: Partial<Pick<Door, 'event' | 'gate' | 'goesOn' | 'isOffered' | 'cameraId'>>) =>
      setDoor(before => ({
        ...before,
        ...change,
        ...(change.event !== undefined && { isEventChosen: true }),
        ...(change.goesOn !== undefined && { isOffered: true }),
      })),
    /** One scan is one pass, however often it was sent. */
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
export function passOf(answer: ScanAnswer, request: ScanRequest, names: { anyGuest: string; unknown: string }): Pass | undefined {
  const { outcome, invitation, admitted = 0, refused } = answer
  if (outcome === 'candidates') return undefined
  const typed = request.is === 'code' && request.source === 'typed' ? cleanLine(request.text) : names.unknown
  const known = invitation ?? refused
  return {
    nonce: request.nonce,
    at: request.at.toISOString(),
    outcome,
    name: known ? known.guestName || names.anyGuest : typed,
    ...(known && { event: { eventName: known.eventName, eventDate: known.eventDate } }),
    ...(refused && { reason: refused.reason }),
    admission: outcome === 'admitted' && invitation ? { invitationId: invitation.id, people: admitted } : null,
    isUndone: false,
  }
}
