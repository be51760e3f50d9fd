import path from 'node:path'
import type { ModulePreloadOptions, Plugin } from 'vite'

const VITE_PRELOAD_HELPER = /^\0vite\/preload-helper\.js$/

const FETCH_PART_FILE = path.join(import.meta.dirname, '../src/loading/fetch-part.ts')

/**
 * Replaces the preload helper of Vite by `loading/fetch-part.ts`, which fetches the files of an `import()` before the import. It fetches no
 * style sheets, so the build fails when a dynamically imported chunk has one.
 */
export const fetchFilesBeforeImport = (): Plugin => ({
  name: 'fetch-parts',
  apply: 'build',
  transform: {
    order: 'post',
    filter: { id: VITE_PRELOAD_HELPER },
    handler: () => ({ code: `export { fetchPart as __vitePreload } from ${JSON.stringify(FETCH_PART_FILE)}`, map: null }),
  },
  generateBundle(_options, bundle) {
    const isReplaced = Object.values(bundle).some(chunk => chunk.type === 'chunk' && chunk.moduleIds.includes(FETCH_PART_FILE))
    if (!isReplaced) throw new Error('The preload helper of Vite was not replaced by fetch-part.ts.')
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && chunk.isDynamicEntry && chunk.viteMetadata!.importedCss.size > 0)
        throw new Error(`«${chunk.fileName}» has styles of its own.`)
  },
})

/** Makes Vite list the file of a dynamic import also when that file imports no other file. By default Vite lists nothing then. */
export const modulePreloadOptions: ModulePreloadOptions = {
  polyfill: false,
  resolveDependencies: (file, dependencies, { hostType }) => (hostType === 'js' && dependencies.length === 0 ? [file] : dependencies),
}
