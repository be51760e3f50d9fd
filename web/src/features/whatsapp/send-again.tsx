import type { Invitation } from '@hudur/core/invitations/invitation'
import { guestLabel } from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import { useState } from 'react'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { useOfficeWhatsApp } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/toast.tsx'
import { useSendAll } from './queries.ts'

const words = text.whatsapp.again

type SendAgainProps = { invitation: Invitation; onSent: (invitation: Invitation) => void }

/**
 * Offers to send the last message of the office's number to one guest again. It asks first where the message may have arrived. Renders nothing
 * where the message did not fail, or where the guest has stopped the messages.
 */
export function SendAgain({ invitation, onSent }: SendAgainProps) {
  const office = useOfficeWhatsApp()
  const isOffline = useIsOffline()
  const send = useSendAll()
  const [isAsking, setAsking] = useState(false)
  const { whatsapp } = invitation
  const isUnsure = whatsapp?.state === 'unsure'
  if (!office || !whatsapp || (!isUnsure && whatsapp.state !== 'failed') || whatsapp.reason === 'stopped') return null
  const { kind } = whatsapp
  if (kind !== 'invitation' && !office[kind]) return null

  async function sendAgain(message: NonNullable<Invitation['whatsapp']>) {
    try {
      const { queued, refused } = await send.mutateAsync({ ids: [invitation.id], kind, again: true })
      const [refusal] = refused
      if (queued > 0) {
        notify.done(words.done)
        onSent({ ...invitation, whatsapp: { ...message, state: 'queued', code: null, reason: null } })
      } else notify.warning(refusal ? `${words.refused}: ${text.whatsapp.refusals[refusal.reason]}` : words.failed)
    } catch (error) {
      notify.failure(words.failed, error instanceof Refusal ? error.message : text.generator.noAnswer)
    }
    setAsking(false)
  }

  return (
    <>
      <Button
        isDisabled={isOffline}
        isPending={send.isPending}
        onPress={() => (isUnsure ? setAsking(true) : void sendAgain(whatsapp))}
        size="sm"
        variant="outline"
      >
        {words.send}
      </Button>
      <ConfirmDialog
        confirm={words.send}
        isOpen={isAsking}
        isPending={send.isPending}
        onConfirm={() => void sendAgain(whatsapp)}
        onOpenChange={setAsking}
        title={words.question(guestLabel(invitation))}
      >
        {words.twice}
      </ConfirmDialog>
    </>
  )
}
