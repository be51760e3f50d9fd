import { useEffect, useEffectEvent } from 'react'
import { useDeviceStatus } from '../../backend/hooks/use-device.ts'
import { playSound } from '../../device/sounds.ts'
import { vibrate } from '../../device/vibration.ts'
import { text } from '../../text/ar.ts'
import { notify } from '../../ui/toast.tsx'
import type { ScannerState } from './use-scanner.ts'

/**
 * Marks a recent scan that the server refused after this device had admitted the guest. `shownNonce`: the idempotency key of the scan whose
 * result is on the screen. The result then changes, with the sound of the refusal. For an earlier guest a toast is shown instead, because
 * the sound would seem to belong to the present one.
 */
export function useLateRefusal({ recentScans, markRefused }: Pick<ScannerState, 'recentScans' | 'markRefused'>, shownNonce?: string) {
  const lateRefusal = useDeviceStatus(status => status.lateRefusal)

  const showLateRefusal = useEffectEvent(() => {
    const scan = recentScans.find(({ nonce }) => nonce === lateRefusal?.nonce)
    // `candidates` is no refusal: the device knew only one of several guests with the typed name.
    if (!lateRefusal || lateRefusal.answer.outcome === 'candidates' || !scan || scan.lateRefusal || scan.isUndone) return
    const { nonce, answer } = lateRefusal
    markRefused(nonce, answer)
    vibrate(answer.playSound)
    if (nonce === shownNonce) void playSound(answer.playSound)
    else notify.warning(text.scanner.lateRefusal.of(scan.name))
  })

  useEffect(() => {
    if (lateRefusal) showLateRefusal()
  }, [lateRefusal])
}
