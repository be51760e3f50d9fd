import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { wordsOf } from '../testing/words.ts'
import { text } from './text/ar.ts'
import { formText, siteText } from './text/site.ts'

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.(tsx?|css)$/.test(file) && !file.includes('.test.'))
  .map(file => ({ file, source: readFileSync(path.join(import.meta.dirname, file), 'utf8') }))

/** Each rule: its sentence, the files it does not apply to, and the pattern that breaks it. */
const rules = [
  {
    says: 'sides are logical: start and end, never left and right',
    except: /^cards\/|^features\/invitations\/studio\/card|^styles\/tokens\.css$/,
    broken:
      /(?<![\w-])-?(?:ml|mr|pl|pr|left|right|text-left|text-right|border-[lr]|rounded-[lr]|rounded-[tb][lr])-(?:\[|\d|auto|full|px)|(?:margin|padding|border)-(?:left|right)\b/,
  },
  {
    says: 'dates and numbers are formatted in text/format.ts and text/card-format.ts only',
    except: /^text\/(?:card-)?format\.ts$/,
    broken: /\bIntl\.|\.toLocale\w*String\(/,
  },
  {
    says: 'icons that point left or right are imported from ui/arrows, which mirrors them',
    except: /^ui\/arrows\.tsx$/,
    broken:
      /(?<!['"\w])(?:(?:Arrow|Chevron|Chevrons|Move)(?:Left|Right)|LogOut|LogIn|Send|Undo2|Redo2|Reply|RotateCc?w)(?=,| \}| [a-zA-Z-]+=)/,
  },
  { says: 'Arabic texts are written in web/src/text only', except: /^text\/|^styles\//, broken: /[\u0621-\u064A]{2}/ },
]

test.each(rules)('no source breaks the rule «$says»', ({ except, broken }) => {
  const offenders = files
    .filter(({ file }) => !except.test(file))
    .flatMap(({ file, source }) =>
      source
        .split('\n')
        .filter(line => !/^\s*(?:\/\/|\/?\*)/.test(line) && broken.test(line.replace(/«[^»]*»/g, '')))
        .map(line => `${file}: ${line.trim()}`),
    )
  expect(offenders).toEqual([])
})

test('the rules match at least one file', () => {
  expect(files.length).toBeGreaterThan(40)
})

describe('the texts', () => {
  const leavesOf = (words: unknown, path: string): string[] =>
    typeof words === 'object' && words !== null && !Array.isArray(words)
      ? Object.entries(words).flatMap(([name, inside]) => leavesOf(inside, `${path}.${name}`))
      : [path]

  test.each(Object.entries({ text, siteText, formText }))('of %s are all used', (name, words) => {
    const used = files.flatMap(({ source }) => wordsOf(name, source))
    // A group that is passed on whole, or looked up by a computed name, counts as use of all its texts.
    const isUsed = (leaf: string) => used.some(path => path === leaf || path.startsWith(`${leaf}.`) || leaf.startsWith(`${path}.`))
    expect(leavesOf(words, name).filter(leaf => !isUsed(leaf))).toEqual([])
  })
})
