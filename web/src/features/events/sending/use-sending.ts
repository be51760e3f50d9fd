import type { Invitation, SentVia } from '@hudur/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useBackend } from '../../../backend/hooks/use-backend.ts'
import { useServerTime } from '../../../backend/hooks/use-device.ts'

type Mark = Pick<Invitation, 'sentAt' | 'sentVia'>

/** The presses on a button that belong to one: a double tap must not send to the next guest too, in milliseconds. */
const DOUBLE_TAP_MS = 700

/**
 * Marks invitations as sent. A mark is shown at once and saved meanwhile; while it is not saved it is in `failed`. Returns the invitations
 * with the marks of this screen, and the one that was marked last.
 */
export function useSending(invitations: readonly Invitation[]) {
  const backend = useBackend()
  const serverTime = useServerTime()
  const client = useQueryClient()
  const [marks, setMarks] = useState<ReadonlyMap<string, Mark>>(new Map())
  const [failed, setFailed] = useState<readonly { invitation: Invitation; via: SentVia }[]>([])
  const [last, setLast] = useState<Invitation>()
  const pressedAt = useRef(0)
  /** The mark that was set last, while and after it is saved. Resolves to whether it was. */
  const lastSave = useRef<{ via: SentVia; isSaved: Promise<boolean> }>(undefined)

  const setMark = (id: string, mark: Mark) => setMarks(before => new Map(before).set(id, mark))
  const refresh = () => client.invalidateQueries({ queryKey: ['invitations'], refetchType: 'none' })

  async function save(invitation: Invitation, via: SentVia) {
    try {
      await backend.invitations.sent({ ids: [invitation.id], via })
      await refresh()
      return true
    } catch {
      setFailed(before => [...before, { invitation, via }])
      return false
    }
  }

  return {
    marked: useMemo(() => invitations.map(invitation => ({ ...invitation, ...marks.get(invitation.id) })), [invitations, marks]),
    last,
    failed,

    /** Returns whether this press is a press of its own, and not the second one of a double tap. */
    isPress() {
      const now = performance.now()
      const isOwn = now - pressedAt.current > DOUBLE_TAP_MS
      pressedAt.current = now
      return isOwn
    },

    /** Marks an invitation as sent. */
    mark(invitation: Invitation, via: SentVia) {
      setMark(invitation.id, { sentAt: serverTime(), sentVia: via })
      setLast(invitation)
      lastSave.current = { via, isSaved: save(invitation, via) }
    },

    /** Removes the mark that was set last. Throws when it cannot be removed. */
    async undo() {
      if (!last || !lastSave.current) return
      const { via, isSaved } = lastSave.current
      const ids = [last.id]
      // The server may have saved the mark without a response. Saving it again changes nothing then; without a mark `undo` would remove an older one.
      if (!(await isSaved)) await backend.invitations.sent({ ids, via })
      await backend.invitations.sent({ ids, via, undo: true })
      setFailed(before => before.filter(({ invitation }) => invitation.id !== last.id))
      setMark(last.id, { sentAt: last.sentAt, sentVia: last.sentVia })
      setLast(undefined)
      await refresh()
    },

    /** Saves the marks again that could not be saved. */
    retry() {
      setFailed([])
      for (const { invitation, via } of failed) void save(invitation, via)
    },
  }
}
