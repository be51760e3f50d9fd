import * as accountRules from '@hudur/core/accounts/rules'
import { useSignedInUser } from '../../../backend/hooks/use-session.ts'
import { text } from '../../../text/ar.ts'
import { formatAccountMoment, formatWholeNumber } from '../../../text/format.ts'
import { BalanceBar } from '../../../ui/balance-bar.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Numeric } from '../../../ui/numeric.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { FingerprintPanel } from './fingerprint-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { RemovalPanel } from './removal-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

const words = text.profile

export function ProfileScreen() {
  const user = useSignedInUser()
  const { fullName, username, phone, isAdmin, createdAt, generationLimit, usedGenerations } = user
  const renderNumber = (value: number) => <Numeric>{formatWholeNumber(value)}</Numeric>

  return (
    <>
      <PageHeading title={text.screenNames.profile} />
      <div className="mb-6 flex items-center gap-4">
        <span
          aria-hidden="true"
          className="grid size-[4rem] shrink-0 place-items-center rounded-xl bg-grove pb-1 font-semibold text-2xl text-grove-gold leading-none"
        >
          {firstLetterOf(fullName)}
        </span>
        <div className="min-w-0">
          <p className="break-words font-semibold text-xl">
            <bdi>{fullName}</bdi>
          </p>
          <p className="flex flex-wrap items-center gap-2 break-words text-muted">
            <bdi>@{username}</bdi>
            {isAdmin && <Chip tone="going">{text.shell.admin}</Chip>}
          </p>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Panel title={words.account}>
            <DescriptionList
              items={[
                [words.facts.fullName, <bdi key="name">{fullName}</bdi>],
                [words.facts.username, <bdi key="username">{username}</bdi>],
                [words.facts.phone, phone ? <Numeric key="phone">{phone}</Numeric> : undefined],
                [words.facts.created, <Numeric key="created">{formatAccountMoment(createdAt)}</Numeric>],
              ]}
            />
          </Panel>
          <Panel title={words.usage}>
            <BalanceBar account={user} />
            <DescriptionList
              className="mt-4"
              items={[
                [words.usageFacts.limit, renderNumber(generationLimit)],
                [words.usageFacts.used, renderNumber(usedGenerations)],
                [words.usageFacts.remaining, renderNumber(accountRules.remainingBalance(user))],
                [
                  words.usageFacts.percent,
                  <Numeric key="percent">{words.percent(formatWholeNumber(accountRules.usedQuotaPercent(user)))}</Numeric>,
                ],
              ]}
            />
          </Panel>
          <FingerprintPanel />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <PasswordPanel />
          <SessionsPanel />
          <RemovalPanel />
        </div>
      </div>
    </>
  )
}

/** Returns the first letter of a name with its diacritics. A heh gets a connecting line, because alone it looks like the digit five. */
function firstLetterOf(name: string) {
  const letter = name.match(/\p{L}\p{M}*/u)?.[0] ?? name.slice(0, 1)
  return letter.startsWith('\u0647') ? `${letter}\u0640` : letter
}
