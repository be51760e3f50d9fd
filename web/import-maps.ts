import type { Plugin, Rolldown } from 'vite'
import { withImports } from './bundle-files.ts'

const IMPORT_MAP = /(<script type="importmap"[^>]*>)([\s\S]*?)(<\/script>)/

/**
 * Leaves in the import map of each page only the files that this page can load. The import map is what changes when a file has changed: the
 * files name each other by names that stay, so that a new version downloads only what is new in it.
 */
export const ownImportMaps = (): Plugin => ({
  name: 'own-import-maps',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const page of Object.values(bundle)) {
        if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue
        const isEntry = (file: Rolldown.OutputAsset | Rolldown.OutputChunk): file is Rolldown.OutputChunk =>
          file.type === 'chunk' && file.facadeModuleId?.endsWith(`/${page.fileName}`) === true
        const entry = Object.values(bundle).find(isEntry)
        if (!entry) throw new Error(`«${page.fileName}» has no script of its own.`)
        const files = withImports(bundle, [entry.fileName], 'also later')
        page.source = String(page.source).replace(IMPORT_MAP, (_map, start, content, end) => {
          const { imports } = JSON.parse(content) as { imports: Record<string, string> }
          const own = Object.entries(imports).filter(([, file]) => files.has(file.slice(1)))
          return `${start}${JSON.stringify({ imports: Object.fromEntries(own) })}${end}`
        })
      }
      // Every page has its own now.
      delete bundle['importmap.json']
    },
  },
})
