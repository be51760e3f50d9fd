import localesOf from '@react-aria/optimize-locales-plugin'
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'

/** The options of a build that decide which modules end up in which chunk. */
export type Bundling = { resolve: NonNullable<UserConfig['resolve']>; rolldownOptions: Rolldown.RolldownOptions }

/** React changes rarely, so a new version of the product need not fetch it again. */
const REACT = { name: 'react', priority: 1, test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ }

type Chunk = { imports: string[]; modules: object; facadeModuleId: string | null }

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
    build: { write: false, minify: false, target, rolldownOptions: { ...rolldownOptions, output } },
  })
  const files = 'output' in bundle ? bundle.output : []
  return Object.fromEntries(files.flatMap(file => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
}

/**
 * Returns the modules of the chunks that the app always loads, of those that the sign-in and every screen after it load as well, and of those
 * that only the screens after it load.
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
  const start = closure('index.html')
  const [signIn, shell] = [closure('login-screen.tsx'), closure('shell/shell.tsx')]
  /** The modules of these chunks, except those with a name of their own: an entry, or a screen. */
  const modulesOf = (names: string[]) =>
    new Set(names.flatMap(name => (chunks[name]!.facadeModuleId === null ? Object.keys(chunks[name]!.modules) : [])))
  return {
    start: modulesOf(without(start, closure('website.html', 'guest.html'))),
    common: modulesOf(without(shell, start).filter(name => signIn.has(name))),
    work: modulesOf(without(shell, start).filter(name => !signIn.has(name))),
  }
}

/**
 * Joins the chunks that are always loaded together into one: over a slow connection, each file costs another journey to the server. A first
 * build finds out which these are, because that depends on what each screen uses of a module.
 */
export const groupChunks = (bundling: Bundling, target: string[]): Plugin => ({
  name: 'group-chunks',
  apply: 'build',
  async config() {
    const groups = Object.entries(await findGroups(bundling, target)).map(([name, modules], index) => ({
      name,
      priority: -index,
      test: (id: string) => modules.has(id),
    }))
    // A group is closed under what its chunks import, so joining them creates no cycle.
    return {
      build: { rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [REACT, ...groups] } } } },
    }
  },
})
