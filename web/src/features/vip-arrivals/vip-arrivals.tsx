import type { User } from '@hudur/core/accounts/contract'
import { use, useEffect, useState } from 'react'
import { type ChosenEvent, useChosenEventFigures } from '../../backend/hooks/use-arrivals.ts'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import { SignedInUserContext } from '../../backend/hooks/use-session.ts'
import { SmallStar } from '../../ui/vip-mark.tsx'
import { createVipNews, vipSentence } from './vip-news.ts'

/** How long a notice stays visible, in milliseconds. */
const NOTICE_DURATION_MS = 10_000

/** What each account has heard on this page. It outlives the screens, because an arrival may come between two of them. */
const newsByAccount = new Map<string, { startedAt: number; takeNews: ReturnType<typeof createVipNews> }>()

function newsOf(account: string) {
  const existing = newsByAccount.get(account)
  if (existing) return existing
  // The first account hears of what happened while the first view of the page was loaded.
  const created = { startedAt: newsByAccount.size === 0 ? 0 : performance.now(), takeNews: createVipNews() }
  newsByAccount.set(account, created)
  return created
}

/**
 * Says which VIP guests have arrived since the page was opened, each once: those of an event, or of all events where `event` is null.
 * Administrators hear of their own events only.
 */
export function VipArrivals({ event }: { event: ChosenEvent | null }) {
  // The shell is also rendered before the server has answered who is signed in.
  const user = use(SignedInUserContext)
  return user && <VipArrivalsOf event={event} user={user} />
}

function VipArrivalsOf({ event, user: { id, isAdmin } }: { event: ChosenEvent | null; user: User }) {
  const { figures } = useChosenEventFigures(event)
  const serverTime = useServerTime()
  const [notice, setNotice] = useState<{ sentence: string }>()
  const arrivals = figures?.vipArrivals
  useEffect(() => {
    const { startedAt, takeNews } = newsOf(id)
    if (!arrivals) return
    const since = new Date(Date.parse(serverTime()) - (performance.now() - startedAt)).toISOString()
    const news = takeNews(
      arrivals.filter(({ userId }) => !isAdmin || userId === id),
      since,
    )
    if (news.length > 0) setNotice({ sentence: vipSentence(news) })
  }, [arrivals, id, isAdmin, serverTime])
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(undefined), NOTICE_DURATION_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    // The notice lets presses through, because it may cover the controls of a scanner.
    <div className="pointer-events-none fixed inset-x-0 top-2 z-50 flex justify-center px-4 print:hidden" role="status">
      {notice && (
        <p className="flex max-w-full items-center gap-2 rounded-full bg-foreground px-4 py-2 text-background text-sm shadow-overlay">
          <SmallStar className="size-4 shrink-0" />
          <span className="min-w-0 break-words">{notice.sentence}</span>
        </p>
      )}
    </div>
  )
}
