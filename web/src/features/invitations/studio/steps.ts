/** What was before and what was undone, so that a change can be undone and done again. */
export type Steps<Value> = { past: readonly Value[]; future: readonly Value[]; gesture: string | undefined }

/** So many steps are kept. */
const MOST = 100

export const noSteps = <Value>(): Steps<Value> => ({ past: [], future: [], gesture: undefined })

/** A change of `before`. Changes of one gesture, a drag or a typed line, are one step until it is `settled`. */
export function stepped<Value>({ past, gesture: open }: Steps<Value>, before: Value, gesture?: string): Steps<Value> {
  const isOpen = gesture !== undefined && gesture === open
  return { past: isOpen ? past : [...past, before].slice(-MOST), future: [], gesture }
}

/** The gesture has ended: the next change is another step. */
export const settled = <Value>(steps: Steps<Value>): Steps<Value> =>
  steps.gesture === undefined ? steps : { ...steps, gesture: undefined }

/** One step back from `now`, and what stands then; nothing where there is none. */
export function undone<Value>({ past, future }: Steps<Value>, now: Value): { steps: Steps<Value>; value: Value } | undefined {
  const value = past.at(-1)
  if (value === undefined) return undefined
  return { steps: { past: past.slice(0, -1), future: [now, ...future], gesture: undefined }, value }
}

/** One step forward again. */
export function redone<Value>({ past, future }: Steps<Value>, now: Value): { steps: Steps<Value>; value: Value } | undefined {
  const [value, ...rest] = future
  if (value === undefined) return undefined
  return { steps: { past: [...past, now], future: rest, gesture: undefined }, value }
}
