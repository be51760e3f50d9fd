import type { Rolldown } from 'vite'

/** Returns the file names of chunks and of everything that they import at once, or also later. */
export function withImports(
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
