import { type Invitation, SendingGroup } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import { useState } from 'react'
import { useCall } from '../../backend/hooks/use-call.ts'
import { invitationsKey } from '../../backend/hooks/use-refresh.ts'
import { tabDraftStore } from '../../device/tab-drafts.ts'
import { text } from '../../text/ar.ts'
import { notify } from '../../ui/toast.tsx'
import type { SendGroup } from './send-queue.ts'

const useSkip = () => useCall(({ invitations }) => invitations.skip, invitationsKey)

type Skips = { ids: ReadonlySet<string>; add: (id: string) => void; clear: () => void; forget: () => void }

/**
 * Returns the invitations that are skipped in a round. The server stores them for all devices; what it has not stored yet, or refused, is
 * in a draft of this tab, and is sent with the next skip. A round of selected guests exists in this tab alone, and so do its skips.
 */
export function useSkippedGuests(
  invitations: readonly Invitation[],
  { account, group, draft }: { account: string; group: SendGroup; draft: string },
): Skips {
  const { mutateAsync } = useSkip()
  const [ofTab, setOfTab] = useState<ReadonlySet<string>>(() => {
    const stored = tabDraftStore.read(account, draft)
    return new Set(Array.isArray(stored) ? stored : [])
  })
  /** The guests who come up again, although the list that was loaded last has them as skipped. */
  const [returned, setReturned] = useState<ReadonlySet<string>>(new Set())
  const storedGroup = SendingGroup.options.find(one => one === group)

  function change(ids: ReadonlySet<string>) {
    setOfTab(ids)
    tabDraftStore.write(account, draft, ids.size > 0 ? [...ids] : undefined)
  }

  async function save(ids: readonly string[], undo: boolean) {
    if (!storedGroup || ids.length === 0) return
    try {
      await mutateAsync({ ids: [...ids], group: storedGroup, ...(undo && { undo }) })
      if (undo) return setReturned(new Set())
      setOfTab(before => {
        const unsaved = new Set([...before].filter(id => !ids.includes(id)))
        tabDraftStore.write(account, draft, unsaved.size > 0 ? [...unsaved] : undefined)
        return unsaved
      })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not-found') return
      notify.failure(text.sendingRound.skipNotSaved)
    }
  }

  const ofServer = invitations.filter(one => one.skippedIn === group && !returned.has(one.id)).map(({ id }) => id)
  return {
    ids: new Set([...ofServer, ...ofTab]),

    add(id) {
      const ids = new Set(ofTab).add(id)
      change(ids)
      setReturned(before => new Set([...before].filter(one => one !== id)))
      void save([...ids], false)
    },

    /** Lets the skipped guests come up again. */
    clear() {
      change(new Set())
      setReturned(new Set(ofServer))
      void save(ofServer, true)
    },

    /** Removes the skips of a round that exists in this tab alone. */
    forget() {
      if (!storedGroup) tabDraftStore.remove(account, draft)
    },
  }
}
