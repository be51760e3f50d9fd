import type { User } from '@hudur/core'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { rememberedProfile } from '../features/accounts/profile.ts'
import { useMe } from '../features/accounts/queries.ts'
import { ScreenSkeleton } from '../ui/skeleton.tsx'
import { homeOf } from './shell/navigation.ts'
import { Shell } from './shell/shell.tsx'
import { Welcome } from './shell/welcome.tsx'
import { Trouble } from './trouble.tsx'

/** Whom a screen is for. */
export type Audience = 'signed-out' | 'signed-in' | 'admin' | 'user'

const LOGIN = '/login'

const admits = (audience: Audience, { isAdmin }: User) =>
  audience === 'signed-in' || (audience === 'admin' && isAdmin) || (audience === 'user' && !isAdmin)

/** Shows a screen to whom it is for, in what stands round it, and sends everybody else where they belong. */
export function Only({ audience, children }: { audience: Audience; children: ReactNode }) {
  const { data: user, error, isPending, refetch } = useMe()
  const asked = useAskedFor()

  if (audience === 'signed-out') {
    const remembered = isPending && rememberedProfile.read()
    if (remembered) return <Waiting user={remembered} />
    return user ? <Navigate replace to={asked ?? homeOf(user)} /> : <Welcome>{children}</Welcome>
  }
  if (isPending) return <Waiting user={rememberedProfile.read()} />
  if (user === undefined) return <Trouble error={error} onRetry={() => void refetch()} />
  if (user === null) return <ToLogin />
  return admits(audience, user) ? <Shell user={user}>{children}</Shell> : <Navigate replace to={homeOf(user)} />
}

/** Paths that are nobody's. */
export function Elsewhere() {
  const { data: user, error, isPending, refetch } = useMe()
  if (isPending) return <Waiting user={rememberedProfile.read()} />
  if (user === undefined) return <Trouble error={error} onRetry={() => void refetch()} />
  return <Navigate replace to={user ? homeOf(user) : LOGIN} />
}

/** Until the server has said who is here: the name that was here last, and the shape of a screen. */
function Waiting({ user }: { user: User | null }) {
  if (user) {
    return (
      <Shell user={user}>
        <ScreenSkeleton />
      </Shell>
    )
  }
  return (
    <div className="mx-auto max-w-[1240px] px-4 py-24 md:px-6">
      <ScreenSkeleton />
    </div>
  )
}

/** To sign-in, and afterwards back to where one wanted to go. */
function ToLogin() {
  const { pathname, search } = useLocation()
  return <Navigate replace state={{ asked: pathname + search }} to={LOGIN} />
}

function useAskedFor() {
  const state: unknown = useLocation().state
  return typeof state === 'object' && state !== null && 'asked' in state && typeof state.asked === 'string' ? state.asked : undefined
}
