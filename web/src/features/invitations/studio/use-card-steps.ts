import type { CardLook } from '@hudur/core'
import { useState } from 'react'
import type { CardChoice } from './card-choice.ts'
import { addStep, emptySteps, endGesture, redoStep, type Steps, undoStep } from './steps.ts'

type ChangeLook = (look: CardLook) => CardLook

/** Returns functions that change a card, and that undo and redo these changes. */
export function useCardSteps(choice: CardChoice, onChoice: (change: (now: CardChoice) => CardChoice) => void) {
  const [steps, setSteps] = useState<Steps<CardChoice>>(emptySteps)

  function change(make: (now: CardChoice) => CardChoice, gesture?: string) {
    setSteps(now => addStep(now, choice, gesture))
    onChoice(make)
  }
  function go(way: typeof undoStep) {
    const result = way(steps, choice)
    if (!result) return
    setSteps(result.steps)
    onChoice(() => result.value)
  }

  return {
    change,
    /** Changes with the same `gesture` form one step until `settle` is called. */
    changeLook: (make: ChangeLook, gesture?: string) => change(now => ({ ...now, look: make(now.look) }), gesture),
    settle: () => setSteps(endGesture),
    undo: steps.past.length > 0 ? () => go(undoStep) : undefined,
    redo: steps.future.length > 0 ? () => go(redoStep) : undefined,
  }
}

export type CardSteps = ReturnType<typeof useCardSteps>
