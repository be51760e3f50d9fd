import type { Rolldown } from 'vite'

/** Returns the file names of the chunks `names` and of all chunks that they import; with `also later` also those of dynamic imports. */
export function collectImportedChunks(
  bundle: Rolldown.OutputBundle,
  names: readonly string[],
  which: 'at once' | 'also later' = 'at once',
): Set<string> {
  const found = new Set<string>()
  const next = [...names]
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') continue
    found.add(name)
    next.push(...chunk.imports, ...(which === 'also later' ? chunk.dynamicImports : []))
  }
  return found
}

export function findChunkOfModule(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  const found = Object.values(bundle).find(file => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/${module}`))
  if (found?.type !== 'chunk') throw new Error(`«${module}» has no chunk of its own.`)
  return found
}
