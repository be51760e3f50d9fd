import { fold, MAX_NAME, Refusal, readCode, type ScanAnswer, scanningRules, texts } from '@hudur/core'
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBackend } from '../../backend/use-backend.ts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import { playSound } from '../../device/sounds.ts'
import { vibrate } from '../../device/vibration.ts'
import { useRefreshInvitations } from '../invitations/queries.ts'
import type { ChosenEvent, Pass } from './pass.ts'

/** What somebody at the door did, and how the door was set. Its idempotency key names it: sent again, it counts once. */
export type ScanRequest = { nonce: string; at: Date; event: ChosenEvent | null; gate: string } & (
  | { is: 'code'; text: string; source: 'camera' | 'typed' }
  | { is: 'guest'; id: string; admit: number }
)

/** Where the door stands. */
export type Scan =
  | { is: 'waiting' }
  | { is: 'checking' }
  | { is: 'answered'; request: ScanRequest; answer: ScanAnswer }
  | { is: 'failed'; request: ScanRequest; error: Error }

const arrivalsKey = ['scanning', 'arrivals']

/** How often gates compare their counts, in milliseconds: two of them agree within two seconds. */
const COMPARE_EVERY = 1_500

/** A verdict stands at least so long before the next guest takes its place, in milliseconds. */
const SEEN_FOR = 1_000

/** How many people have arrived, and how many may come, to the chosen event or to all. */
export function useArrivals(event: ChosenEvent | null) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...arrivalsKey, event],
    queryFn: () => backend.scanning.arrivals({ ...event }),
    refetchInterval: COMPARE_EVERY,
  })
}

const conflictsKey = ['scanning', 'conflicts']

/** How often conflicts are asked for while somebody could do something about them, in milliseconds. */
const LOOK_EVERY = 30_000

/** How many conflicts a page of the list has. */
export const CONFLICTS_SIZE = 12

/**
 * One page of what came in against the rule while a server was out of reach: an owner's, an administrator's everybody's; or only what nobody
 * has seen. The page before stays until the next is there.
 */
export function useConflicts(filter: 'all' | 'unseen', page = 1) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...conflictsKey, filter, page],
    queryFn: () => backend.scanning.conflicts({ filter, limit: CONFLICTS_SIZE, offset: (page - 1) * CONFLICTS_SIZE }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY,
  })
}

/** Marks a conflict as seen. */
export function useSettleConflict() {
  const backend = useBackend()
  const client = useQueryClient()
  return useMutation<{ success: true }, Error, { id: string }>({
    mutationFn: backend.scanning.settleConflict,
    onSettled: () => client.invalidateQueries({ queryKey: conflictsKey }),
  })
}

/** The events a door can be set to. */
export function useEvents() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['scanning', 'events'],
    queryFn: async () => (await backend.invitations.stats({})).events,
    staleTime: 60_000,
  })
}

const timesKey = ['scanning', 'times']

/** When people came in to an event; asked while one is chosen. Those of the event before stay until these are there. */
export function useArrivalTimes(event: ChosenEvent | undefined) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...timesKey, event],
    queryFn: event ? () => backend.scanning.arrivalTimes(event) : skipToken,
    placeholderData: keepPreviousData,
  })
}

/** What was read of the doors for reports is asked again. */
export function useRefreshDoors() {
  const client = useQueryClient()
  return () => Promise.all([timesKey, conflictsKey].map(queryKey => client.invalidateQueries({ queryKey })))
}

/** Whether a text is being written that could be part of a name. */
const isPartOfName = (typed: string) =>
  typed.length <= MAX_NAME && readCode(typed).is === 'text' && fold(typed).length >= scanningRules.MIN_CANDIDATE_LETTERS

/** The guests in whose name the typed text stands, while it could be one. */
export function useGuests(typed: string, event: ChosenEvent | null) {
  const backend = useBackend()
  const search = typed.trim()
  const isSearching = isPartOfName(search)
  const { data } = useQuery({
    queryKey: ['scanning', 'guests', search, event],
    queryFn: () => backend.scanning.candidates({ search, ...event }),
    enabled: isSearching,
    placeholderData: keepPreviousData,
    staleTime: 1_000,
    gcTime: 10_000,
  })
  return isSearching ? data : undefined
}

const refuseTooLate = () => Promise.reject(new Refusal('too-late', { text: texts.scan.tooLateToUndo }))

/** Takes an admission of this device back. The same admission undone again is the same act. */
export function useUndo(onUndone: (nonce: string) => void) {
  const backend = useBackend()
  const client = useQueryClient()
  const refreshInvitations = useRefreshInvitations()
  return useMutation({
    mutationFn({ nonce, at, admission, gate }: Pass & { gate: string }) {
      const undoneAt = new Date().toISOString()
      if (!admission) return refuseTooLate()
      return backend.scanning.undo({
        admission: nonce,
        nonce: `undo-${nonce}`,
        qr_code: admission.invitationId,
        admittedAt: at,
        undoneAt,
        ...(gate !== '' && { gate }),
      })
    },
    onSuccess: (_answer, { nonce }) => onUndone(nonce),
    onSettled() {
      void client.invalidateQueries({ queryKey: arrivalsKey })
      void refreshInvitations()
    },
  })
}

/**
 * The door: what is happening there, and what can be done. One guest is checked at a time; who comes meanwhile waits in `line`. Sound and
 * vibration follow the answer, never the read; `onAnswer` is told what was answered to what.
 */
export function useScan(
  { event, gate }: Pick<ScanRequest, 'event' | 'gate'>,
  onAnswer: (answer: ScanAnswer, request: ScanRequest) => void,
) {
  const backend = useBackend()
  const client = useQueryClient()
  const refreshInvitations = useRefreshInvitations()
  // Not the mutation's own state: that comes a moment later, and a scanner may have typed the next code by then.
  const [isBusy, setBusy] = useState(false)
  const [line, setLine] = useState<readonly ScanRequest[]>([])
  const answeredAt = useRef(Number.NEGATIVE_INFINITY)

  const { mutate, reset, ...mutation } = useMutation({
    mutationFn: (request: ScanRequest): Promise<ScanAnswer> => {
      const scannedAt = request.at.toISOString()
      const door = { ...request.event, ...(request.gate !== '' && { gate: request.gate }), nonce: request.nonce, scannedAt }
      if (request.is === 'guest') return backend.scanning.scan({ id: request.id, admit: request.admit, ...door })
      return backend.scanning.check({ qr_code: request.text, source: request.source, ...door })
    },
    onSuccess(answer, request) {
      answeredAt.current = performance.now()
      void playSound(answer.playSound)
      vibrate(answer.playSound)
      onAnswer(answer, request)
    },
    // Not waited for: the verdict must not stand behind the count.
    onSettled() {
      setBusy(false)
      void client.invalidateQueries({ queryKey: arrivalsKey })
      void refreshInvitations()
    },
  })

  const scan = scanOf(mutation)

  function send(request: ScanRequest) {
    setBusy(true)
    mutate(request)
  }

  const sendNext = useEffectEvent(() => {
    const [next, ...others] = line
    if (!next) return
    setLine(others)
    send(next)
  })

  const isNextDue = line.length > 0 && !isBusy && isDecided(scan)
  const rest = scan.is === 'waiting' ? 0 : SEEN_FOR
  useEffect(() => {
    if (!isNextDue) return
    const timer = setTimeout(sendNext, rest)
    return () => clearTimeout(timer)
  }, [isNextDue, rest])

  const named = () => ({ nonce: newIdempotencyKey(), at: new Date(), event, gate })

  return {
    scan,
    line,
    check(code: string, source: 'camera' | 'typed') {
      const request: ScanRequest = { is: 'code', text: code, source, ...named() }
      if (isBusy || line.length > 0) setLine([...line, request])
      else send(request)
    },
    /** Whether the next guest may be taken now: the last one is decided and was seen. */
    isFree: () => !isBusy && line.length === 0 && isDecided(scan) && performance.now() - answeredAt.current >= SEEN_FOR,
    /** Lets so many people in whose invitation is known. */
    admit(id: string, people: number) {
      const request: ScanRequest = { is: 'guest', id, admit: people, ...named() }
      if (isBusy) setLine([...line, request])
      else send(request)
    },
    /** The same scan again: it counts once. */
    retry: send,
    clear: reset,
  }
}

/** Nobody is left waiting for a decision: one who failed or must be chosen is not passed over for the next in line. */
const isDecided = (scan: Scan) => scan.is === 'waiting' || (scan.is === 'answered' && scan.answer.outcome !== 'candidates')

type Sent = { isPending: boolean; data: ScanAnswer | undefined; error: Error | null; variables: ScanRequest | undefined }

function scanOf({ isPending, data: answer, error, variables: request }: Sent): Scan {
  if (isPending) return { is: 'checking' }
  if (request && answer) return { is: 'answered', request, answer }
  if (request && error) return { is: 'failed', request, error }
  return { is: 'waiting' }
}
