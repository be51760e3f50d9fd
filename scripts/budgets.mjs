/**
 * Checks the size of the scripts that each screen loads before it can be used: its own chunk, the entry, and everything that both import
 * statically, as Brotli files. Dynamic imports do not count. Also checks the size of the fonts of two screens. `npm run sizes` prints the
 * sizes.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './install.mjs'

const distFolder = path.join(projectRoot, 'web/dist')
/** The modules that the page of the app loads before any screen. */
const START_MODULES = ['index.html', 'src/start-backend.ts', 'src/show-product.tsx']
const SHELL_MODULE = 'src/app/shell/shell.tsx'

/** The factor by which the files of a quick build, which compresses less, may exceed their limits. The files are 7.5 to 8.1 % larger. */
const QUICK_BUILD_FACTOR = 1.085

/** The maximum sizes of scripts, in kilobytes. Each first view has the contract, which grows with the calls (decision 037). */
const SCRIPT_BUDGETS = [
  { screen: '/login', modules: [...START_MODULES, 'src/features/accounts/login-screen.tsx'], limit: 132 },
  { screen: '/Scanner', modules: [...START_MODULES, SHELL_MODULE, 'src/features/check-in/scanner-screen.tsx'], limit: 166 },
  { screen: '/events', modules: [...START_MODULES, SHELL_MODULE, 'src/features/events/events-screen.tsx'], limit: 152 },
  { screen: '/generator', modules: [...START_MODULES, SHELL_MODULE, 'src/features/generator/generator-screen.tsx'], limit: 254 },
  { screen: '/website', modules: ['website.html'], limit: 6 },
]

/** The font files with reduced character sets that a screen uses, and the maximum size of these files together in kilobytes. */
const FONT_BUDGETS = [
  {
    screen: '/login',
    files: [
      'amiri-letters-400',
      ...['letters', 'signs'].flatMap(part => [400, 500].map(weight => `ibm-plex-sans-arabic-${part}-${weight}`)),
    ],
    limit: 70,
  },
  {
    screen: '/Scanner',
    files: ['letters', 'signs'].flatMap(part => [400, 500, 600].map(weight => `ibm-plex-sans-arabic-${part}-${weight}`)),
    limit: 70,
  },
]

/** Returns the size of each screen's fonts, in kilobytes of 1,000 bytes. Throws if the build lacks one of the files. */
export function measureFonts() {
  const assets = readdirSync(path.join(distFolder, 'assets'))
  return FONT_BUDGETS.map(({ screen, files, limit }) => {
    const bytes = files.reduce((sum, name) => {
      const file = assets.find(asset => asset.startsWith(`${name}-`) && asset.endsWith('.woff2'))
      if (!file) throw new Error(`The build has no font «${name}» of ${screen}.`)
      return sum + statSync(path.join(distFolder, 'assets', file)).size
    }, 0)
    return { screen, files: files.length, size: Math.round(bytes / 100) / 10, limit }
  })
}

/** Returns the size of each screen's scripts, in kilobytes of 1,000 bytes. Throws if the build has no chunk for a module of a screen. */
export function measureScripts() {
  const manifest = JSON.parse(readFileSync(path.join(distFolder, '.vite/manifest.json'), 'utf8'))
  return SCRIPT_BUDGETS.map(({ screen, modules, limit }) => {
    const files = new Set()
    const seen = new Set()
    const addChunk = key => {
      if (seen.has(key)) return
      seen.add(key)
      if (!manifest[key]) throw new Error(`«${key}» of ${screen} is not in the manifest of the build.`)
      files.add(manifest[key].file)
      manifest[key].imports?.forEach(addChunk)
    }
    modules.forEach(addChunk)
    const bytes = [...files].reduce((sum, file) => sum + statSync(path.join(distFolder, `${file}.br`)).size, 0)
    return { screen, files: files.size, size: Math.round(bytes / 100) / 10, limit }
  })
}

/** Returns a sentence for each screen whose scripts or fonts exceed their limit. */
export const findBudgetViolations = ({ isQuick }) => [
  ...measureScripts()
    .filter(({ size, limit }) => size > limit * (isQuick ? QUICK_BUILD_FACTOR : 1))
    .map(({ screen, size, limit }) => `${screen} loads ${size} KB of script; its budget is ${limit} KB.`),
  ...measureFonts()
    .filter(({ size, limit }) => size > limit)
    .map(({ screen, size, limit }) => `${screen} loads ${size} KB of fonts; its budget is ${limit} KB.`),
]

if (process.argv[1] === import.meta.filename)
  for (const [kind, sizes] of Object.entries({ script: measureScripts(), fonts: measureFonts() }))
    for (const { screen, files, size, limit } of sizes)
      process.stdout.write(`${screen.padEnd(11)}${size.toFixed(1).padStart(6)} KB of ${kind} in ${files} files (budget ${limit} KB)\n`)
