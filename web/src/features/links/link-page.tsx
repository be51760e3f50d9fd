import type { CurrentLink } from '@hudur/core/links/contract'
import { Refusal, type RefusalCode } from '@hudur/core/refusals'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { DoorBackend, LinkBackend, useEnterLink } from '../../backend/hooks/link-backend.tsx'
import { appInstallation } from '../../device/app-updates.ts'
import { fetchPartWhenIdle } from '../../loading/idle.ts'
import { lazyComponent } from '../../loading/lazy-component.tsx'
import { useLocation, useNavigate } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { EmptyState } from '../../ui/empty.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Logo } from '../../ui/logo.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { useQueryString } from '../../ui/use-query-string.ts'
import { useLink } from './queries.ts'

const words = text.links.screen

const PinForm = lazyComponent(async () => (await import('./pin-form.tsx')).PinForm)
fetchPartWhenIdle(PinForm.load)

type RenderContent = (link: CurrentLink, refresh: () => Promise<unknown>) => ReactNode

type LinkPageProps = {
  path: string
  isDoor?: boolean
  /** The content after the link has ended; by default a message that the link has ended. */
  ended?: ReactNode
  children: RenderContent
}

/** Renders a screen for people without an account. The token after `#` in the owner's URL is exchanged once for a cookie. */
export function LinkPage({ path, isDoor = false, ended, children }: LinkPageProps) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const linkId = useQueryString().words('link')
  const { mutate, mutateAsync, data: entered, error, isPending, variables, reset, submittedAt } = useEnterLink({ isDoor })
  const [needsPin, setNeedsPin] = useState(false)
  const token = variables?.token
  const enter = useEffectEvent((input: { token: string; pin?: string }) =>
    mutate(input, { onError: failure => void (isRefusedAs(failure, 'pin-required') && setNeedsPin(true)) }),
  )

  // The token must not stay in the URL, where another person could read or copy it.
  useEffect(() => {
    if (hash === '') return
    setNeedsPin(false)
    enter({ token: hash.slice(1) })
    void navigate(path, { replace: true })
  }, [hash, navigate, path])

  useEffect(() => {
    if (!entered) return
    reset()
    void navigate(`${path}?link=${entered.id}`, { replace: true })
  }, [entered, reset, navigate, path])

  if (linkId !== '' && hash === '' && !isPending) {
    const content = (
      <OpenedLinkContent ended={ended} isDoor={isDoor}>
        {children}
      </OpenedLinkContent>
    )
    if (!isDoor)
      return (
        <LinkBackend key={linkId} linkId={linkId}>
          {content}
        </LinkBackend>
      )
    return (
      <DoorBackend
        key={linkId}
        linkId={linkId}
        locked={unlock => (
          <Suspense fallback={<OpeningSkeleton />}>
            <PinForm onSubmit={unlock} />
          </Suspense>
        )}
        waiting={<OpeningSkeleton />}
      >
        {content}
      </DoorBackend>
    )
  }
  if (token === undefined && hash === '') return <LinkMissing />
  if (isLinkEndedError(error)) return <LinkEnded />
  if (needsPin && token !== undefined)
    return (
      <Suspense fallback={<OpeningSkeleton />}>
        <PinForm onSubmit={pin => mutateAsync({ token, pin })} />
      </Suspense>
    )
  if (error) {
    const attempt = { isError: true, error, refetch: () => token !== undefined && mutate({ token }) }
    return (
      <LinkMessage title={words.openFailed}>
        <LoadFailure query={{ ...attempt, isFetching: isPending, errorUpdatedAt: submittedAt }}>
          {error instanceof Refusal ? error.message : words.openFailedAdvice}
        </LoadFailure>
      </LinkMessage>
    )
  }
  return <OpeningSkeleton />
}

const isRefusedAs = (error: unknown, code: RefusalCode) => error instanceof Refusal && error.code === code

/** Returns whether a call was refused because the link has ended, or because this device was signed out of it. */
export const isLinkEndedError = (error: unknown) => isRefusedAs(error, 'link-ended')

function OpenedLinkContent({ isDoor, ended, children }: { isDoor: boolean; ended: ReactNode; children: RenderContent }) {
  const query = useLink({ isDoor })
  const { data: link, error, refetch } = query
  // Stores the app on the device, so that a reload without a network shows this page. A door link stores the app later, after its guests.
  const isOpen = link !== undefined
  useEffect(() => {
    if (isOpen && !isDoor) void appInstallation.start()
  }, [isOpen, isDoor])
  if (isLinkEndedError(error)) return ended ?? <LinkEnded />
  if (error instanceof Refusal && error.code === 'not-signed-in') return <LinkMissing />
  if (link) return children(link, refetch)
  if (!error) return <OpeningSkeleton />
  return (
    <LinkMessage title={words.openFailed}>
      <LoadFailure query={query}>{words.openFailedAdvice}</LoadFailure>
    </LinkMessage>
  )
}

const LinkMissing = () => (
  <LinkMessage title={words.missing}>
    <p>{words.missingAdvice}</p>
  </LinkMessage>
)

export const LinkEnded = ({ children }: { children?: ReactNode }) => (
  <LinkMessage title={words.ended}>
    <p>{words.endedAdvice}</p>
    {children}
  </LinkMessage>
)

const OpeningSkeleton = () => (
  <main aria-busy="true" aria-label={words.opening} className="p-6">
    <ScreenSkeleton />
  </main>
)

function LinkMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center gap-6 p-6">
      <p className="justify-self-center text-accent">
        <Logo />
      </p>
      <EmptyState title={title}>{children}</EmptyState>
    </main>
  )
}
