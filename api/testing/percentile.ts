/** Returns the percentile of the times for a share such as 0.99; NaN when there are none. A share of 1 gives the longest time. */
export const percentile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
