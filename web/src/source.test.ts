import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findUsedTextNames } from '../testing/words.ts'
import { text } from './text/ar.ts'
import { formText, websiteText } from './text/website.ts'

const sourceFiles = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.(tsx?|css)$/.test(file) && !file.includes('.test.'))
  .map(file => ({ file, source: readFileSync(path.join(import.meta.dirname, file), 'utf8') }))

/**
 * The rules for source files. `says` states the rule, `except` matches the files that may break it, and `broken` matches a line that breaks
 * it.
 */
const sourceRules = [
  {
    says: 'styles use the logical sides start and end, never left and right',
    except: /^cards\/|^features\/cards\/editor\/card|^styles\/tokens\.css$/,
    broken:
      /(?<![\w-])-?(?:ml|mr|pl|pr|left|right|text-left|text-right|border-[lr]|rounded-[lr]|rounded-[tb][lr])-(?:\[|\d|auto|full|px)|(?:margin|padding|border)-(?:left|right)\b/,
  },
  {
    says: 'dates and numbers are formatted in text/format.ts and text/card-format.ts only',
    except: /^text\/(?:card-)?format\.ts$/,
    // Reading the time zone of the device formats nothing, and `DateTimeFormatPart` is a type.
    broken: /\bIntl\.(?!DateTimeFormat\(\)\.resolvedOptions\(\)|DateTimeFormatPart\b)|\.toLocale\w*String\(/,
  },
  {
    says: 'icons that point left or right are imported from ui/arrows, which mirrors them',
    except: /^ui\/arrows\.tsx$/,
    broken:
      /(?<!['"\w])(?:(?:Arrow|Chevron|Chevrons|Move)(?:Left|Right)|LogOut|LogIn|Send|Undo2|Redo2|Reply|RotateCc?w)(?=,| \}| [a-zA-Z-]+=)/,
  },
  // The house writes «غداً», as the specification does. Both orders look alike, and a search for one does not find the other.
  { says: 'the mark of tanwin stands after its alef', except: /^$/, broken: /\u064B\u0627/ },
  { says: 'Arabic texts are written in web/src/text only', except: /^text\/|^styles\//, broken: /[\u0621-\u064A]{2}/ },
]

test.each(sourceRules)('no source file in web/src breaks the rule «$says»', ({ except, broken }) => {
  const offenders = sourceFiles
    .filter(({ file }) => !except.test(file))
    .flatMap(({ file, source }) =>
      source
        .split('\n')
        .filter(line => !/^\s*(?:\/\/|\/?\*)/.test(line) && broken.test(line.replace(/«[^»]*»/g, '')))
        .map(line => `${file}: ${line.trim()}`),
    )
  expect(offenders).toEqual([])
})

/** Returns the arguments of each call of `mutate` in a source text, up to the closing parenthesis. */
function findMutateArguments(source: string) {
  return [...source.matchAll(/\bmutate\(/g)].map(({ 0: call, index }) => {
    let end = index + call.length
    for (let depth = 1; depth > 0 && end < source.length; end++) depth += source[end] === '(' ? 1 : source[end] === ')' ? -1 : 0
    return source.slice(index, end)
  })
}

// TanStack Query does not call the callbacks of `mutate` after the component is unmounted, but `mutateAsync` settles in any case.
test('no message is shown in a callback of `mutate`', () => {
  const offenders = sourceFiles.flatMap(({ file, source }) =>
    findMutateArguments(source)
      .filter(call => /notify/.test(call))
      .map(call => `${file}: ${call}`),
  )
  expect(offenders).toEqual([])
})

/** The files in which a day in UTC is meant: the calendar itself, and days of Excel, which have no time zone. */
const FILES_WITH_UTC_DAYS = /^core\/src\/(?:calendar|guest-lists\/excel-workbook)\.ts$/

// For three hours of each day, the day in UTC differs from that in Aden, so a test with it fails at night only.
test('no day is the day in UTC of a moment', () => {
  const root = path.join(import.meta.dirname, '../..')
  const files = globSync('{api,bench,core,drills,e2e,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: name => /(?:^|\/)(?:node_modules|dist)$/.test(name),
  })
  const offenders = files.filter(
    file =>
      !FILES_WITH_UTC_DAYS.test(file) &&
      /to(?:ISOString|JSON)\(\)\s*\.(?:(?:slice|substring)\(0, 10\)|split\('T'\))/.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(1000)
  expect(offenders).toEqual([])
})

test('the source rules are checked on more than 40 files', () => {
  expect(sourceFiles.length).toBeGreaterThan(40)
})

describe('texts', () => {
  const listTextPaths = (words: unknown, path: string): string[] =>
    typeof words === 'object' && words !== null && !Array.isArray(words)
      ? Object.entries(words).flatMap(([name, inside]) => listTextPaths(inside, `${path}.${name}`))
      : [path]

  test.each(Object.entries({ text, websiteText, formText }))('every text of %s is used in the source code', (name, words) => {
    const used = sourceFiles.flatMap(({ source }) => findUsedTextNames(name, source))
    // A group of texts that is passed on as a whole, or read by a computed key, counts as use of all its texts.
    const isUsed = (leaf: string) => used.some(path => path === leaf || path.startsWith(`${leaf}.`) || leaf.startsWith(`${path}.`))
    expect(listTextPaths(words, name).filter(leaf => !isUsed(leaf))).toEqual([])
  })
})
