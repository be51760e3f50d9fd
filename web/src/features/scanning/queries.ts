import type { ScanAnswer } from '@hudur/core'
import { useMutation, useQuery } from '@tanstack/react-query'
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

/** How many people have arrived, and how many may come. */
export function useArrivals() {
  const backend = useBackend()
  return useQuery({ queryKey: [...invitationsKey, 'stats'], queryFn: () => backend.invitations.stats({}), refetchInterval: COMPARE_EVERY })
    .data
}

/**
 * The door: what is happening there, and what can be done. Sound and vibration follow the answer, never the read; `onAnswer` is told
 * what was answered to what.
 */
export function useScan(onAnswer: (answer: ScanAnswer, gesture: Gesture) => void) {
  const backend = useBackend()
  const refreshInvitations = useRefreshInvitations()

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
    onSettled: () => void refreshInvitations(),
  })

  return {
    scan: scanOf(mutation),
    check: (code: string, source: 'camera' | 'typed') => mutate({ is: 'code', text: code, source, nonce: newNonce() }),
    choose: (id: string) => mutate({ is: 'guest', id, nonce: newNonce() }),
    /** The same gesture again: it counts once. */
    retry: (gesture: Gesture) => mutate(gesture),
    clear: reset,
  }
}

type Sent = { isPending: boolean; data: ScanAnswer | undefined; error: Error | null; variables: Gesture | undefined; submittedAt: number }

function scanOf({ isPending, data: answer, error, variables: gesture, submittedAt }: Sent): Scan {
  if (isPending) return { is: 'checking' }
  if (gesture && answer) return { is: 'answered', gesture, at: new Date(submittedAt), answer }
  if (gesture && error) return { is: 'failed', gesture, error }
  return { is: 'waiting' }
}
