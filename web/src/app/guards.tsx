import type { User } from '@hudur/core'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useConnection } from '../backend/use-connection.ts'
import { rememberedProfile } from '../features/accounts/profile.ts'
import { useHasSessionEnded, useMe } from '../features/accounts/queries.ts'
import { returnToPage } from '../ui/dialog-history.ts'
import { ScreenSkeleton } from '../ui/skeleton.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Shell } from './shell/shell.tsx'
import { Welcome } from './shell/welcome.tsx'

/** Whom a screen is for. */
export type Audience = 'signed-out' | 'signed-in' | 'admin' | 'user'

export const WEBSITE = '/website'
const LOGIN = '/login'

const admits = (audience: Audience, { isAdmin }: User) =>
  audience === 'signed-in' || (audience === 'admin' && isAdmin) || (audience === 'user' && !isAdmin)

type RequireAudienceProps = {
  audience: Audience
  otherwise?: string | undefined
  /** What stands in the screen's place until it is known who is here. */
  waiting?: ReactNode
  children: ReactNode
}

/** Shows a screen to whom it is for, in what stands round it; those signed in whom it is not for go where the place says. */
export function RequireAudience({ audience, otherwise = WEBSITE, waiting, children }: RequireAudienceProps) {
  const { data: user, error, isPending, refetch } = useMe()
  const asked = useAskedFor()

  if (audience === 'signed-out') {
    const remembered = isPending && rememberedProfile.read()
    if (remembered) return <Waiting user={remembered} />
    return user ? <Redirect to={asked ?? otherwise} /> : <Welcome>{children}</Welcome>
  }
  if (isPending) return <Waiting user={rememberedProfile.read()}>{waiting}</Waiting>
  if (user === undefined) return <ErrorScreen error={error} onRetry={() => void refetch()} />
  if (user === null) return <SignedOut />
  return admits(audience, user) ? <Shell user={user}>{children}</Shell> : <Redirect to={otherwise} />
}

/** Elsewhere. The public page is a document of its own that the server makes: while nobody answers, the sign-in takes its place. */
export function Redirect({ to }: { to: string }) {
  const { state } = useConnection()
  const isAlone = state === 'disconnected'
  // The shell stands in the public page's place only where the server did not answer: whether it does now is waited for.
  const isUndecided = state === 'testing' && window.location.pathname === WEBSITE
  const isOutside = to === WEBSITE && !isAlone
  useEffect(() => {
    if (isOutside && !isUndecided) void returnToPage().then(() => window.location.replace(to))
  }, [isOutside, isUndecided, to])
  if (isOutside) return <Waiting user={null} />
  return <Navigate replace to={to === WEBSITE ? LOGIN : to} />
}

/** Until the server has said who is here: the name that was here last, and the shape of a screen. */
function Waiting({ user, children = <ScreenSkeleton /> }: { user: User | null; children?: ReactNode }) {
  if (user) return <Shell user={user}>{children}</Shell>
  return <div className="mx-auto max-w-[1240px] px-4 py-24 md:px-6">{children}</div>
}

/** Whoever's session ended at work signs in and comes back to it; everybody else begins at the public page. */
function SignedOut() {
  const { pathname, search } = useLocation()
  return useHasSessionEnded() ? <Navigate replace state={{ asked: pathname + search }} to={LOGIN} /> : <Redirect to={WEBSITE} />
}

function useAskedFor() {
  const state: unknown = useLocation().state
  return typeof state === 'object' && state !== null && 'asked' in state && typeof state.asked === 'string' ? state.asked : undefined
}
