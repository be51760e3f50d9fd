import { toDialableNumber } from '@hudur/core/phone'
import { RELEASE_VERSION } from '@hudur/core/release'
import type { SupportContacts } from '@hudur/core/site/content'
import { Copy, Mail, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '../../text/ar.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { ExternalLinkButton } from '../../ui/out-link.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { themes, useTheme } from '../../ui/use-theme.ts'
import { useSupportContacts } from './queries.ts'

const words = text.settings

export function SettingsScreen() {
  const support = useSupportContacts()
  return (
    <>
      <PageHeading title={words.title} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <ThemeChoice />
          <Panel title={words.support}>
            {support.isPending && <SupportSkeleton />}
            <LoadFailure query={support}>{words.supportFailed}</LoadFailure>
            {support.data && <Contacts support={support.data} />}
          </Panel>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Panel note={words.linkLead} title={words.link}>
            <SystemLink />
          </Panel>
          {support.data && (
            <Panel title={words.hours}>
              <ul className="grid gap-1 text-sm">
                {support.data.hours.map(line => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </Panel>
          )}
          <Panel title={words.system}>
            <DescriptionList
              items={[
                [words.version, <Numeric key="version">v{RELEASE_VERSION}</Numeric>],
                [words.year, <Numeric key="year">{words.yearValue}</Numeric>],
                [words.developer, words.team],
              ]}
            />
          </Panel>
        </div>
      </div>
    </>
  )
}

function SystemLink() {
  const { origin } = window.location
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField aria-label={words.link} className="min-w-48 grow" isLtr isReadOnly label={words.link} value={origin} />
      <CopyButton className="min-w-36" Icon={Copy} label={words.copy} read={() => origin} variant="outline" />
    </div>
  )
}

function ThemeChoice() {
  const { theme, choose } = useTheme()
  return (
    <Panel note={words.themeLead} title={words.theme}>
      <SegmentedField
        label={words.theme}
        onChange={choose}
        options={themes.map(id => ({ id, label: text.shell.themes[id] }))}
        value={theme}
      />
    </Panel>
  )
}

function Contacts({ support: { contact, social } }: { support: SupportContacts }) {
  return (
    <>
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
      {social.length > 0 && (
        <>
          <h3 className="mt-5 border-separator border-t pt-4 text-muted text-sm">{words.social}</h3>
          <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-5">
            {social.map(({ name, url }) => (
              <li key={url}>
                <a className="target text-sm underline decoration-gold underline-offset-4" href={url} rel="noreferrer" target="_blank">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
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

function SupportSkeleton() {
  return (
    <div aria-label={text.ui.loading} className="grid gap-3" role="status">
      {['phone', 'whatsapp', 'email'].map(contact => (
        <Skeleton className="h-11" key={contact} />
      ))}
    </div>
  )
}
