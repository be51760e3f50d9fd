import { type LinkSelf, Refusal } from '@hudur/core'
import { type ReactNode, useEffect } from 'react'
import { DoorBackend, LinkBackend } from '../../backend/hooks/link-backend.tsx'
import { shell } from '../../device/shell.ts'
import { useLocation, useNavigate } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { Empty } from '../../ui/empty.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Logo } from '../../ui/logo.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { useQueryString } from '../../ui/use-query-string.ts'
import { useEnterLink, useLink } from './link-queries.ts'

const words = text.links.screen

type Content = (link: LinkSelf, refresh: () => Promise<unknown>) => ReactNode

type LinkPageProps = {
  path: string
  isDoor?: boolean
  /** What stands in place of the content once the link has ended, if it says more than that. */
  ended?: ReactNode
  children: Content
}

/**
 * A screen that people open with a link, without an account. The address that its owner sent has the token after `#`; it is exchanged once
 * for a cookie, and the address then has the id of the link.
 */
export function LinkPage({ path, isDoor = false, ended, children }: LinkPageProps) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const linkId = useQueryString().words('link')
  const { mutate: enter, data: entered, error, isPending, variables: token, reset } = useEnterLink()

  // The token must not stay in the address, where somebody could read or copy it.
  useEffect(() => {
    if (hash === '') return
    enter(hash.slice(1))
    void navigate(path, { replace: true })
  }, [hash, enter, navigate, path])

  useEffect(() => {
    if (!entered) return
    reset()
    void navigate(`${path}?link=${entered.id}`, { replace: true })
  }, [entered, reset, navigate, path])

  const Backend = isDoor ? DoorBackend : LinkBackend
  if (linkId !== '' && hash === '' && !isPending)
    return (
      <Backend key={linkId} linkId={linkId}>
        <OpenLink ended={ended} isDoor={isDoor}>
          {children}
        </OpenLink>
      </Backend>
    )
  if (token === undefined && hash === '') return <LinkMissing />
  if (error instanceof Refusal && error.code === 'link-ended') return <LinkEnded />
  if (error)
    return (
      <Message title={words.openFailed}>
        <LoadFailure isRetrying={isPending} onRetry={() => token !== undefined && enter(token)}>
          {error instanceof Refusal ? error.message : words.openFailedAdvice}
        </LoadFailure>
      </Message>
    )
  return <Opening />
}

/** Returns whether a call was refused because the link has ended, or because this device was signed out of it. */
export const isEnded = (error: unknown) => error instanceof Refusal && error.code === 'link-ended'

function OpenLink({ isDoor, ended, children }: { isDoor: boolean; ended: ReactNode; children: Content }) {
  const { data: link, error, isFetching, refetch } = useLink({ isDoor })
  // The app is stored on the device, so that a reload without a network shows this page; a door stores it after its guests.
  const isOpen = link !== undefined
  useEffect(() => {
    if (isOpen && !isDoor) void shell.start()
  }, [isOpen, isDoor])
  if (isEnded(error)) return ended ?? <LinkEnded />
  if (error instanceof Refusal && error.code === 'not-signed-in') return <LinkMissing />
  if (link) return children(link, refetch)
  if (!error) return <Opening />
  return (
    <Message title={words.openFailed}>
      <LoadFailure isRetrying={isFetching} onRetry={() => void refetch()}>
        {words.openFailedAdvice}
      </LoadFailure>
    </Message>
  )
}

/** Says that the page needs the whole address that the owner sent. */
const LinkMissing = () => (
  <Message title={words.missing}>
    <p>{words.missingAdvice}</p>
  </Message>
)

/** Says that a link has ended, and what to do. */
export const LinkEnded = ({ children }: { children?: ReactNode }) => (
  <Message title={words.ended}>
    <p>{words.endedAdvice}</p>
    {children}
  </Message>
)

const Opening = () => (
  <main aria-busy="true" aria-label={words.opening} className="p-6">
    <ScreenSkeleton />
  </main>
)

/** A screen in place of the content: a title and what to do. */
function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center gap-6 p-6">
      <p className="justify-self-center text-accent">
        <Logo />
      </p>
      <Empty title={title}>{children}</Empty>
    </main>
  )
}
