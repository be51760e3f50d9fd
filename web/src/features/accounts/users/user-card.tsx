import type { User } from '@hudur/core/accounts/contract'
import * as accountRules from '@hudur/core/accounts/rules'
import { toDialableNumber } from '@hudur/core/phone'
import { Coins, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useSignedInUser } from '../../../backend/hooks/use-session.ts'
import { text } from '../../../text/ar.ts'
import { formatInvitationDay, formatWholeNumber } from '../../../text/format.ts'
import { mailtoUrl } from '../../../text/mailto.ts'
import { BalanceBar } from '../../../ui/balance-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Numeric } from '../../../ui/numeric.tsx'

const words = text.users

type UserCardProps = { user: User; box: ReactNode; onEdit: () => void; onCredits: () => void; onRemove: () => void }

/** Shows a user and how much of the user's quota is used. Administrators get no button to delete their own account. */
export function UserCard({ user, box, onEdit, onCredits, onRemove }: UserCardProps) {
  const name = useId()
  const isOneself = useSignedInUser().id === user.id
  const isActive = accountRules.remainingBalance(user) > 0
  return (
    <li className="flex min-w-0 flex-col gap-4 rounded-xl bg-surface p-5 shadow-surface">
      <div className="flex flex-wrap items-start gap-3">
        {box}
        <div className="min-w-0 grow basis-28">
          <h2 className="break-words font-semibold text-lg leading-8" id={name}>
            <bdi>{user.fullName}</bdi>
          </h2>
          <p className="break-words text-muted text-sm">
            <bdi>@{user.username}</bdi>
          </p>
        </div>
        <div className="mt-1 flex shrink-0 flex-wrap justify-end gap-1.5">
          {isOneself && <Chip tone="going">{words.you}</Chip>}
          <Chip tone={isActive ? 'good' : 'bad'}>{isActive ? words.active : words.spent}</Chip>
        </div>
      </div>
      <BalanceBar account={user} />
      <p className="-mt-2 text-muted text-xs">{words.used(formatWholeNumber(accountRules.usedQuotaPercent(user)))}</p>
      <div className="grid gap-1 text-muted text-sm">
        <p>
          {user.isAdmin ? text.shell.admin : text.shell.user} {words.since} <Numeric>{formatInvitationDay(user.createdAt)}</Numeric>
        </p>
        {(user.phone || user.email) && (
          <p className="flex flex-wrap gap-x-4 gap-y-4.5">
            {user.phone && <ContactLink to={`tel:${toDialableNumber(user.phone)}`}>{user.phone}</ContactLink>}
            {user.email && <ContactLink to={mailtoUrl(user.email)}>{user.email}</ContactLink>}
          </p>
        )}
      </div>
      <div className="mt-auto flex flex-wrap gap-2 pt-1">
        <Button aria-describedby={name} className="grow" onPress={onEdit} variant="outline">
          <Pencil aria-hidden="true" className="size-4" strokeWidth={1.7} />
          {words.edit}
        </Button>
        <Button aria-describedby={name} className="grow" onPress={onCredits} variant="outline">
          <Coins aria-hidden="true" className="size-4" strokeWidth={1.7} />
          {text.credits.open}
        </Button>
        {!isOneself && (
          <Button aria-describedby={name} className="text-danger" onPress={onRemove} variant="ghost">
            <Trash2 aria-hidden="true" className="size-4" strokeWidth={1.7} />
            {words.remove}
          </Button>
        )}
      </div>
    </li>
  )
}

function ContactLink({ to, children }: { to: string; children: string }) {
  return (
    <a className="target underline decoration-gold underline-offset-4" href={to}>
      <Numeric className="break-all">{children}</Numeric>
    </a>
  )
}
