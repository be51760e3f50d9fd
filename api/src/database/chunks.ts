/**
 * The most rows of one insert, because both engines limit the number of parameters; or of one piece of JSON: between two
 * pieces the event loop does other work.
 */
const ROWS = 500

/** Returns `rows` in pieces of at most 500. */
export const chunks = <Row>(rows: readonly Row[]) =>
  Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, n) => rows.slice(n * ROWS, (n + 1) * ROWS))
