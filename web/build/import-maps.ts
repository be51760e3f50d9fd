import type { Plugin } from 'vite'
import { collectImportedChunks, findChunkOfModule } from './bundle-files.ts'

export const IMPORT_MAP_PATTERN = /(<script type="importmap"[^>]*>)([\s\S]*?)(<\/script>)/

/**
 * Reduces the import map of each page to the files that the page can load. Chunks import each other by stable names, and the import map
 * assigns each name a file with a content hash. A changed chunk thus changes only itself and the import map, so browsers download only
 * the changed files of a new version.
 */
export const reduceImportMaps = (): Plugin => ({
  name: 'own-import-maps',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const page of Object.values(bundle)) {
        if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue
        const files = collectImportedChunks(bundle, [findChunkOfModule(bundle, page.fileName).fileName], 'also later')
        page.source = String(page.source).replace(IMPORT_MAP_PATTERN, (_map, start, content, end) => {
          const { imports } = JSON.parse(content) as { imports: Record<string, string> }
          const own = Object.entries(imports).filter(([, file]) => files.has(file.slice(1)))
          return `${start}${JSON.stringify({ imports: Object.fromEntries(own) })}${end}`
        })
      }
      // The import map is now inside each page, so the separate file is not needed.
      delete bundle['importmap.json']
    },
  },
})
