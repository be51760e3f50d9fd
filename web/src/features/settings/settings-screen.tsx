import { RELEASE_VERSION } from '@hudur/core/release'
import type { SupportContacts } from '@hudur/core/site/content'
import { Copy } from 'lucide-react'
import { useOfficeWhatsApp, useSupportContacts } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SupportContactList } from '../../ui/support-contact-list.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { themes, useTheme } from '../../ui/use-theme.ts'
import { PackagesPanel } from '../sales/packages-panel.tsx'

const words = text.settings

export function SettingsScreen() {
  const support = useSupportContacts()
  const hasOfficeWhatsApp = useOfficeWhatsApp() !== undefined
  return (
    <>
      <PageHeading title={words.title} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <ThemeChoice />
          <PackagesPanel />
          {hasOfficeWhatsApp && (
            <Panel note={words.whatsappLead} title={text.whatsappOfOffice}>
              <ButtonLink to="/whatsapp" variant="outline">
                {words.whatsappSteps}
              </ButtonLink>
            </Panel>
          )}
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
      <SupportContactList contact={contact} />
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

function SupportSkeleton() {
  return (
    <div aria-label={text.ui.loading} className="grid gap-3" role="status">
      {['phone', 'whatsapp', 'email'].map(contact => (
        <Skeleton className="h-11" key={contact} />
      ))}
    </div>
  )
}
