/**
 * Writes `core/src/check-in/keyboard-layouts.ts`: what the keys of the characters in a card's code type in other keyboard layouts than the
 * American one (`node scripts/keyboard-layouts.mjs FOLDER`). The file is committed.
 *
 * Its sources are two public collections. Layouts of Linux: xkb-data, compiled by xkbcli, with the names of symbols in libxkbcommon-dev
 * (`apt-get install xkb-data libxkbcommon-tools libxkbcommon-dev`). Layouts of Windows and macOS: the folder `keyboards` of Unicode CLDR 43,
 * the last release that has them; FOLDER contains this folder.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './install.mjs'

/** The keys, named by what they type in the American layout, with their places in ISO 9995 notation. */
const KEYS = "1234567890qwertyipasdfghjkzxcvbnm';[]\\"
const ROWS = { E: '1234567890', D: 'qwertyuiop[]', C: "asdfghjkl;'\\", B: 'zxcvbnm' }
const placeOf = key => {
  const [row, keys] = Object.entries(ROWS).find(([, keys]) => keys.includes(key))
  return row + String(keys.indexOf(key) + 1).padStart(2, '0')
}

const CLDR_LAYOUTS = {
  'Windows: Arabic (101)': 'windows/ar-t-k0-windows',
  'Windows: Arabic (102)': 'windows/ar-t-k0-windows-102key',
  'Windows: French': 'windows/fr-t-k0-windows',
  'macOS: Arabic': 'osx/ar-t-k0-osx',
  'macOS: Arabic PC': 'osx/ar-t-k0-osx-qwerty-var',
}

const XKB_LAYOUTS = [
  ...['ara', 'ara(digits)', 'ara(qwerty)', 'ara(qwerty_digits)', 'ara(azerty)', 'ara(azerty_digits)', 'ara(mac)', 'ara(olpc)'],
  ...['dz(ar)', 'iq', 'ma', 'sy', 'fr', 'fr(oss)', 'fr(mac)', 'be', 'de', 'de(mac)', 'ch', 'ch(fr)', 'gb'],
]

/** «لا» and its forms with hamza or madda, which one key types, are written as one character, so that each key has one character. */
const LIGATURES = { لا: '\uFEFB', لأ: '\uFEF7', لإ: '\uFEF9', لآ: '\uFEF5' }
const asOneCharacter = text => (/^[^\p{Cc}\p{Cf}]$/u.test(text) ? text : (LIGATURES[text] ?? ' '))

/** Returns the characters of a level of the layout in the order of `KEYS`; a space where a key types nothing, or a dead key. */
const levelOf = characterAt => Array.from(KEYS, key => asOneCharacter(characterAt(placeOf(key)) ?? ' ')).join('')

function readCldrLayout(folder, name) {
  const xml = readFileSync(path.join(folder, 'keyboards', `${name}.xml`), 'utf8')
  const entities = { amp: '&', lt: '<', gt: '>', apos: "'", quot: '"' }
  const unescapeText = text =>
    text
      .replace(/\\u\{(\w+)\}/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
      .replace(/&(\w+);/g, (_, entity) => entities[entity])
  const maps = Array.from(xml.matchAll(/<keyMap(?: modifiers=["']([^"']*)["'])?>(.*?)<\/keyMap>/gs), ([, modifiers = '', content]) => ({
    modifiers: modifiers.split(' '),
    keys: new Map(Array.from(content.matchAll(/<map iso="(\w+)" to="([^"]*)"/g), ([, iso, to]) => [iso, unescapeText(to)])),
  }))
  const mapOf = (...modifiers) => maps.find(one => modifiers.some(modifier => one.modifiers.includes(modifier))).keys
  const [base, shift] = [mapOf(''), mapOf('shift', 'shift+caps?')]
  // The format says what a key types that a map lacks: nothing, or the same as without modifiers.
  const fallback = /fallback=["']omit/.test(xml) ? new Map() : base
  // On the keyboards of Apple the backslash has another place.
  const at = (keys, place) => keys.get(place) ?? (place === 'C12' ? keys.get('D13') : undefined)
  return [levelOf(place => at(base, place)), levelOf(place => at(shift, place) ?? at(fallback, place))]
}

const keysyms = new Map(
  Array.from(
    readFileSync('/usr/include/xkbcommon/xkbcommon-keysyms.h', 'utf8').matchAll(
      /#define XKB_KEY_(\w+)\s+0x\w+\s+\/\*[ (<]*U\+([0-9A-F]+)/g,
    ),
    ([, name, hex]) => [name, String.fromCodePoint(Number.parseInt(hex, 16))],
  ),
)
const characterOfKeysym = name => {
  const [, hex] = /^U([0-9A-F]{4,6})$/.exec(name) ?? []
  if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
  return /^\d$/.test(name) ? name : keysyms.get(name)
}

function readXkbLayout(name) {
  const [, layout, variant] = /^(\w+)(?:\((\w+)\))?$/.exec(name)
  const keymap = execFileSync('xkbcli', ['compile-keymap', '--layout', layout, ...(variant ? ['--variant', variant] : [])], {
    encoding: 'utf8',
  })
  const symbols = new Map(
    Array.from(keymap.matchAll(/key <(\w+)>\s*\{(?:\s*|[^}]*symbols\[Group1\]=\s*)\[([^\]]*)\]/g), ([, key, levels]) => [
      key,
      levels.split(',').map(level => characterOfKeysym(level.trim())),
    ]),
  )
  const nameOfPlace = place => (place === 'C12' ? 'BKSL' : `A${place}`)
  return [0, 1].map(level => levelOf(place => symbols.get(nameOfPlace(place))?.[level]))
}

const versionOf = name => execFileSync('dpkg-query', ['--show', name], { encoding: 'utf8' }).trim().split('\t')[1]
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Give the folder that contains the folder «keyboards» of Unicode CLDR 43.')

/** The names of the layouts by their levels. Layouts that type these keys alike are one. */
const names = new Map()
const add = (name, levels) => names.set(levels.join('\n'), [...(names.get(levels.join('\n')) ?? []), name])
for (const [name, file] of Object.entries(CLDR_LAYOUTS)) add(name, readCldrLayout(folder, file))
for (const name of XKB_LAYOUTS) add(`xkb: ${name}`, readXkbLayout(name))

const quote = text =>
  `'${text.replace(/[\\']/g, '\\$&').replace(/[\p{M}\p{Cf}]/gu, one => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)}'`
const entries = Array.from(
  names,
  ([levels, layouts]) =>
    `  // ${layouts.join(', ')}\n  [\n${levels
      .split('\n')
      .map(level => `    ${quote(level)},\n`)
      .join('')}  ],\n`,
)
writeFileSync(
  path.join(projectRoot, 'core/src/check-in/keyboard-layouts.ts'),
  `/**
 * What the keys of \`KEYS\` type in other layouts, first alone, then with Shift. Made by \`scripts/keyboard-layouts.mjs\` from xkb-data
 * ${versionOf('xkb-data')} and the keyboards of Unicode CLDR 43. A space: nothing, or a dead key. A key that types two letters has their ligature.
 */
// biome-ignore format: as in the table
export const KEYS = ${quote(KEYS)}

// biome-ignore format: a level is a line
export const KEYBOARD_LAYOUTS: readonly (readonly [string, string])[] = [
${entries.join('')}]
`,
)
