import { contract } from '@hudur/core/contract'
import { API_PREFIX } from '@hudur/core/wire'
import { Mail, MapPin, MessageCircle, Phone } from 'lucide-react'
import { websiteText } from '../text/website.ts'
import { InputField, SiteForm, TextAreaField } from './fields.tsx'
import { Container, contentPlaceholder, RepeatedPart, SectionHeading } from './layout.tsx'

const words = websiteText.contact

const contactWays = [
  { way: 'phone', Icon: Phone, link: 'phoneLink' },
  { way: 'whatsapp', Icon: MessageCircle, link: 'whatsappLink' },
  { way: 'email', Icon: Mail, link: 'emailLink' },
  { way: 'location', Icon: MapPin, link: null },
] as const

/** The CSS classes of a contact's value. The value stands beside its label, or below it when the text is large. */
const CONTACT_VALUE_CLASS = 'min-w-0 grow basis-[9rem] break-words py-1 font-medium'

export function ContactSection() {
  return (
    <section className="border-separator border-t" id="contact">
      <Container className="grid grid-cols-[minmax(0,1fr)] gap-12 py-20 md:py-28 lg:grid-cols-[1fr_1.15fr]">
        <div>
          <SectionHeading title={words.title} />
          <ul className="mt-4 text-muted">
            <RepeatedPart of="hours">
              <li>{contentPlaceholder('line')}</li>
            </RepeatedPart>
          </ul>
          <ul className="mt-8 divide-y divide-separator border-separator border-y">
            {contactWays.map(({ way, Icon, link }) => (
              <li className="flex flex-wrap items-center gap-x-4 py-3" key={way}>
                <Icon aria-hidden="true" className="size-5 text-gold-ink" strokeWidth={1.5} />
                <span className="w-[4rem] text-muted text-sm">{words[way]}</span>
                {link ? (
                  <a className={`target ${CONTACT_VALUE_CLASS} hover:text-accent`} href={contentPlaceholder(link)}>
                    <bdi className="ltr">{contentPlaceholder(way)}</bdi>
                  </a>
                ) : (
                  <span className={CONTACT_VALUE_CLASS}>{contentPlaceholder(way)}</span>
                )}
              </li>
            ))}
          </ul>
          <p className="mt-6 flex flex-wrap items-center gap-x-5 text-sm">
            <span className="text-muted">{words.social}</span>
            <RepeatedPart of="social">
              <a
                className="target py-2 font-medium underline decoration-gold underline-offset-8"
                href={contentPlaceholder('url')}
                rel="noopener noreferrer"
                target="_blank"
              >
                {contentPlaceholder('socialName')}
              </a>
            </RepeatedPart>
          </p>
        </div>
        <SiteForm action={API_PREFIX + contract.messages.create.path} is="message" submit={words.submit}>
          <InputField autoComplete="name" id="message-name" label={words.fullName} name="fullName" placeholder={words.fullNameExample} />
          <InputField
            autoComplete="email"
            id="message-email"
            label={words.emailField}
            name="email"
            placeholder="name@example.com"
            type="email"
          />
          <InputField
            className="sm:col-span-2"
            id="message-subject"
            label={words.subject}
            name="subject"
            placeholder={words.subjectExample}
          />
          <TextAreaField
            className="sm:col-span-2"
            id="message-text"
            label={words.message}
            name="message"
            placeholder={words.messageExample}
            rows={5}
          />
        </SiteForm>
      </Container>
    </section>
  )
}
