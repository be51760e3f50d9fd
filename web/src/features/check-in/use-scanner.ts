import { codeInReadText, shownTextOf } from '@hudur/core/check-in/card-text'
import type { ScanAnswer } from '@hudur/core/check-in/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import type { CurrentLink } from '@hudur/core/links/contract'
import { useEffect, useState } from 'react'
import type { ChosenEvent } from '../../backend/hooks/use-arrivals.ts'
import { useDevice, useServerTime } from '../../backend/hooks/use-device.ts'
import { useTabDraft } from '../../backend/hooks/use-draft.ts'
import type { CameraChoice } from '../../device/camera.ts'
import { chosenCamera } from '../../device/chosen-camera.ts'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { currentVersionOfEvent, eventOfToday, eventsOfToday } from './chosen-event.ts'
import { type ScannerEvent, type ScanRequest, useScannerEvents } from './queries.ts'
import type { RecentScan } from './recent-scan.ts'

type ScannerSettings = {
  /** The event whose guests are admitted; null for every event. */
  event: ChosenEvent | null
  isEventChosen: boolean
  gate: string
  isContinuous: boolean
  /** Whether the user has accepted or declined the offer of continuous scanning. */
  isOffered: boolean
  /** The scans of this scanner, newest first. */
  recentScans: readonly RecentScan[]
}

/** The settings in the form in which the tab stores them. Version 0.9.0 stored two of them as `goesOn` and `passes`. */
type StoredSettings = ScannerSettings & { goesOn?: boolean; passes?: readonly RecentScan[] }

const fromStoredSettings = ({ goesOn, passes, ...settings }: Partial<StoredSettings>): Partial<ScannerSettings> => ({
  ...settings,
  ...(goesOn !== undefined && { isContinuous: goesOn }),
  ...(passes && { recentScans: passes }),
})

const INITIAL_SETTINGS: ScannerSettings = {
  event: null,
  isEventChosen: false,
  gate: '',
  isContinuous: false,
  isOffered: false,
  recentScans: [],
}

const MAX_RECENT_SCANS = 20

/**
 * Chooses today's event when the scanner opens, unless the user has chosen one. Afterwards it only updates name and day of the chosen event,
 * because the event must not change between two guests. Returns today's events while none is chosen.
 */
function useEventOfToday({ event, isEventChosen }: ScannerSettings, onSet: (event: ChosenEvent | null) => void) {
  const { data: events, isFetching } = useScannerEvents()
  const serverTime = useServerTime()
  const [today, setToday] = useState<readonly ScannerEvent[]>()
  const choices = isEventChosen || event ? [] : (today ?? [])
  if (!events) return choices
  const current = event && currentVersionOfEvent(event, events)
  if (!today && !isFetching) {
    const now = new Date(serverTime())
    setToday(eventsOfToday(events, now))
    if (!isEventChosen) onSet(eventOfToday(events, event, now))
  } else if (current !== event) onSet(current)
  return choices
}

/** Returns the settings and the recent scans of this scanner. They survive a reload of the page, until the account signs out. */
export function useScanner() {
  const { draft, keep } = useTabDraft<StoredSettings>('scanner')
  const { settings, setSettings, ...scanner } = useScannerState(draft && fromStoredSettings(draft))
  const choices = useEventOfToday(settings, event => setSettings({ ...settings, event }))
  useEffect(() => keep(settings), [keep, settings])

  const { open } = useDevice()
  const { event } = settings
  useEffect(() => {
    if (event) void open(event)
  }, [open, event])

  return { ...scanner, choices }
}

/** Returns the settings and the recent scans of a door link's scanner. They are kept in memory only. */
export function useDoorScanner({ name: gate, event: { id: eventId, name: eventName, date: eventDate }, id: userId }: CurrentLink) {
  const { settings: _settings, setSettings: _set, ...scanner } = useScannerState(undefined)
  return { ...scanner, gate, event: { eventId, eventName, eventDate, userId } }
}

export type ScannerState = Omit<ReturnType<typeof useScanner>, 'choices'>

function useScannerState(draft: Partial<ScannerSettings> | undefined) {
  const [camera, setCamera] = useState(chosenCamera.read)
  const [settings, setSettings] = useState<ScannerSettings>(() => ({ ...INITIAL_SETTINGS, ...draft }))
  const changeRecentScan = (nonce: string, change: Partial<RecentScan>) =>
    setSettings(before => ({
      ...before,
      recentScans: before.recentScans.map(recentScan => (recentScan.nonce === nonce ? { ...recentScan, ...change } : recentScan)),
    }))
  return {
    ...settings,
    settings,
    setSettings,
    camera,
    chooseCamera(choice: CameraChoice) {
      chosenCamera.write(choice)
      setCamera(choice)
    },
    set: (change: Partial<Pick<ScannerSettings, 'event' | 'gate' | 'isContinuous' | 'isOffered'>>) =>
      setSettings(before => ({
        ...before,
        ...change,
        ...(change.event !== undefined && { isEventChosen: true }),
        ...(change.isContinuous !== undefined && { isOffered: true }),
      })),
    /** Adds a scan to the list. A repeated scan replaces its earlier entry. */
    addRecentScan(recentScan: RecentScan) {
      setSettings(before => {
        const others = before.recentScans.filter(({ nonce }) => nonce !== recentScan.nonce)
        return { ...before, recentScans: [recentScan, ...others].slice(0, MAX_RECENT_SCANS) }
      })
    },
    markUndone: (nonce: string) => changeRecentScan(nonce, { isUndone: true }),
    markKnown: (nonce: string, knownGuest: string) => changeRecentScan(nonce, { knownGuest }),
    markRefused: (nonce: string, lateRefusal: ScanAnswer) => changeRecentScan(nonce, { lateRefusal }),
  }
}

/**
 * Returns the list entry of a decided scan; undefined if the guest must still be chosen. For an event that hides names, the entry has no
 * text but the code.
 */
export function recentScanOf(answer: ScanAnswer, request: ScanRequest, isWomensHall: boolean): RecentScan | undefined {
  const { outcome, invitation, admitted, exited, refused } = answer
  const people = admitted ?? exited
  if (outcome === 'candidates') return undefined
  const typed = request.is === 'code' && request.source === 'typed' ? shownTextOf(request.text, isWomensHall ? 'camera' : 'typed') : ''
  const scannedInvitation = invitation ?? refused
  return {
    nonce: request.nonce,
    at: request.at.toISOString(),
    outcome,
    name: guestNameOf(answer) ?? (answer.isTrial ? text.scanner.trialCard : typed || text.scanner.unknownCode),
    ...(scannedInvitation?.eventName && {
      event: {
        ...(invitation?.eventId && { eventId: invitation.eventId }),
        ...{ eventName: scannedInvitation.eventName, eventDate: scannedInvitation.eventDate },
      },
    }),
    ...(refused && { reason: refused.reason }),
    ...(answer.replicaAt !== undefined && unknownCodeOf(request)),
    admission: people !== undefined && invitation ? { code: invitationCodeOf(answer, request), people } : null,
    isUndone: false,
    ...(answer.isTrial && { isTrial: true }),
    ...((isWomensHall || answer.hidesNames) && { isWoman: true }),
  }
}

/** Returns the code of a request as the field of a list entry; nothing for a typed name. */
function unknownCodeOf(request: ScanRequest) {
  const code = request.is === 'guest' ? request.code : codeInReadText(request.text)
  return code !== undefined && { unknownCode: code }
}

/** Returns the name of a scanned guest for the list of recent scans; undefined if the guest is unknown. */
function guestNameOf({ invitation, refused, hidesNames }: ScanAnswer) {
  const guest = invitation ?? refused
  if (!guest) return undefined
  if (hidesNames) return invitation ? text.scanner.namelessWoman(...peopleTexts(invitation)) : text.scanner.woman
  return guest.guestName || textForNamelessGuest(invitation)
}

const peopleTexts = ({ currentScans, maxScans }: Invitation) => [formatWholeNumber(currentScans), formatWholeNumber(maxScans)] as const

/** Returns the text for a guest whose name is missing, because the invitation has none or the door link has no right to see it. */
function textForNamelessGuest(invitation: Invitation | null) {
  if (!invitation) return text.scanner.nameless
  if (invitation.generationType === 'count') return text.scanner.anyGuest
  return text.scanner.namelessGuest(...peopleTexts(invitation))
}

/** Returns the code for further admissions and for undoing: that of the request or, after a search by name, that of the invitation. */
export function invitationCodeOf({ invitation }: ScanAnswer, request: ScanRequest) {
  if (request.is === 'guest') return request.code
  return codeInReadText(request.text) ?? invitation?.code ?? ''
}
