import type { CardLook } from '@hudur/core/cards/look'
import { useState } from 'react'
import type { CardChoice } from '../card-choice.ts'
import { addUndoStep, emptyHistory, endGesture, redoStep, type UndoHistory, undoStep } from './undo-history.ts'

type ChangeLook = (look: CardLook) => CardLook

export function useCardUndoSteps(choice: CardChoice, onChoice: (change: (now: CardChoice) => CardChoice) => void) {
  const [steps, setSteps] = useState<UndoHistory<CardChoice>>(emptyHistory)

  function changeCard(make: (now: CardChoice) => CardChoice, gesture?: string) {
    setSteps(now => addUndoStep(now, choice, gesture))
    onChoice(make)
  }
  function applyStep(way: typeof undoStep) {
    const result = way(steps, choice)
    if (!result) return
    setSteps(result.steps)
    onChoice(() => result.value)
  }

  return {
    change: changeCard,
    /** Changes with the same `gesture` form one undo step until `endUndoStep` is called. */
    changeLook: (make: ChangeLook, gesture?: string) => changeCard(now => ({ ...now, look: make(now.look) }), gesture),
    endUndoStep: () => setSteps(endGesture),
    undo: steps.past.length > 0 ? () => applyStep(undoStep) : undefined,
    redo: steps.future.length > 0 ? () => applyStep(redoStep) : undefined,
  }
}

export type CardUndoSteps = ReturnType<typeof useCardUndoSteps>
