import path from 'node:path'
import { gzipSync } from 'node:zlib'
import localesOf from '@react-aria/optimize-locales-plugin'
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { joinChunks } from './join-chunks.ts'

/** The options of a build that decide which modules end up in which chunk. */
export type Bundling = { resolve: NonNullable<UserConfig['resolve']>; rolldownOptions: Rolldown.RolldownOptions }

/** React changes rarely, so a new version of the product need not fetch it again. */
const REACT = { name: 'react', priority: 1, test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ }

type Chunk = { code: string; imports: string[]; modules: object; facadeModuleId: string | null }

/** Styles, fonts and workers are chunks of their own and decide nothing about the others, so the first build leaves them out. */
const leaves: Plugin = {
  name: 'leaves',
  enforce: 'pre',
  transform: code => code.replace(/new URL\((['"][^'"]+['"]), import\.meta\.url\)/g, '$1'),
  load: id => (/\.css$|\.css\?|\?(?:url|worker|inline|sharedworker)/.test(id) ? { code: 'export default ""', moduleType: 'js' } : null),
}

/** Builds without writing anything. Returns the chunks by their file names. */
async function chunksOf({ resolve, rolldownOptions }: Bundling, target: string[]): Promise<Record<string, Chunk>> {
  const output = { codeSplitting: { groups: [REACT] } }
  const bundle = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    resolve,
    plugins: [leaves, localesOf.vite({ locales: ['ar', 'en'] })],
    build: { write: false, cssMinify: false, target, rolldownOptions: { ...rolldownOptions, output } },
  })
  const files = 'output' in bundle ? bundle.output : []
  return Object.fromEntries(files.flatMap(file => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
}

/** What a file costs besides its content, in bytes: its headers, and less repetition to compress. */
const FILE_BYTES = 800

/** The screens that people open from an empty cache, by links or at a door, and how many times their bytes count. */
const OPENED_FIRST = /(?:login|scanner|door|family|apply)-screen/
const FIRST_WEIGHT = 4

/**
 * Returns the modules of the chunks that the app always loads (`start` with the backend, and `product` with the rest), of those that the
 * sign-in and every screen after it load as well (`common`), of those that only the screens after it load (`work`), and of the other shared
 * chunks that are joined.
 */
async function findGroups(bundling: Bundling, target: string[]) {
  const chunks = await chunksOf(bundling, target)
  const named = (end: string) => Object.keys(chunks).filter(name => chunks[name]?.facadeModuleId?.endsWith(end))
  /** Adds a chunk and everything that it imports at once. */
  const add = (name: string, found: Set<string>) => {
    const chunk = chunks[name]
    if (!chunk || found.has(name)) return found
    found.add(name)
    for (const other of chunk.imports) add(other, found)
    return found
  }
  const closure = (...ends: string[]) => ends.flatMap(named).reduce((found, name) => add(name, found), new Set<string>())
  const without = (names: Set<string>, others: Set<string>) => [...names].filter(name => !others.has(name))
  const backend = closure('index.html', 'start-backend.ts')
  const start = new Set([...backend, ...closure('show-product.tsx')])
  const [signIn, shell] = [closure('login-screen.tsx'), closure('shell/shell.tsx')]
  /** The modules of these chunks, except those with a name of their own: an entry, or a screen. */
  const modulesOf = (names: string[]) =>
    new Set(names.flatMap(name => (chunks[name]!.facadeModuleId === null ? Object.keys(chunks[name]!.modules) : [])))
  const pages = closure('website.html', 'guest.html')
  const groups = {
    start: without(backend, pages),
    product: without(start, new Set([...backend, ...pages])),
    common: without(shell, start).filter(name => signIn.has(name)),
    work: without(shell, start).filter(name => !signIn.has(name)),
  }

  // Screens, and parts of them that are loaded later.
  const screens = Object.entries(chunks)
    .filter(([, { facadeModuleId }]) => facadeModuleId !== null)
    .map(([name]) => ({ name, loads: add(name, new Set()) }))
  const shared = new Map(
    Object.entries(chunks).map(([name, { code, imports }]) => {
      const users = screens.filter(({ loads }) => loads.has(name))
      return [name, { bytes: gzipSync(code).length, imports, screens: new Set(users.map(user => user.name)) }]
    }),
  )
  const others = without(new Set(shared.keys()), new Set([...pages, ...Object.values(groups).flat()]))
  const joined = joinChunks(
    shared,
    others.filter(name => chunks[name]!.facadeModuleId === null && shared.get(name)!.screens.size > 0),
    { fileBytes: FILE_BYTES, weightOf: screen => (OPENED_FIRST.test(screen) ? FIRST_WEIGHT : 1) },
  )
  return [...Object.entries(groups), ...joined.map(names => [nameOf(names), names] as const)].map(([name, names]) => ({
    name,
    modules: modulesOf(names),
  }))
}

/** Returns the name of joined chunks: that of one of them, without its digest. */
const nameOf = ([first = '']: readonly string[]) => `joined-${path.basename(first).replace(/-[\w-]{8}\.js$/, '')}`

/**
 * Joins chunks that are always or nearly always loaded together into one: over a slow connection, each file costs another journey to the
 * server. A first build finds out which these are, because that depends on what each screen uses of a module.
 */
export const groupChunks = (bundling: Bundling, target: string[]): Plugin => ({
  name: 'group-chunks',
  apply: 'build',
  async config() {
    const groups = (await findGroups(bundling, target)).map(({ name, modules }, index) => ({
      name,
      priority: -index,
      // Otherwise React ended up in the group of the product, whatever the priorities.
      test: (id: string) => modules.has(id) && !REACT.test.test(id),
    }))
    // The first four groups are closed under what their chunks import, and `joinChunks` avoids cycles.
    return {
      build: { rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [REACT, ...groups] } } } },
    }
  },
})
