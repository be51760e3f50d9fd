import { FingerprintPattern } from 'lucide-react'
import { useState } from 'react'
import { type BiometricSupport, detectBiometricSupport } from '../../../device/biometrics.ts'
import { text } from '../../../text/ar.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'

const words = text.profile.fingerprint

const stateTones = {
  checking: 'quiet',
  supported: 'success',
  unsupported: 'warning',
  'no-browser-support': 'warning',
  failed: 'danger',
} as const

export function FingerprintPanel() {
  const [state, setState] = useState<BiometricSupport | 'checking'>()

  async function checkSupport() {
    setState('checking')
    setState(await detectBiometricSupport())
  }

  return (
    <Panel note={words.lead} title={words.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
        {state && (
          <Notice className="w-full" tone={stateTones[state]}>
            {words.states[state]}
          </Notice>
        )}
        <Button
          className="h-auto max-w-full whitespace-normal py-1"
          isPending={state === 'checking'}
          onPress={() => void checkSupport()}
          variant="outline"
        >
          <FingerprintPattern aria-hidden="true" className="size-5" strokeWidth={1.6} />
          {state ? words.checkAgain : words.check}
        </Button>
      </div>
    </Panel>
  )
}
