/** Returns whether the name of a table begins with the word for one: «طاولة ٥», «الطاوله 5», «Table 5». */
export const hasTableWord = (table: string) => /^(?:(?:ال)?طاول[ةه]|table)(?!\p{L})/iu.test(table.trim())

/** Returns a guest's table in the words of `write`, or as the host wrote it where it has the word already. */
export const tableText = (table: string, write: (table: string) => string) => (hasTableWord(table) ? `\u2068${table}\u2069` : write(table))
