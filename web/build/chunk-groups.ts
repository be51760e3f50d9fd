import path from 'node:path'
import { gzipSync } from 'node:zlib'
import localesOf from '@react-aria/optimize-locales-plugin'
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { collectImportedChunks } from './bundle-files.ts'
import { fetchFilesBeforeImport } from './fetch-parts.ts'
import { joinChunks } from './join-chunks.ts'
import { splitTexts } from './split-texts.ts'

export type BundlingOptions = { resolve: NonNullable<UserConfig['resolve']>; rolldownOptions: Rolldown.RolldownOptions }

/** The chunk of React. React changes rarely, so browsers that have an earlier version of the app do not download this chunk again. */
const REACT_GROUP = { name: 'react', priority: 1, test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ }

/** Replaces styles, fonts and workers by empty modules in the first build: they become files of their own and share no chunk. */
const stubAssetsPlugin: Plugin = {
  name: 'leaves',
  enforce: 'pre',
  transform: code => code.replace(/new URL\((['"][^'"]+['"]), import\.meta\.url\)/g, '$1'),
  load: id => (/\.css$|\.css\?|\?(?:url|worker|inline|sharedworker)/.test(id) ? { code: 'export default ""', moduleType: 'js' } : null),
}

/** Builds the app in memory. Returns the chunks by their file names. */
async function buildChunks({ resolve, rolldownOptions }: BundlingOptions, target: string[]): Promise<Record<string, Rolldown.OutputChunk>> {
  const output = { codeSplitting: { groups: [REACT_GROUP] } }
  const bundle = await build({
    configFile: false,
    root: path.join(import.meta.dirname, '..'),
    logLevel: 'silent',
    resolve,
    plugins: [stubAssetsPlugin, splitTexts(), localesOf.vite({ locales: ['ar', 'en'] }), fetchFilesBeforeImport()],
    build: { write: false, cssMinify: false, target, rolldownOptions: { ...rolldownOptions, output } },
  })
  const files = 'output' in bundle ? bundle.output : []
  return Object.fromEntries(files.flatMap(file => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
}

/** The cost of one more file in bytes: HTTP headers, worse compression, and 3 ms of processor time per request (measured with 50 files). */
const FILE_OVERHEAD_BYTES = 2_500

/**
 * The screens that browsers usually load with an empty cache: their bytes are multiplied by a weight. The weights were chosen by trial.
 */
const SCREEN_WEIGHTS = [
  { screens: /(?:login|events)-screen/, weight: 16 },
  { screens: /(?:generator|scanner)-screen/, weight: 10 },
  { screens: /(?:door|family|apply)-screen/, weight: 5 },
]

const weightOf = (screen: string) => SCREEN_WEIGHTS.find(({ screens }) => screens.test(screen))?.weight ?? 1

/**
 * Returns groups of modules, each of which becomes one chunk: `shared`, which the app and the public pages load; `start` (the backend) and
 * `product` (the rest), which the app always loads; `common`, which the sign-in and all later screens load; `work`, which only the screens
 * after the sign-in load; and the groups that `joinChunks` finds among the other shared chunks.
 */
async function findChunkGroups(bundling: BundlingOptions, target: string[]) {
  const chunks = await buildChunks(bundling, target)
  const collectChunksWithImports = (...ends: string[]) => {
    const names = Object.keys(chunks).filter(name => ends.some(end => chunks[name]!.facadeModuleId?.endsWith(end)))
    return collectImportedChunks(chunks, names)
  }
  const excludeNames = (names: Set<string>, others: Set<string>) => [...names].filter(name => !others.has(name))
  const backend = collectChunksWithImports('index.html', 'start-backend.ts')
  const start = new Set([...backend, ...collectChunksWithImports('show-product.tsx')])
  const [signIn, shell] = [collectChunksWithImports('login-screen.tsx'), collectChunksWithImports('shell/shell.tsx')]
  /** Returns the modules of these chunks. Leaves out chunks of an entry or of a dynamic import, which stay separate files. */
  const modulesOf = (names: string[]) =>
    new Set(names.flatMap(name => (chunks[name]!.facadeModuleId === null ? Object.keys(chunks[name]!.modules) : [])))
  const pages = collectChunksWithImports('website.html', 'guest.html')
  const groups = {
    shared: [...new Set([...start, ...signIn])].filter(name => pages.has(name)),
    start: excludeNames(backend, pages),
    product: excludeNames(start, new Set([...backend, ...pages])),
    common: excludeNames(shell, start).filter(name => signIn.has(name)),
    work: excludeNames(shell, start).filter(name => !signIn.has(name)),
  }

  // The chunks of entries and of dynamic imports: screens, and components that screens load later.
  const screens = Object.entries(chunks)
    .filter(([, { facadeModuleId }]) => facadeModuleId !== null)
    .map(([name]) => ({ name, loads: collectImportedChunks(chunks, [name]) }))
  const shared = new Map(
    Object.entries(chunks).map(([name, { code, imports }]) => {
      const users = screens.filter(({ loads }) => loads.has(name))
      return [name, { bytes: gzipSync(code).length, imports, screens: new Set(users.map(user => user.name)) }]
    }),
  )
  const others = excludeNames(new Set(shared.keys()), new Set([...pages, ...Object.values(groups).flat()]))
  const joined = joinChunks(
    shared,
    others.filter(name => chunks[name]!.facadeModuleId === null && shared.get(name)!.screens.size > 0),
    { fileBytes: FILE_OVERHEAD_BYTES, fixedGroups: Object.values(groups), weightOf },
  )
  return [...Object.entries(groups), ...joined.map(names => [nameJoinedChunk(names), names] as const)].map(([name, names]) => ({
    name,
    modules: modulesOf(names),
  }))
}

/** Returns the name for joined chunks: the name of the first chunk without its content hash. */
const nameJoinedChunk = ([first = '']: readonly string[]) => `joined-${path.basename(first).replace(/-[\w-]{8}\.js$/, '')}`

/**
 * Joins chunks that are always or nearly always loaded together into one chunk, because each further file costs a round trip on a slow
 * connection. A first build finds these chunks: which modules share a chunk depends on what each screen uses of a module.
 */
export const groupChunks = (bundling: BundlingOptions, target: string[]): Plugin => ({
  name: 'group-chunks',
  apply: 'build',
  async config() {
    const groups = (await findChunkGroups(bundling, target)).map(({ name, modules }, index) => ({
      name,
      priority: -index,
      // Without the second condition the bundler put React into the chunk `product`, whatever the priorities.
      test: (id: string) => modules.has(id) && !REACT_GROUP.test.test(id),
    }))
    // `includeDependenciesRecursively` is not needed: the first five groups contain everything that their chunks import, and `joinChunks`
    // creates no import cycles.
    return {
      build: {
        rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [REACT_GROUP, ...groups] } } },
      },
    }
  },
})
