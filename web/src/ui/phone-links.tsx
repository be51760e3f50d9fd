import { toDialableNumber, toInternationalDigits } from '@hudur/core/phone'
import { MessageCircle, Phone } from 'lucide-react'
import { text } from '../text/ar.ts'
import { ExternalLinkButton } from './out-link.tsx'

type PhoneLinksProps = {
  /** The name of the person. It makes the accessible names of the links of several people different. */
  name: string
  phone: string
  /** The country calling code, as digits, for numbers written without one. While it is undefined, no WhatsApp link is rendered. */
  callingCode: string | undefined
  message?: string
}

export function PhoneLinks({ name, phone, callingCode, message }: PhoneLinksProps) {
  const messageParameter = message === undefined ? '' : `?text=${encodeURIComponent(message)}`
  return (
    <>
      <ExternalLinkButton label={text.ui.callOf(name)} to={`tel:${toDialableNumber(phone)}`}>
        <Phone aria-hidden="true" className="size-4" strokeWidth={1.7} />
        {text.ui.call}
      </ExternalLinkButton>
      {callingCode !== undefined && (
        <ExternalLinkButton
          label={text.ui.whatsappOf(name)}
          to={`https://wa.me/${toInternationalDigits(phone, callingCode)}${messageParameter}`}
        >
          <MessageCircle aria-hidden="true" className="size-4" strokeWidth={1.7} />
          {text.ui.whatsapp}
        </ExternalLinkButton>
      )}
    </>
  )
}
