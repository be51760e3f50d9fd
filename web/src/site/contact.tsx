import { API, contract } from '@hudur/core'
import { Mail, MapPin, MessageCircle, Phone } from 'lucide-react'
import { siteText } from '../text/site.ts'
import { Area, Field, SiteForm } from './fields.tsx'
import { Each, placeholder, SectionHead, Wrap } from './layout.tsx'

const words = siteText.contact

const ways = [
  { way: 'phone', Icon: Phone, link: 'phoneLink' },
  { way: 'whatsapp', Icon: MessageCircle, link: 'whatsappLink' },
  { way: 'email', Icon: Mail, link: 'emailLink' },
  { way: 'location', Icon: MapPin, link: null },
] as const

/** The classes of a contact's value: beside its label, or below it at large font sizes. */
const VALUE_CLASS = 'min-w-0 grow basis-[9rem] break-words py-1 font-medium'

export function Contact() {
  return (
    <section className="border-separator border-t" id="contact">
      <Wrap className="grid grid-cols-[minmax(0,1fr)] gap-12 py-20 md:py-28 lg:grid-cols-[1fr_1.15fr]">
        <div>
          <SectionHead title={words.title} />
          <ul className="mt-4 text-muted">
            <Each of="hours">
              <li>{placeholder('line')}</li>
            </Each>
          </ul>
          <ul className="mt-8 divide-y divide-separator border-separator border-y">
            {ways.map(({ way, Icon, link }) => (
              <li className="flex flex-wrap items-center gap-x-4 py-3" key={way}>
                <Icon aria-hidden="true" className="size-5 text-gold-ink" strokeWidth={1.5} />
                <span className="w-[4rem] text-muted text-sm">{words[way]}</span>
                {link ? (
                  <a className={`target ${VALUE_CLASS} hover:text-accent`} href={placeholder(link)}>
                    <bdi className="ltr">{placeholder(way)}</bdi>
                  </a>
                ) : (
                  <span className={VALUE_CLASS}>{placeholder(way)}</span>
                )}
              </li>
            ))}
          </ul>
          <p className="mt-6 flex flex-wrap items-center gap-x-5 text-sm">
            <span className="text-muted">{words.social}</span>
            <Each of="social">
              <a
                className="target py-2 font-medium underline decoration-gold underline-offset-8"
                href={placeholder('url')}
                rel="noopener noreferrer"
                target="_blank"
              >
                {placeholder('socialName')}
              </a>
            </Each>
          </p>
        </div>
        <SiteForm action={API + contract.messages.create.path} is="message" submit={words.submit}>
          <Field autoComplete="name" id="message-name" label={words.fullName} name="fullName" placeholder={words.fullNameExample} />
          <Field
            autoComplete="email"
            id="message-email"
            label={words.emailField}
            name="email"
            placeholder="name@example.com"
            type="email"
          />
          <Field className="sm:col-span-2" id="message-subject" label={words.subject} name="subject" placeholder={words.subjectExample} />
          <Area
            className="sm:col-span-2"
            id="message-text"
            label={words.message}
            name="message"
            placeholder={words.messageExample}
            rows={5}
          />
        </SiteForm>
      </Wrap>
    </section>
  )
}
