import * as accountRules from '@hudur/core/accounts/rules'
import { isWelcomeLinkValid } from '@hudur/core/accounts/welcome-link'
import { toInternationalDigits } from '@hudur/core/phone'
import type { Order } from '@hudur/core/requests/contract'
import { type AccountStep, accountSteps, type StepState } from '@hudur/core/requests/open-account'
import type { OrderAccount } from '@hudur/core/requests/order-account'
import { Circle, CircleCheckBig, CircleDot, Clock, Coins, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import { useCallingCode, usePublicOrigin } from '../../backend/hooks/use-installation.ts'
import { Link } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatInvitationMoment, formatTimeAndDay } from '../../text/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyUrlField } from '../../ui/copy-url-field.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { ExternalLinkButton } from '../../ui/out-link.tsx'
import { accountUrl, orderCreditsUrl } from './statuses.tsx'

const words = text.openAccount
const linkClass = 'target break-words underline decoration-gold underline-offset-4'

const stateIcons = { done: CircleCheckBig, next: CircleDot, later: Circle, sent: Clock } as const satisfies Record<StepState, typeof Circle>

type AccountStepsProps = {
  account: OrderAccount
  order: Order
  /** The path of a link that was made in this dialog, with its token; otherwise null. */
  url: string | null
  isPending: boolean
  /** Does what is missing, and makes a new link. */
  onOpen: (input: object) => Promise<unknown>
  /** The choice of a package to grant. */
  children: ReactNode
}

/** Shows the steps from an order to the customer's first sign-in, each with its state and what can be done. */
export function AccountSteps({ account, order, url, isPending, onOpen, children }: AccountStepsProps) {
  const serverTime = useServerTime()
  const now = new Date(serverTime())
  const contents: Record<AccountStep, ReactNode> = {
    account: <AccountLine account={account} />,
    balance: (
      <BalanceStep account={account} order={order}>
        {children}
      </BalanceStep>
    ),
    event: <EventLine account={account} />,
    link: <LinkStep account={account} isPending={isPending} now={now} onOpen={onOpen} order={order} url={url} />,
  }
  return (
    <ol aria-label={words.steps} className="grid grid-cols-[minmax(0,1fr)] gap-4 border-separator border-t pt-5">
      {accountSteps(account, order, now).map(({ step, state }) => {
        const Icon = stateIcons[state]
        return (
          <li aria-label={words.stepNames[step]} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3" key={step}>
            <Icon
              aria-hidden="true"
              className={`mt-0.5 size-5 ${state === 'done' ? 'text-success' : state === 'later' ? 'text-muted' : 'text-accent'}`}
              strokeWidth={1.7}
            />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-semibold">{words.stepNames[step]}</span>
                <span className="text-muted text-xs">{words.states[state]}</span>
              </p>
              {contents[step]}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function AccountLine({ account: { user, isOpened } }: { account: OrderAccount }) {
  if (!user || !isOpened) return <p className="text-muted">{words.noAccount}</p>
  return (
    <p>
      <Link className={linkClass} to={accountUrl(user)}>
        {words.toUser(user.fullName)}
      </Link>{' '}
      <bdi className="text-muted">@{user.username}</bdi>
    </p>
  )
}

function BalanceStep({ account, order, children }: { account: OrderAccount; order: Order; children: ReactNode }) {
  const { user, isOpened, granted } = account
  if (!user || !isOpened) return null
  const remaining = accountRules.remainingBalance(user)
  const left = formatCountedNoun(remaining, text.invitationWord)
  if (granted > 0) return <p>{words.granted(formatCountedNoun(granted, text.invitationWord), left)}</p>
  const isEnough = remaining >= order.invitationCount
  return (
    <>
      <p>{isEnough ? words.enough(left) : words.notEnough(left, formatCountedNoun(order.invitationCount, text.invitationWord))}</p>
      {children}
      <div>
        <ButtonLink to={orderCreditsUrl(order, user.id)} variant="outline">
          <Coins aria-hidden="true" className="size-4" strokeWidth={1.7} />
          {words.addCredits}
        </ButtonLink>
      </div>
    </>
  )
}

function EventLine({ account: { event, isOpened } }: { account: OrderAccount }) {
  if (!event) return <p className="text-muted">{isOpened ? words.eventGone : words.eventLater}</p>
  return (
    <p>
      <Link className={linkClass} to={`/events/${event.id}`}>
        {event.name}
      </Link>
    </p>
  )
}

type LinkStepProps = Omit<AccountStepsProps, 'children'> & { now: Date }

function LinkStep({ account, order, url, isPending, onOpen, now }: LinkStepProps) {
  const { user, isOpened, hasPassword, link, event } = account
  const origin = usePublicOrigin()
  if (!user || !isOpened) return <p className="text-muted">{words.linkLater}</p>
  const told = { name: user.fullName, event: event?.name ?? order.eventName, username: user.username }
  if (hasPassword)
    return (
      <>
        <p>{words.hasPassword}</p>
        <WhatsappButton message={words.signInMessage({ ...told, url: new URL('/login', origin).href })} phone={order.phone}>
          {words.whatsappSignIn}
        </WhatsappButton>
      </>
    )
  const fullUrl = url === null ? undefined : new URL(url, origin).href
  return (
    <>
      {link && (
        <p>
          {isWelcomeLinkValid(link, now) ? words.linkValid(formatTimeAndDay(link.expiresAt, now)) : words.linkExpired}
          {link.by && (
            <span className="block text-muted text-xs">
              {words.madeBy} <bdi>@{link.by}</bdi> <Numeric>{formatInvitationMoment(link.createdAt)}</Numeric>
            </span>
          )}
        </p>
      )}
      {fullUrl === undefined ? (
        <>
          <p className="text-muted text-xs">{words.newLinkHint}</p>
          <Button className="justify-self-start" isPending={isPending} onPress={() => void onOpen({})} size="sm" variant="outline">
            {words.newLink}
          </Button>
        </>
      ) : (
        <>
          <WhatsappButton isMain message={words.message({ ...told, url: fullUrl })} phone={order.phone}>
            {words.whatsapp}
          </WhatsappButton>
          <CopyUrlField copyLabel={words.copy} label={words.address} url={fullUrl} />
          <p className="text-muted text-xs">{words.onlyNow}</p>
        </>
      )}
    </>
  )
}

type WhatsappButtonProps = { phone: string; message: string; isMain?: boolean; children: ReactNode }

/** Renders a link that opens WhatsApp with a message to a telephone number; nothing until the country of the numbers is known. */
function WhatsappButton({ phone, message, isMain = false, children }: WhatsappButtonProps) {
  const { callingCode } = useCallingCode()
  if (callingCode === undefined) return null
  const to = `https://wa.me/${toInternationalDigits(phone, callingCode)}?text=${encodeURIComponent(message)}`
  return (
    <ExternalLinkButton to={to} variant={isMain ? 'primary' : 'outline'}>
      <MessageCircle aria-hidden="true" className="size-4" strokeWidth={1.7} />
      {children}
    </ExternalLinkButton>
  )
}
