import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { draftStore } from '../../device/drafts.ts'
import { rememberedProfile } from '../../device/remembered-profile.ts'
import { tabDraftStore } from '../../device/tab-drafts.ts'
import { DRAFT_KEY, useSignedInUser } from './use-session.ts'

/** Returns the draft that the user left on a screen, and `keep`, which stores a draft in memory until the user signs out. */
export function useDraft<Draft>(screen: string) {
  const client = useQueryClient()
  const { id } = useSignedInUser()
  const keep = useCallback(
    (draft: Draft) => {
      client.setQueryDefaults([DRAFT_KEY], { gcTime: Number.POSITIVE_INFINITY })
      client.setQueryData([DRAFT_KEY, id, screen], draft)
    },
    [client, id, screen],
  )
  return { draft: client.getQueryData<Draft>([DRAFT_KEY, id, screen]), keep }
}

/** Works like `useDraft`, for drafts of plain JSON. They also survive a reload of the page in this tab, until the account signs out. */
export function useTabDraft<Draft>(screen: string) {
  const { id } = useSignedInUser()
  const { draft, keep: keepInMemory } = useDraft<Draft>(screen)
  const keep = useCallback(
    (newDraft: Draft) => {
      keepInMemory(newDraft)
      tabDraftStore.write(id, screen, newDraft)
    },
    [keepInMemory, id, screen],
  )
  return { draft: draft ?? (tabDraftStore.read(id, screen) as Draft | undefined), keep }
}

/**
 * Returns functions that read and write the parts of a screen's draft on this device's disk, where it survives closing the tab. Nothing is
 * written for an account that has signed out in this tab or another.
 */
export function useStoredDraft<Part extends string>(screen: string, parts: readonly Part[]) {
  const { id } = useSignedInUser()
  return useMemo(
    () => ({
      read: () => draftStore.read(id, screen, parts) as Promise<Partial<Record<Part, unknown>>>,
      /** Stores a part; `undefined` removes it. Returns whether the whole draft was stored. */
      write: (part: Part, value: unknown) =>
        draftStore.write({ account: id, screen, part, value }, () => rememberedProfile.read()?.id === id),
    }),
    [id, screen, parts],
  )
}
