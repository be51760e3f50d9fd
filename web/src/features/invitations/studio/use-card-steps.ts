import type { CardLook } from '@hudur/core'
import { useState } from 'react'
import type { CardChoice } from './card-choice.ts'
import { noSteps, redone, type Steps, settled, stepped, undone } from './steps.ts'

type ChangeLook = (look: CardLook) => CardLook

/** Returns functions that change a card, and that undo and redo these changes. */
export function useCardSteps(choice: CardChoice, onChoice: (change: (now: CardChoice) => CardChoice) => void) {
  const [steps, setSteps] = useState<Steps<CardChoice>>(noSteps)

  function change(make: (now: CardChoice) => CardChoice, gesture?: string) {
    setSteps(now => stepped(now, choice, gesture))
    onChoice(make)
  }
  function go(way: typeof undone) {
    const gone = way(steps, choice)
    if (!gone) return
    setSteps(gone.steps)
    onChoice(() => gone.value)
  }

  return {
    change,
    /** Changes with the same `gesture` form one step until `settle` is called. */
    changeLook: (make: ChangeLook, gesture?: string) => change(now => ({ ...now, look: make(now.look) }), gesture),
    settle: () => setSteps(settled),
    undo: steps.past.length > 0 ? () => go(undone) : undefined,
    redo: steps.future.length > 0 ? () => go(redone) : undefined,
  }
}

export type CardSteps = ReturnType<typeof useCardSteps>
