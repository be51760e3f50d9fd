import type { ScanAnswer } from '@hudur/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useBackend } from '../../backend/use-backend.ts'
import { newNonce } from '../../device/nonce.ts'
import { playSound } from '../../device/sounds.ts'
import { vibrate } from '../../device/vibration.ts'
import { invitationsKey, useRefreshInvitations } from '../invitations/queries.ts'

/** What somebody at the door did. Its nonce names it: sent again, it counts once. */
export type Gesture = { nonce: string } & ({ is: 'code'; text: string; source: 'camera' | 'typed' } | { is: 'guest'; id: string })

/** Where the door stands. */
export type Scan =
  | { is: 'waiting' }
  | { is: 'checking' }
  | { is: 'answered'; gesture: Gesture; at: Date; answer: ScanAnswer }
  | { is: 'failed'; gesture: Gesture; error: Error }

/** How often gates compare their counts, in milliseconds. */
const COMPARE_EVERY = 5_000

/** A verdict stands at least so long before the next guest in line takes its place, in milliseconds. */
const SEEN_FOR = 1_000

/** How many people have arrived, and how many may come. */
export function useArrivals() {
  const backend = useBackend()
  return useQuery({ queryKey: [...invitationsKey, 'stats'], queryFn: () => backend.invitations.stats({}), refetchInterval: COMPARE_EVERY })
    .data
}

/**
 * The door: what is happening there, and what can be done. One guest is checked at a time; who comes meanwhile waits in `line`. Sound and
 * vibration follow the answer, never the read; `onAnswer` is told what was answered to what.
 */
export function useScan(onAnswer: (answer: ScanAnswer, gesture: Gesture) => void) {
  const backend = useBackend()
  const refreshInvitations = useRefreshInvitations()
  // Not the mutation's own state: that comes a moment later, and a scanner may have typed the next code by then.
  const [isBusy, setBusy] = useState(false)
  const [line, setLine] = useState<readonly Gesture[]>([])

  const { mutate, reset, ...mutation } = useMutation({
    mutationFn: (gesture: Gesture): Promise<ScanAnswer> => {
      const { nonce } = gesture
      if (gesture.is === 'guest') return backend.scanning.scan({ id: gesture.id, nonce })
      return backend.scanning.check({ qr_code: gesture.text, source: gesture.source, nonce })
    },
    onSuccess(answer, gesture) {
      void playSound(answer.playSound)
      vibrate(answer.playSound)
      onAnswer(answer, gesture)
    },
    // Not waited for: the verdict must not stand behind the count.
    onSettled() {
      setBusy(false)
      void refreshInvitations()
    },
  })

  const scan = scanOf(mutation)

  function send(gesture: Gesture) {
    setBusy(true)
    mutate(gesture)
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

  return {
    scan,
    line,
    check(code: string, source: 'camera' | 'typed') {
      const gesture: Gesture = { is: 'code', text: code, source, nonce: newNonce() }
      if (isBusy || line.length > 0) setLine([...line, gesture])
      else send(gesture)
    },
    choose: (id: string) => send({ is: 'guest', id, nonce: newNonce() }),
    /** The same gesture again: it counts once. */
    retry: send,
    clear: reset,
  }
}

/** Nobody is left waiting for a decision: one who failed or must be chosen is not passed over for the next in line. */
const isDecided = (scan: Scan) => scan.is === 'waiting' || (scan.is === 'answered' && scan.answer.outcome !== 'candidates')

type Sent = { isPending: boolean; data: ScanAnswer | undefined; error: Error | null; variables: Gesture | undefined; submittedAt: number }

function scanOf({ isPending, data: answer, error, variables: gesture, submittedAt }: Sent): Scan {
  if (isPending) return { is: 'checking' }
  if (gesture && answer) return { is: 'answered', gesture, at: new Date(submittedAt), answer }
  if (gesture && error) return { is: 'failed', gesture, error }
  return { is: 'waiting' }
}
