/** The undo history: `past` has the values before each change, oldest first; `future` has the undone values, next one first. */
export type UndoHistory<Value> = { past: readonly Value[]; future: readonly Value[]; gesture: string | undefined }

const MAX_UNDO_STEPS = 100

export const emptyHistory = <Value>(): UndoHistory<Value> => ({ past: [], future: [], gesture: undefined })

/** Adds a step from the value `before`. Changes with the same `gesture`, such as one drag, form one step until `endGesture`. */
export function addUndoStep<Value>({ past, gesture: open }: UndoHistory<Value>, before: Value, gesture?: string): UndoHistory<Value> {
  const isOpen = gesture !== undefined && gesture === open
  return { past: isOpen ? past : [...past, before].slice(-MAX_UNDO_STEPS), future: [], gesture }
}

/** Ends the current gesture, so that the next change becomes a separate undo step. */
export const endGesture = <Value>(steps: UndoHistory<Value>): UndoHistory<Value> =>
  steps.gesture === undefined ? steps : { ...steps, gesture: undefined }

/** Undo and redo one step from the value `now`. Return the new history and value; undefined if there is no step. */
export function undoStep<Value>({ past, future }: UndoHistory<Value>, now: Value): { steps: UndoHistory<Value>; value: Value } | undefined {
  const value = past.at(-1)
  if (value === undefined) return undefined
  return { steps: { past: past.slice(0, -1), future: [now, ...future], gesture: undefined }, value }
}

export function redoStep<Value>({ past, future }: UndoHistory<Value>, now: Value): { steps: UndoHistory<Value>; value: Value } | undefined {
  const [value, ...rest] = future
  if (value === undefined) return undefined
  return { steps: { past: [...past, now], future: rest, gesture: undefined }, value }
}
