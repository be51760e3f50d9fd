import { cleanLine, type Invitation, type LinkSelf, readCode, type ScanAnswer } from '@hudur/core'
import { useEffect, useState } from 'react'
import { useDevice } from '../../backend/hooks/use-device.ts'
import { text } from '../../text/ar.ts'
import { wholeNumber } from '../../text/format.ts'
import { useTabDraft } from '../accounts/queries.ts'
import { currentEvent } from './chosen-event.ts'
import { eventOfToday } from './event-of-today.ts'
import { type ScanRequest, useEvents } from './queries.ts'
import type { ChosenEvent, RecentScan } from './recent-scan.ts'

type ScannerSettings = {
  /** Null means every event. */
  event: ChosenEvent | null
  /** Whether the user has chosen the event. */
  isEventChosen: boolean
  gate: string
  /** Whether continuous scanning is on: the camera stays open for the next guest after a verdict. */
  isContinuous: boolean
  /** Whether the user has accepted or declined the offer of continuous scanning. */
  isOffered: boolean
  cameraId: string | undefined
  /** The last verdicts of this device, newest first. */
  recentScans: readonly RecentScan[]
}

/** The settings as they are stored for the tab. Two have the names under which earlier versions stored them. */
type StoredSettings = Omit<ScannerSettings, 'isContinuous' | 'recentScans'> & { goesOn: boolean; passes: readonly RecentScan[] }

const toStored = ({ isContinuous, recentScans, ...settings }: ScannerSettings): StoredSettings => ({
  ...settings,
  goesOn: isContinuous,
  passes: recentScans,
})

const fromStored = ({ goesOn, passes, ...settings }: Partial<StoredSettings>): Partial<ScannerSettings> => ({
  ...settings,
  ...(goesOn !== undefined && { isContinuous: goesOn }),
  ...(passes && { recentScans: passes }),
})

const NEW_SCANNER: ScannerSettings = {
  event: null,
  isEventChosen: false,
  gate: '',
  isContinuous: false,
  isOffered: false,
  cameraId: undefined,
  recentScans: [],
}

/** The number of verdicts in the list. */
const MAX_RECENT_SCANS = 20

/**
 * Chooses today's event when the scanner opens, unless the user has chosen an event. It chooses only once, because the event must not change
 * between two guests. Afterwards it sets the name and the day that the event was given since.
 */
function useEventOfToday({ event, isEventChosen }: ScannerSettings, onSet: (event: ChosenEvent | null) => void) {
  const { data: events, isFetching } = useEvents()
  const [isOpened, setOpened] = useState(false)
  if (!events) return
  if (!isOpened && !isFetching) {
    setOpened(true)
    if (!isEventChosen) return onSet(eventOfToday(events, event, new Date()))
  }
  const current = event && currentEvent(event, events)
  if (current !== event) onSet(current)
}

/**
 * Returns the settings and the last verdicts of this scanner. They stay when another screen is opened and when the page reloads, until the
 * account signs out.
 */
export function useScanner() {
  const { draft, keep } = useTabDraft<StoredSettings>('scanner')
  const { settings, setSettings, ...scanner } = useScannerState(draft && fromStored(draft))
  useEventOfToday(settings, event => setSettings({ ...settings, event }))
  useEffect(() => keep(toStored(settings)), [keep, settings])

  const { open } = useDevice()
  const { event } = settings
  useEffect(() => {
    if (event) void open(event)
  }, [open, event])

  return scanner
}

/** Returns the settings and the last verdicts of a door's scanner, whose event and gate are those of its link. They stay in memory only. */
export function useDoorScanner({ name: gate, event: { id: eventId, name: eventName, date: eventDate }, id: userId }: LinkSelf) {
  const { settings: _settings, setSettings: _set, ...scanner } = useScannerState(undefined)
  return { ...scanner, gate, event: { eventId, eventName, eventDate, userId } }
}

export type ScannerState = ReturnType<typeof useScanner>

/** Returns the settings and the last verdicts of a scanner, and the functions that change them. `draft` has the first settings. */
function useScannerState(draft: Partial<ScannerSettings> | undefined) {
  const [settings, setSettings] = useState<ScannerSettings>(() => ({ ...NEW_SCANNER, ...draft }))
  return {
    ...settings,
    settings,
    setSettings,
    set: (change: Partial<Pick<ScannerSettings, 'event' | 'gate' | 'isContinuous' | 'isOffered' | 'cameraId'>>) =>
      setSettings(before => ({
        ...before,
        ...change,
        ...(change.event !== undefined && { isEventChosen: true }),
        ...(change.isContinuous !== undefined && { isOffered: true }),
      })),
    /** Adds a verdict. A repeated scan replaces its earlier entry. */
    addRecentScan(recentScan: RecentScan) {
      setSettings(before => {
        const others = before.recentScans.filter(({ nonce }) => nonce !== recentScan.nonce)
        return { ...before, recentScans: [recentScan, ...others].slice(0, MAX_RECENT_SCANS) }
      })
    },
    markUndone: (undone: string) =>
      setSettings(before => ({
        ...before,
        recentScans: before.recentScans.map(recentScan => (recentScan.nonce === undone ? { ...recentScan, isUndone: true } : recentScan)),
      })),
  }
}

/** Returns the list entry of a decided scan; undefined if the guest must still be chosen. */
export function recentScanOf(answer: ScanAnswer, request: ScanRequest): RecentScan | undefined {
  const { outcome, invitation, admitted = 0, refused } = answer
  if (outcome === 'candidates') return undefined
  const typed = request.is === 'code' && request.source === 'typed' ? cleanLine(request.text) : text.scanner.unknownCode
  const scannedInvitation = invitation ?? refused
  return {
    nonce: request.nonce,
    at: request.at.toISOString(),
    outcome,
    name: nameOf(answer) ?? typed,
    ...(scannedInvitation && {
      event: {
        ...(invitation?.eventId && { eventId: invitation.eventId }),
        ...{ eventName: scannedInvitation.eventName, eventDate: scannedInvitation.eventDate },
      },
    }),
    ...(refused && { reason: refused.reason }),
    admission: outcome === 'admitted' && invitation ? { code: codeOf(answer, request), people: admitted } : null,
    isUndone: false,
  }
}

/** Returns the name of a scanned guest as the list shows it; undefined where the guest is not known. */
function nameOf({ invitation, refused, hidesNames }: ScanAnswer) {
  const guest = invitation ?? refused
  if (!guest) return undefined
  if (hidesNames) return invitation ? text.scanner.namelessWoman(...peopleOf(invitation)) : text.scanner.woman
  return guest.guestName || namelessOf(invitation)
}

const peopleOf = ({ currentScans, maxScans }: Invitation) => [wholeNumber(currentScans), wholeNumber(maxScans)] as const

/** Returns the word for a guest without a name: an invitation without one, or one whose name the door does not see. */
function namelessOf(invitation: Invitation | null) {
  if (!invitation) return text.scanner.nameless
  if (invitation.generationType === 'count') return text.scanner.anyGuest
  return text.scanner.namelessGuest(...peopleOf(invitation))
}

/**
 * Returns the code by which an invitation is admitted again or its admission undone: the scanned one, that of the former request, or that of
 * a guest found by name.
 */
export function codeOf({ invitation }: ScanAnswer, request: ScanRequest) {
  if (request.is === 'guest') return request.code
  const read = readCode(request.text)
  return read.is === 'id' ? read.id : (invitation?.code ?? '')
}
