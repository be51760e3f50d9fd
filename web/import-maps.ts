import type { Plugin, Rolldown } from 'vite'

const IMPORT_MAP = /(<script type="importmap"[^>]*>)([\s\S]*?)(<\/script>)/

/** Returns the file names of a chunk and of everything that it imports, at once or later. */
function filesOf(bundle: Rolldown.OutputBundle, entry: Rolldown.OutputChunk) {
  const found = new Set<string>()
  const next = [entry.fileName]
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') continue
    found.add(name)
    next.push(...chunk.imports, ...chunk.dynamicImports)
  }
  return found
}

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
        const files = filesOf(bundle, entry)
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
