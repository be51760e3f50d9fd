import { dialable, internationalDigits } from '@hudur/core'
import { MessageCircle, Phone } from 'lucide-react'
import { text } from '../text/ar.ts'
import { OutLink } from './out-link.tsx'

type PhoneLinksProps = {
  /** The name of the person, which distinguishes the links of different people. */
  name: string
  phone: string
  /** The calling code of numbers written without one, as digits. Until it is known there is no link to WhatsApp. */
  callingCode: string | undefined
  /** The text that the message starts with. */
  message?: string
}

/** Links to call a person and to write to them on WhatsApp. */
export function PhoneLinks({ name, phone, callingCode, message }: PhoneLinksProps) {
  const messageParameter = message === undefined ? '' : `?text=${encodeURIComponent(message)}`
  return (
    <>
      <OutLink label={text.ui.callOf(name)} to={`tel:${dialable(phone)}`}>
        <Phone aria-hidden="true" className="size-4" strokeWidth={1.7} />
        {text.ui.call}
      </OutLink>
      {callingCode !== undefined && (
        <OutLink label={text.ui.whatsappOf(name)} to={`https://wa.me/${internationalDigits(phone, callingCode)}${messageParameter}`}>
          <MessageCircle aria-hidden="true" className="size-4" strokeWidth={1.7} />
          {text.ui.whatsapp}
        </OutLink>
      )}
    </>
  )
}
