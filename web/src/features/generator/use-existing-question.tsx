import { useContext, useRef, useState } from 'react'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useCallingCode } from '../../backend/hooks/use-installation.ts'
import { SignedInUserContext } from '../../backend/hooks/use-session.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { fetchPartWhenIdle } from '../../loading/idle.ts'
import type { ExistingDialogProps } from './existing-dialog.tsx'
import type { GeneratorValues } from './generator-values.ts'
import { typedGuestsOf, type UnsavedInvitation } from './unsaved-invitations.ts'

const loadComparison = () => import('../guest-lists/compare-typed.ts')
fetchPartWhenIdle(loadComparison)

const ExistingDialog = deferredComponent<ExistingDialogProps>(async () => (await import('./existing-dialog.tsx')).ExistingDialog)

/**
 * Returns `ask`, which compares typed guests with those of the event, and the dialog in which it asks about guests who are there already. It
 * resolves to the invitations that shall be created; to undefined if the user goes back, and for a call during another one.
 */
export function useExistingQuestion(eventId?: string) {
  const backend = useBackend()
  const userId = useContext(SignedInUserContext)?.id
  const { callingCode } = useCallingCode()
  const [question, setQuestion] = useState<ExistingDialogProps>()
  const [isComparing, setComparing] = useState(false)
  const isAsking = useRef(false)

  async function ask(fields: GeneratorValues, drafts: readonly UnsavedInvitation[]): Promise<readonly UnsavedInvitation[] | undefined> {
    const typed = typedGuestsOf(fields)
    if (typed.length === 0) return drafts
    if (isAsking.current) return undefined
    isAsking.current = true
    setComparing(true)
    try {
      const part = await loadComparison().catch(() => undefined)
      // Offline before the code has arrived, invitations are created without a comparison: the dialog could not be shown either.
      if (!part) return drafts
      const options = { backend, userId, callingCode }
      const comparison = await part.compareTypedGuests({ ...fields, eventId }, typed, options).catch(() => 'failed' as const)
      if (!comparison) return drafts
      const existing = comparison === 'failed' ? [] : comparison.existing
      const answer = await new Promise<'all' | 'others' | 'none'>(resolve =>
        setQuestion({ comparison, names: existing.map(index => typed[index]!.name), count: drafts.length, onAnswer: resolve }),
      )
      if (answer === 'others') return drafts.filter((_, index) => !existing.includes(index))
      return answer === 'all' ? drafts : undefined
    } finally {
      isAsking.current = false
      setQuestion(undefined)
      setComparing(false)
    }
  }

  return { ask, isComparing: isComparing && !question, dialog: question && <ExistingDialog {...question} /> }
}
