/**
 * The maximum number of rows in a chunk. Inserts use chunks because both database engines limit the number of parameters. JSON is written
 * in chunks so that the event loop can run other tasks between two of them.
 */
const CHUNK_ROWS = 500

/** Splits `rows` into chunks of at most 500. */
export const toChunks = <Row>(rows: readonly Row[]) =>
  Array.from({ length: Math.ceil(rows.length / CHUNK_ROWS) }, (_, n) => rows.slice(n * CHUNK_ROWS, (n + 1) * CHUNK_ROWS))
