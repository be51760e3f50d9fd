export type RowConverter = (values: readonly unknown[]) => Record<string, unknown>

/** The converters by their source. The statements of this program have about a hundred different lists of columns. */
const converters = new Map<string, RowConverter>()

/**
 * Returns a function that turns a row from an array of values into an object with these column names. `node:sqlite` can return objects
 * itself, but those are hash tables, which take twice as long to create and to read; `pg` writes each by its names, which takes four times as
 * long. The function is generated, so that V8 knows the shape of its objects: with a loop over the names instead, a scan takes 4 % more
 * processor time. The names come from this program's SQL only.
 */
export function rowConverterFor(names: readonly string[]): RowConverter {
  const source = `return { ${names.map((name, n) => `${JSON.stringify(name)}: values[${n}]`).join(', ')} }`
  const converter = converters.get(source) ?? (new Function('values', source) as RowConverter)
  converters.set(source, converter)
  return converter
}
