/** The values before the changes, and the undone ones, so that changes can be undone and redone. */
export type Steps<Value> = { past: readonly Value[]; future: readonly Value[]; gesture: string | undefined }

/** The number of steps that can be undone. */
const MOST = 100

export const noSteps = <Value>(): Steps<Value> => ({ past: [], future: [], gesture: undefined })

/** Adds a step whose value was `before`. Changes of the same `gesture`, such as a drag or a typed line, form one step until `settled`. */
export function stepped<Value>({ past, gesture: open }: Steps<Value>, before: Value, gesture?: string): Steps<Value> {
  const isOpen = gesture !== undefined && gesture === open
  return { past: isOpen ? past : [...past, before].slice(-MOST), future: [], gesture }
}

/** Ends the gesture: the next change is another step. */
export const settled = <Value>(steps: Steps<Value>): Steps<Value> =>
  steps.gesture === undefined ? steps : { ...steps, gesture: undefined }

/** Undoes one step from `now`. Returns the steps and the earlier value; undefined if there is none. */
export function undone<Value>({ past, future }: Steps<Value>, now: Value): { steps: Steps<Value>; value: Value } | undefined {
  const value = past.at(-1)
  if (value === undefined) return undefined
  return { steps: { past: past.slice(0, -1), future: [now, ...future], gesture: undefined }, value }
}

/** Redoes one step. Returns the steps and the later value; undefined if there is none. */
export function redone<Value>({ past, future }: Steps<Value>, now: Value): { steps: Steps<Value>; value: Value } | undefined {
  const [value, ...rest] = future
  if (value === undefined) return undefined
  return { steps: { past: [...past, now], future: rest, gesture: undefined }, value }
}
