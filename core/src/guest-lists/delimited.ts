/** Reads texts whose cells are separated by tabs, semicolons, commas or bars, as Excel and the product's own export write them. */

/** Matches the apostrophes that the product's export inserts before cells that a spreadsheet program would read as formulas. */
const FORMULA_APOSTROPHE = /(?<=^|[;\t\r\n])'(?=["'\s]*[=+\-@＝＋－＠])/g

/** Returns the text of a cell that `csvCell` wrote, without the apostrophes before formulas. */
const removeFormulaApostrophes = (cell: string) => cell.replace(FORMULA_APOSTROPHE, '')

const SEPARATORS = ['\t', ';', ',', '|']
/** A control character that occurs in no text. As separator or quote it has no effect. */
const NOTHING = '\x1f'
const SEPARATOR_SAMPLE_ROWS = 50

type SplitText = { rows: string[][]; hasOddQuotes: boolean }

/**
 * Splits a text with `\n` line ends into cells, in time proportional to its length. A cell that begins with a quote ends with the next
 * quote that is not doubled. `hasOddQuotes`: a quoted cell has no end, or text behind its end.
 */
function splitCells(text: string, separator: string, quote: string, maxRows = Number.POSITIVE_INFINITY): SplitText {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length && rows.length < maxRows) {
    if (text[at] === quote) {
      let cell = ''
      let from = at + 1
      let end = text.indexOf(quote, from)
      while (end !== -1 && text[end + 1] === quote) {
        cell += text.slice(from, end + 1)
        from = end + 2
        end = text.indexOf(quote, from)
      }
      if (end === -1) return { rows, hasOddQuotes: true }
      cell += text.slice(from, end)
      at = end + 1
      while (text[at] === ' ' && separator !== ' ') at++
      const next = text[at]
      if (next !== undefined && next !== separator && next !== '\n') return { rows, hasOddQuotes: true }
      row.push(cell)
    } else {
      const end = nextEnd(text, separator, at)
      row.push(text.slice(at, end))
      at = end
    }
    if (text[at] !== separator || at >= text.length) {
      rows.push(row)
      row = []
    }
    at++
    if (at === text.length && text[at - 1] === '\n') break
  }
  return { rows, hasOddQuotes: false }
}

/** Returns the index of the next separator or line end. */
function nextEnd(text: string, separator: string, from: number) {
  for (let at = from; at < text.length; at++) {
    const letter = text[at]
    if (letter === separator || letter === '\n') return at
  }
  return text.length
}

/** Returns the separator that gives the most rows, and more than half, the same number of cells above one; else `NOTHING`. */
function findSeparator(text: string, quote: string) {
  const attempts = SEPARATORS.map(separator => {
    const { rows, hasOddQuotes } = splitCells(text, separator, quote, SEPARATOR_SAMPLE_ROWS)
    const widths = rows.filter(row => row.some(cell => cell.trim() !== '')).map(row => row.length)
    const countRowsOfWidth = (width: number) => widths.filter(other => other === width).length
    const most = Math.max(0, ...widths.filter(width => width > 1).map(countRowsOfWidth))
    return { separator, rows: hasOddQuotes || most * 2 <= widths.length ? 0 : most }
  })
  const best = attempts.reduce((best, attempt) => (attempt.rows > best.rows ? attempt : best))
  return best.rows > 0 ? best.separator : NOTHING
}

/**
 * Matches the first line of a file that names the separator for Excel. Excel may save that line with the separators of further columns.
 */
const SEPARATOR_LINE = /^\s*"?sep=(.)"?(\1*|[;,\t|]*)\n/i

/** Splits a text whose quotes are ordinary characters. */
const splitWithoutQuotes = (text: string, separator: string) =>
  splitCells(text, separator, NOTHING).rows.map(row => row.map(cell => cell.replace(/^"([\s\S]*)"$/, '$1').replaceAll('""', '"')))

/** Returns the separator of a text in which quotes are ordinary characters, because with it a cell has a quote that is not closed. */
function findUnquotedSeparator(text: string) {
  const separator = findSeparator(text, NOTHING)
  return separator !== NOTHING && splitCells(text, separator, '"', SEPARATOR_SAMPLE_ROWS).hasOddQuotes ? separator : NOTHING
}

/** Reads separated text. A quote that is not closed is an ordinary character. */
export function readDelimited(rawText: string): string[][] {
  const lines = rawText.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const separatorLine = SEPARATOR_LINE.exec(lines)
  const text = separatorLine ? lines.slice(separatorLine[0].length) : lines
  const named = separatorLine?.[1]
  const separator = named ?? findSeparator(text, '"')
  const unquoted = separator === NOTHING ? findUnquotedSeparator(text) : NOTHING
  const quoted = unquoted === NOTHING ? splitCells(text, separator, '"') : undefined
  const rows =
    quoted && !quoted.hasOddQuotes ? quoted.rows : splitWithoutQuotes(text, named ?? (quoted ? findSeparator(text, NOTHING) : unquoted))
  return rows.map(row => row.map(removeFormulaApostrophes))
}
