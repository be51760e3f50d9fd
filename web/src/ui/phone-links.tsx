import { dialable, internationalDigits } from '@hudur/core'
import { MessageCircle, Phone } from 'lucide-react'
import { text } from '../text/ar.ts'
import { OutLink } from './out-link.tsx'

type PhoneLinksProps = {
  /** Whose number it is: two people's links can be told apart by it. */
  name: string
  phone: string
  /** The calling code of numbers that are written without one: digits alone. Until it is known there is no way by WhatsApp. */
  callingCode: string | undefined
  /** What stands ready to be sent. */
  message?: string
}

/** The two ways to somebody's telephone. */
export function PhoneLinks({ name, phone, callingCode, message }: PhoneLinksProps) {
  const greeting = message === undefined ? '' : `?text=${encodeURIComponent(message)}`
  return (
    <>
      <OutLink label={text.ui.callOf(name)} to={`tel:${dialable(phone)}`}>
        <Phone aria-hidden="true" className="size-4" strokeWidth={1.7} />
        {text.ui.call}
      </OutLink>
      {callingCode !== undefined && (
        <OutLink label={text.ui.whatsappOf(name)} to={`https://wa.me/${internationalDigits(phone, callingCode)}${greeting}`}>
          <MessageCircle aria-hidden="true" className="size-4" strokeWidth={1.7} />
          {text.ui.whatsapp}
        </OutLink>
      )}
    </>
  )
}
