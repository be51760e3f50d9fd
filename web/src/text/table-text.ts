/** Returns whether the name of a table begins with the word “table”: «طاولة ٥», «الطاوله 5», «Table 5». */
export const hasTableWord = (table: string) => /^(?:(?:ال)?طاول[ةه]|table)(?!\p{L})/iu.test(table.trim())

/**
 * Returns the name of a guest's table for a screen. `write` adds the word “table”. A name that already begins with the word stays
 * unchanged.
 */
export const tableText = (table: string, write: (table: string) => string) => (hasTableWord(table) ? `\u2068${table}\u2069` : write(table))
