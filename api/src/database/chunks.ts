/**
 * The most rows of one insert, because both engines limit the number of parameters; or of one piece of JSON: between two
 * pieces the event loop does other work.
 */
const CHUNK_ROWS = 500

/** Returns `rows` in pieces of at most 500. */
export const chunks = <Row>(rows: readonly Row[]) =>
  Array.from({ length: Math.ceil(rows.length / CHUNK_ROWS) }, (_, n) => rows.slice(n * CHUNK_ROWS, (n + 1) * CHUNK_ROWS))
