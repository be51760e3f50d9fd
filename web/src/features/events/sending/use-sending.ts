import { type Invitation, Refusal, type SentVia } from '@hudur/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useBackend } from '../../../backend/hooks/use-backend.ts'
import { useServerTime } from '../../../backend/hooks/use-device.ts'
import { type SentMark, sentMarks } from '../../../device/sent-marks.ts'
import { isSavedMark, lastSent, type OwnMark, withOwnMark } from './own-marks.ts'

/** The presses on a button that belong to one: a double tap must not send to the next guest too, in milliseconds. */
const DOUBLE_TAP_MS = 700

/** After how long (ms) a mark that could not be saved is saved again: the connection may be back without a sign. */
const RETRY_MS = 4_000

type Marks = ReadonlyMap<string, OwnMark>

/** The marks that could not be saved, each with the refusal that a repetition would meet again; undefined where it may succeed. */
type Failures = ReadonlyMap<string, Refusal | undefined>

/** Returns the refusal that the same request would meet again in a moment, or undefined. */
const lastingRefusal = (error: unknown) => (error instanceof Refusal && error.status < 500 && error.code !== 'busy' ? error : undefined)

const asOwn = ({ code, via, at }: SentMark<SentVia>): OwnMark => ({ code, at, sentAt: at, sentVia: via })

/**
 * Marks invitations as sent. A mark is stored on this device before the messenger opens, shown at once and saved meanwhile; those that could not be
 * saved are in `failed`, and are saved again: when the page comes back into view, when the network is back and, unless the server refused them,
 * after a while. Returns the invitations with the marks of this device, the one of those since `since` that was marked last, and for
 * each refused mark the reason. `account`: the id of the account or the link that sends.
 */
export function useSending(invitations: readonly Invitation[], { account, since }: { account: string; since: string | undefined }) {
  const backend = useBackend()
  const serverTime = useServerTime()
  const client = useQueryClient()
  const [marks, setMarks] = useState<Marks>(() => new Map(sentMarks.read<SentVia>(account).map(mark => [mark.id, asOwn(mark)])))
  const [failures, setFailures] = useState<Failures>(new Map())
  const pressedAt = useRef(0)
  const saving = useRef(new Map<string, Promise<boolean>>())

  const marked = useMemo(() => invitations.map(one => withOwnMark(one, marks.get(one.id))), [invitations, marks])

  const setMark = (id: string, mark: OwnMark) => setMarks(before => new Map(before).set(id, mark))
  const setFailure = (id: string, refusal: Refusal | undefined) => setFailures(before => new Map(before).set(id, refusal))
  const removeFailure = (id: string) => setFailures(before => new Map([...before].filter(([one]) => one !== id)))
  const refresh = () => client.invalidateQueries({ queryKey: ['invitations'], refetchType: 'none' })
  const waitingMark = (id: string) => sentMarks.read<SentVia>(account).find(mark => mark.id === id)

  async function save({ id, via }: SentMark<SentVia>) {
    try {
      await backend.invitations.sent({ ids: [id], via })
      await refresh()
    } catch (error) {
      // The invitation was deleted meanwhile.
      if (!(error instanceof Refusal && error.code === 'not-found')) {
        // An ended link shows its own screen.
        if (error instanceof Refusal && error.code === 'link-ended') void client.invalidateQueries({ queryKey: ['invitations', 'link'] })
        setFailure(id, lastingRefusal(error))
        return false
      }
    }
    sentMarks.remove(account, id)
    return true
  }

  /** Saves a mark, once at a time. Resolves to whether it was saved. */
  function startSave(mark: SentMark<SentVia>) {
    const running = saving.current.get(mark.id)
    if (running) return running
    removeFailure(mark.id)
    const isSaved = save(mark).finally(() => saving.current.delete(mark.id))
    saving.current.set(mark.id, isSaved)
    return isSaved
  }

  /**
   * Saves the stored marks of this event again, without `except`. One that the server has already, or a newer one, is dropped.
   */
  function retry(except: (id: string) => boolean = () => false) {
    const byId = new Map(invitations.map(one => [one.id, one]))
    for (const mark of sentMarks.read<SentVia>(account)) {
      const invitation = byId.get(mark.id)
      if (!invitation || except(mark.id)) continue
      if (invitation.code !== mark.code || isSavedMark(invitation, mark)) {
        sentMarks.remove(account, mark.id)
        removeFailure(mark.id)
      } else void startSave(mark)
    }
  }

  const retryWhenVisible = useEffectEvent((except?: (id: string) => boolean) => {
    if (document.visibilityState === 'visible') retry(except)
  })
  useEffect(() => {
    const again = () => retryWhenVisible()
    again()
    document.addEventListener('visibilitychange', again)
    window.addEventListener('online', again)
    return () => {
      document.removeEventListener('visibilitychange', again)
      window.removeEventListener('online', again)
    }
  }, [])

  useEffect(() => {
    const isRefused = (id: string) => failures.get(id) !== undefined
    if ([...failures.keys()].every(isRefused)) return
    const timer = setTimeout(() => retryWhenVisible(isRefused), RETRY_MS)
    return () => clearTimeout(timer)
  }, [failures])

  return {
    marked,
    last: lastSent(marked, since),
    failed: marked.filter(({ id }) => failures.has(id)),
    /** Why the server refused the mark of an invitation. */
    reasonOf: (id: string) => failures.get(id)?.message,
    retry: () => retry(),

    /** Returns whether this press is a press of its own, and not the second one of a double tap. */
    isPress() {
      const now = performance.now()
      const isOwn = now - pressedAt.current > DOUBLE_TAP_MS
      pressedAt.current = now
      return isOwn
    },

    /** Marks an invitation as sent. Call it before a messenger is opened, which may end the page. */
    mark({ id, code }: Invitation, via: SentVia) {
      const mark = { id, code, via, at: serverTime() }
      sentMarks.add(account, mark)
      setMark(id, asOwn(mark))
      void startSave(mark)
    },

    /** Removes the last mark of an invitation. Throws when it cannot be removed. */
    async undo({ id, code, sentVia }: Invitation) {
      await saving.current.get(id)
      const waiting = waitingMark(id)
      const via = waiting?.via ?? sentVia ?? 'other'
      const ids = [id]
      // The server may have saved the mark without a response. Saving it again changes nothing then; without a mark `undo` would remove an older one.
      if (waiting) await backend.invitations.sent({ ids, via })
      let [after] = await backend.invitations.sent({ ids, via, undo: true })
      // A mark that is saved again after more than a minute counts as another one.
      if (waiting && after && isSavedMark(after, waiting)) [after] = await backend.invitations.sent({ ids, via, undo: true })
      sentMarks.remove(account, id)
      removeFailure(id)
      setMark(id, { code, at: serverTime(), sentAt: after?.sentAt ?? null, sentVia: after?.sentVia ?? null })
      await refresh()
    },
  }
}
