import { toDialableNumber } from '@hudur/core/phone'
import type { SupportContacts } from '@hudur/core/site/content'
import { Mail, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '../text/ar.ts'
import { Numeric } from './numeric.tsx'
import { ExternalLinkButton } from './out-link.tsx'

const words = text.settings

/** Lists telephone, WhatsApp and email of the office, each with a button that opens it. */
export function SupportContactList({ contact }: Pick<SupportContacts, 'contact'>) {
  return (
    <ul className="grid gap-3">
      <Contact
        action={words.call}
        icon={<Phone {...iconProps} />}
        name={words.phone}
        value={contact.phone}
        to={`tel:${toDialableNumber(contact.phone)}`}
      />
      <Contact
        action={words.chat}
        icon={<MessageCircle {...iconProps} />}
        name={words.whatsapp}
        value={contact.whatsapp}
        to={`https://wa.me/${toDialableNumber(contact.whatsapp).replace(/^\+|^00/, '')}`}
      />
      <Contact
        action={words.write}
        icon={<Mail {...iconProps} />}
        name={words.email}
        value={contact.email}
        to={`mailto:${contact.email}`}
      />
    </ul>
  )
}

const iconProps = { 'aria-hidden': true, className: 'size-5 shrink-0 text-gold-ink', strokeWidth: 1.7 } as const

type ContactProps = { icon: ReactNode; name: string; value: string; action: string; to: string }

function Contact({ icon, name, value, action, to }: ContactProps) {
  return (
    <li className="flex flex-wrap items-center gap-3">
      {icon}
      <div className="min-w-0 grow basis-40">
        <p className="text-muted text-xs">{name}</p>
        <p className="font-medium text-sm">
          <Numeric className="break-all">{value}</Numeric>
        </p>
      </div>
      <ExternalLinkButton to={to}>{action}</ExternalLinkButton>
    </li>
  )
}
