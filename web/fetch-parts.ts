import path from 'node:path'
import type { ModulePreloadOptions, Plugin } from 'vite'

/** Vite wraps every `import()` in a function of this module. */
const HELPER = '\0vite/preload-helper.js'

const OWN_HELPER = path.join(import.meta.dirname, 'src/loading/fetch-part.ts')

/** Makes every `import()` fetch its files first, by `loading/fetch-part.ts`. The build fails when a part has styles, which it would not fetch. */
export const fetchParts = (): Plugin => ({
  name: 'fetch-parts',
  apply: 'build',
  transform: {
    order: 'post',
    filter: { id: HELPER },
    handler: () => ({ code: `export { fetchPart as __vitePreload } from ${JSON.stringify(OWN_HELPER)}`, map: null }),
  },
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && chunk.isDynamicEntry && chunk.viteMetadata!.importedCss.size > 0)
        throw new Error(`«${chunk.fileName}» has styles of its own.`)
  },
})

/** Lists also the only file of a part that imports nothing; Vite leaves it out. */
export const modulePreload: ModulePreloadOptions = {
  polyfill: false,
  resolveDependencies: (file, dependencies, { hostType }) => (hostType === 'js' && dependencies.length === 0 ? [file] : dependencies),
}
