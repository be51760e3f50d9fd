import type { Invitation, SendingChannel } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import { type SentMark, sentMarkStore } from '../../device/sent-marks.ts'
import { isSavedMark, type LocalSentMark, lastSentInvitation, withLocalSentMark } from './local-sent-marks.ts'
import { type SendGroup, withMarkOf } from './send-queue.ts'

/** Two presses within this time (ms) count as one, because a double tap must not also send to the next guest. */
const DOUBLE_TAP_WINDOW_MS = 700

/** The delay (ms) before a mark that could not be saved is saved again. The browser does not always report that the connection is back. */
const RETRY_DELAY_MS = 4_000

type Sender = { sender: string; group: SendGroup; since: string | undefined }

type LocalMarks = ReadonlyMap<string, LocalSentMark>

/** The ids of the invitations whose mark could not be saved, each with the server's refusal; undefined if a retry may succeed. */
type FailedMarks = ReadonlyMap<string, Refusal | undefined>

/** Returns the error if it is a refusal that an immediate retry would meet again; otherwise undefined. */
const permanentRefusalOf = (error: unknown) => (error instanceof Refusal && error.status < 500 && error.code !== 'busy' ? error : undefined)

const toLocalMark = ({ code, via, at }: SentMark<SendingChannel>): LocalSentMark => ({ code, at, sentAt: at, sentVia: via })

/**
 * Marks invitations as sent. A mark is stored on this device before the messenger opens, is shown at once, and is saved on the server
 * meanwhile. Marks that could not be saved are in `failed`; they are saved again when the page becomes visible, when the network is back
 * and, unless refused, after `RETRY_DELAY_MS`. `sender` is the id of the account or the link that sends. A round to `thanks` marks guests as
 * thanked; the marks that it stores on this device are not those of the other rounds.
 */
export function useSending(given: readonly Invitation[], { sender, group, since }: Sender) {
  const isThanks = group === 'thanks'
  const account = isThanks ? `thanks ${sender}` : sender
  const invitations = useMemo(() => given.map(one => withMarkOf(group, one)), [given, group])
  const backend = useBackend()
  const serverTime = useServerTime()
  const client = useQueryClient()
  const [marks, setMarks] = useState<LocalMarks>(
    () => new Map(sentMarkStore.read<SendingChannel>(account).map(mark => [mark.id, toLocalMark(mark)])),
  )
  const [failures, setFailures] = useState<FailedMarks>(new Map())
  const pressedAt = useRef(0)
  const saving = useRef(new Map<string, Promise<boolean>>())

  const marked = useMemo(() => invitations.map(one => withLocalSentMark(one, marks.get(one.id))), [invitations, marks])

  const setMark = (id: string, mark: LocalSentMark) => setMarks(before => new Map(before).set(id, mark))
  const setFailure = (id: string, refusal: Refusal | undefined) => setFailures(before => new Map(before).set(id, refusal))
  const removeFailure = (id: string) => setFailures(before => new Map([...before].filter(([one]) => one !== id)))
  const invalidateInvitations = () => client.invalidateQueries({ queryKey: ['invitations'], refetchType: 'none' })
  const unsavedMarkOf = (id: string) => sentMarkStore.read<SendingChannel>(account).find(mark => mark.id === id)

  /** Sets the mark of an invitation, or with `undo` removes it. Returns the invitation. */
  async function changeMark(id: string, via: SendingChannel, more: { code?: string; undo?: true } = {}) {
    const [after] = await backend.invitations.sent({ ids: [id], via, ...more, ...(isThanks && { isThanks }) })
    return after && withMarkOf(group, after)
  }

  async function saveMark({ id, code, via }: SentMark<SendingChannel>) {
    try {
      await changeMark(id, via, { code })
      await invalidateInvitations()
    } catch (error) {
      // If the invitation was deleted meanwhile, no mark has to be saved.
      if (!(error instanceof Refusal && error.code === 'not-found')) {
        // After the reload of an ended link, the screen shows that the link has ended.
        if (error instanceof Refusal && error.code === 'link-ended') void client.invalidateQueries({ queryKey: ['invitations', 'link'] })
        setFailure(id, permanentRefusalOf(error))
        return false
      }
    }
    sentMarkStore.remove(account, id)
    removeFailure(id)
    return true
  }

  /**
   * Saves a mark, unless a request for the same invitation is running. Resolves to whether the mark was saved. The failure of an earlier
   * request is shown until then: with each repetition in the background, the text and the buttons below it would move under the finger.
   */
  function startSavingMark(mark: SentMark<SendingChannel>) {
    const running = saving.current.get(mark.id)
    if (running) return running
    const isSaved = saveMark(mark).finally(() => saving.current.delete(mark.id))
    saving.current.set(mark.id, isSaved)
    return isSaved
  }

  /**
   * Saves the stored marks again, except those for which `except` is true. A mark is dropped if the server has it or a newer one, or the
   * invitation was reissued. If a failed mark is no longer stored, another tab has saved it.
   */
  function retryFailedMarks(except: (id: string) => boolean = () => false) {
    const byId = new Map(invitations.map(one => [one.id, one]))
    const stored = sentMarkStore.read<SendingChannel>(account)
    for (const id of failures.keys()) if (!stored.some(mark => mark.id === id)) removeFailure(id)
    for (const mark of stored) {
      const invitation = byId.get(mark.id)
      if (!invitation || except(mark.id)) continue
      if (invitation.code !== mark.code || isSavedMark(invitation, mark)) {
        sentMarkStore.remove(account, mark.id)
        removeFailure(mark.id)
      } else void startSavingMark(mark)
    }
  }

  const retryWhenVisible = useEffectEvent((except?: (id: string) => boolean) => {
    if (document.visibilityState === 'visible') retryFailedMarks(except)
  })
  useEffect(() => {
    const retryIfVisible = () => retryWhenVisible()
    retryIfVisible()
    document.addEventListener('visibilitychange', retryIfVisible)
    window.addEventListener('online', retryIfVisible)
    return () => {
      document.removeEventListener('visibilitychange', retryIfVisible)
      window.removeEventListener('online', retryIfVisible)
    }
  }, [])

  useEffect(() => {
    const isRefused = (id: string) => failures.get(id) !== undefined
    if ([...failures.keys()].every(isRefused)) return
    const timer = setTimeout(() => retryWhenVisible(isRefused), RETRY_DELAY_MS)
    return () => clearTimeout(timer)
  }, [failures])

  return {
    marked,
    last: lastSentInvitation(marked, since),
    failed: marked.filter(({ id }) => failures.has(id)),
    /** Returns why the server refused the mark of an invitation. */
    reasonOf: (id: string) => failures.get(id)?.message,
    retry: () => retryFailedMarks(),

    /** Returns whether this press counts, and is not the second press of a double tap. */
    isNewPress() {
      const now = performance.now()
      const isNew = now - pressedAt.current > DOUBLE_TAP_WINDOW_MS
      pressedAt.current = now
      return isNew
    },

    /** Marks an invitation as sent. It must be called before a messenger is opened, which may close the page. */
    mark({ id, code }: Invitation, via: SendingChannel) {
      const mark = { id, code, via, at: serverTime() }
      sentMarkStore.add(account, mark)
      setMark(id, toLocalMark(mark))
      void startSavingMark(mark)
    },

    /** Removes the last mark of an invitation. Throws when it cannot be removed. */
    async undo({ id, code, sentVia }: Invitation) {
      await saving.current.get(id)
      const unsavedMark = unsavedMarkOf(id)
      const via = unsavedMark?.via ?? sentVia ?? 'other'
      // If the server lacks the mark, `undo` alone would remove an older mark.
      if (unsavedMark) await changeMark(id, via)
      let after = await changeMark(id, via, { undo: true })
      // A mark that is saved again after more than a minute is stored as a second mark, so both must be removed.
      if (unsavedMark && after && isSavedMark(after, unsavedMark)) after = await changeMark(id, via, { undo: true })
      sentMarkStore.remove(account, id)
      removeFailure(id)
      setMark(id, { code, at: serverTime(), sentAt: after?.sentAt ?? null, sentVia: after?.sentVia ?? null })
      await invalidateInvitations()
    },
  }
}
