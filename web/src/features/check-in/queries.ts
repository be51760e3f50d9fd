import { foldSpelling } from '@hudur/core/arabic'
import { codeInReadText } from '@hudur/core/check-in/card-text'
import type { ScanAnswer } from '@hudur/core/check-in/contract'
import * as checkInRules from '@hudur/core/check-in/rules'
import { MAX_NAME_LENGTH } from '@hudur/core/inputs'
import type { Direction } from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChosenEvent } from '../../backend/hooks/use-arrivals.ts'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { arrivalsKey, invitationsKey, useRefresh } from '../../backend/hooks/use-refresh.ts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import { playSound } from '../../device/sounds.ts'
import { vibrate } from '../../device/vibration.ts'
import { type RecentScan, soundOf } from './recent-scan.ts'

/** One scan of a guest. The server counts a repeated request with the same idempotency key (`nonce`) once. */
export type ScanRequest = { nonce: string; at: Date; event: ChosenEvent | null; gate: string; direction: Direction } & (
  | { is: 'code'; text: string; source: 'camera' | 'typed' }
  | { is: 'guest'; code: string; admit: number }
)

export type ScanState =
  | { is: 'waiting' }
  | { is: 'checking' }
  | { is: 'answered'; request: ScanRequest; answer: ScanAnswer }
  | { is: 'failed'; request: ScanRequest; error: Error }

/** The minimum time for which the result of a scan stays on the screen before the next scan is sent, in milliseconds. */
const MIN_VERDICT_DISPLAY_MS = 1_000

const eventsKey = ['checkIn', 'events']

/** An event in the scanner's list, with the name of its owner. */
export type ScannerEvent = NonNullable<ReturnType<typeof useScannerEvents>['data']>[number]

export function useScannerEvents() {
  const backend = useBackend()
  return useQuery({
    queryKey: eventsKey,
    queryFn: async () => (await backend.invitations.stats({})).events,
    staleTime: 60_000,
  })
}

/** Returns whether a typed text may be a part of a guest's name: no code, not too long, and with enough letters for a search. */
const mayBePartOfName = (typed: string) =>
  typed.length <= MAX_NAME_LENGTH && codeInReadText(typed) === undefined && foldSpelling(typed).length >= checkInRules.MIN_CANDIDATE_LETTERS

/** Reads the guests whose names contain the typed text; undefined until the first response, and if the text cannot be part of a name. */
export function useGuestsByName(typed: string, event: ChosenEvent | null) {
  const backend = useBackend()
  const search = typed.trim()
  const isSearching = mayBePartOfName(search)
  const { data } = useQuery({
    queryKey: ['checkIn', 'guests', search, event],
    queryFn: () => backend.checkIn.candidates({ search, ...event }),
    enabled: isSearching,
    placeholderData: keepPreviousData,
    staleTime: 1_000,
    gcTime: 10_000,
  })
  return isSearching ? data : undefined
}

/** Undoes an admission or an exit of this device. Repeated undos of the same admission have the same idempotency key, so they count once. */
export function useUndo(onUndone: (nonce: string) => void) {
  const backend = useBackend()
  const refresh = useRefresh(arrivalsKey, invitationsKey)
  return useMutation({
    mutationFn({ nonce, at, admission, gate }: RecentScan & { gate: string }) {
      if (!admission) return Promise.reject(new Refusal('too-late', { text: texts.admission.tooLateToUndo }))
      return backend.checkIn.undo({
        admission: nonce,
        nonce: `undo-${nonce}`,
        qr_code: admission.code,
        admittedAt: at,
        undoneAt: new Date().toISOString(),
        ...(gate !== '' && { gate }),
      })
    },
    onSuccess: (_answer, { nonce }) => onUndone(nonce),
    // Not awaited, so that the button is enabled again at once.
    onSettled: () => void refresh(),
  })
}

/**
 * Sends scans and returns the state of the current one. One scan is sent at a time; further scans wait in `queue`. Sound and vibration
 * follow the server's answer, not the reading of the code.
 */
export function useScan(
  { event, gate, direction }: Pick<ScanRequest, 'event' | 'gate' | 'direction'>,
  onAnswer: (answer: ScanAnswer, request: ScanRequest) => void,
) {
  const backend = useBackend()
  const client = useQueryClient()
  const refresh = useRefresh(arrivalsKey, invitationsKey)
  // React Query reports `isPending` of the mutation with a delay. A hardware scanner may have typed the next code by then.
  const [isBusy, setBusy] = useState(false)
  const [queue, setQueue] = useState<readonly ScanRequest[]>([])
  const answeredAt = useRef(Number.NEGATIVE_INFINITY)

  const { mutate, reset, ...mutation } = useMutation({
    mutationFn: (request: ScanRequest): Promise<ScanAnswer> => {
      const { nonce, at, event, gate, direction } = request
      const exit = direction === 'out' && { direction }
      const commonFields = { ...event, ...(gate !== '' && { gate }), ...exit, nonce, scannedAt: at.toISOString() }
      if (request.is === 'guest') return backend.checkIn.check({ qr_code: request.code, admit: request.admit, ...commonFields })
      return backend.checkIn.check({ qr_code: request.text, source: request.source, ...commonFields })
    },
    onSuccess(answer, request) {
      answeredAt.current = performance.now()
      void playSound(soundOf(answer))
      vibrate(answer.playSound)
      onAnswer(answer, request)
      if (isEventOutdated(request.event, answer)) void client.invalidateQueries({ queryKey: eventsKey })
    },
    // The queries are reloaded without waiting for them, because they must not delay the verdict.
    onSettled() {
      setBusy(false)
      void refresh()
    },
  })

  const scan = scanStateOf(mutation)

  function sendScan(request: ScanRequest) {
    setBusy(true)
    mutate(request)
  }

  const sendNext = useEffectEvent(() => {
    const [next, ...others] = queue
    if (!next) return
    setQueue(others)
    sendScan(next)
  })

  const isNextDue = queue.length > 0 && !isBusy && isScanDecided(scan)
  const delay = scan.is === 'waiting' ? 0 : MIN_VERDICT_DISPLAY_MS
  useEffect(() => {
    if (!isNextDue) return
    const timer = setTimeout(sendNext, delay)
    return () => clearTimeout(timer)
  }, [isNextDue, delay])

  const newRequestFields = () => ({ nonce: newIdempotencyKey(), at: new Date(), event, gate, direction })

  return {
    scan,
    queue,
    check(code: string, source: 'camera' | 'typed') {
      const request: ScanRequest = { is: 'code', text: code, source, ...newRequestFields() }
      if (isBusy || queue.length > 0) setQueue([...queue, request])
      else sendScan(request)
    },
    /** Returns whether the camera may send the next scan: no scan is pending, and the last result was visible long enough. */
    isFree: () => !isBusy && queue.length === 0 && isScanDecided(scan) && performance.now() - answeredAt.current >= MIN_VERDICT_DISPLAY_MS,
    /** Admits `people` persons by the invitation with the given code, or records that they leave. */
    admit(code: string, people: number, given: Direction = direction) {
      const request: ScanRequest = { is: 'guest', code, admit: people, ...newRequestFields(), direction: given }
      if (isBusy) setQueue([...queue, request])
      else sendScan(request)
    },
    /** Sends a failed request again. Its idempotency key is unchanged, so it counts once. */
    retry: sendScan,
    clear: reset,
  }
}

/** Returns whether the answer to a scan has another name or another id for the scanner's event. The list of events is then outdated. */
const isEventOutdated = (event: ChosenEvent | null, { invitation }: ScanAnswer) =>
  event !== null && invitation !== null && (invitation.eventId !== event.eventId || invitation.eventName !== event.eventName)

/** Returns whether the next scan may be sent. A failed scan, or one whose guest must still be chosen, stays on the screen. */
const isScanDecided = (scan: ScanState) => scan.is === 'waiting' || (scan.is === 'answered' && scan.answer.outcome !== 'candidates')

type MutationState = { isPending: boolean; data: ScanAnswer | undefined; error: Error | null; variables: ScanRequest | undefined }

function scanStateOf({ isPending, data: answer, error, variables: request }: MutationState): ScanState {
  if (isPending) return { is: 'checking' }
  if (request && answer) return { is: 'answered', request, answer }
  if (request && error) return { is: 'failed', request, error }
  return { is: 'waiting' }
}
