/**
 * Turns rows from arrays of values into objects with these names. `node:sqlite` can return objects itself, but those are hash tables, which
 * take twice as long to create and to read.
 */
export function toRowObjects(names: readonly string[], rows: readonly (readonly unknown[])[]): Record<string, unknown>[] {
  // Copies of one object share its shape.
  const blank: Record<string, unknown> = Object.fromEntries(names.map(name => [name, undefined]))
  return rows.map(values => {
    const row = { ...blank }
    for (let n = 0; n < names.length; n++) row[names[n]!] = values[n]
    return row
  })
}
