/**
 * Prints what the import of a list would do: its guests, and what is asked and why. `npm run read-list -- FILE [--country 967] [--json]
 * [--anonymous]`. `--anonymous` replaces names and numbers by others of the same shape, so that a faulty list can be sent to others.
 */
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { anonymise } from '../web/src/features/guest-lists/anonymise.ts'
import { readList } from '../web/src/features/guest-lists/read-list.ts'
import { text } from '../web/src/text/ar.ts'
import { formatCountedNoun } from '../web/src/text/format.ts'

const words = text.guestReview
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: { country: { type: 'string', default: '967' }, json: { type: 'boolean' }, anonymous: { type: 'boolean' } },
})
const [file] = positionals
if (file === undefined || positionals.length > 1 || !/^\d{1,4}$/.test(values.country)) {
  process.stderr.write('Name a file: npm run read-list -- FILE [--country 967] [--json] [--anonymous].\n')
  process.exit(2)
}
const content = await readFile(file).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
const read = await readList(new Blob([new Uint8Array(content)]), values.country)
const list = values.anonymous ? anonymise(read) : read

if (values.json) process.stdout.write(`${JSON.stringify(list, null, 2)}\n`)
else {
  const lines = [
    ...list.sheets.map(({ name, rows, hidden, used }) => `${used ? '+' : '-'} ${hidden ? words.hiddenSheet(name) : name} ${rows}`),
    '',
    ...list.guests.map(({ name, places, children, phone, side, table, note, sheet }) =>
      [name, places > 1 && `×${places}`, children > 0 && `(${children})`, phone, table && `[${table}]`, side, note, sheet]
        .filter(Boolean)
        .join(' · '),
    ),
    '',
    ...list.questions.map(({ text, original }) => `؟ ${text}${original === '' ? '' : `  ⟵  ${original}`}`),
    list.clear ? words.allClear.more : formatCountedNoun(list.questions.length, words.doubtfulWord),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
