/** How many rows travel in one insert, for both engines bound the number of parameters; or are written as JSON before others have their turn. */
const ROWS = 500

/** `rows` in pieces of at most 500. */
export const chunks = <Row>(rows: readonly Row[]) =>
  Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, n) => rows.slice(n * ROWS, (n + 1) * ROWS))
