/** Returns whether the name of a table begins with the word “table”: «طاولة ٥», «الطاوله 5», «Table 5». */
export const startsWithTableWord = (table: string) => /^(?:(?:ال)?طاول[ةه]|table)(?!\p{L})/iu.test(table.trim())

/** Returns the name of a guest's table for a screen. `write` adds the word “table”, unless the name already begins with it. */
export const formatTableName = (table: string, write: (table: string) => string) =>
  startsWithTableWord(table) ? `\u2068${table}\u2069` : write(table)
