/** A chunk of a build: its size when compressed, the chunks that it imports, and the screens that load it at once. */
export type SharedChunk = { bytes: number; imports: readonly string[]; screens: ReadonlySet<string> }

type JoinOptions = {
  /** What a file costs besides its content, in bytes. */
  fileBytes: number
  /** How often the bytes of a screen count. */
  weightOf: (screen: string) => number
}

/**
 * Joins the chunks `names` of a build into groups, as long as joining two of them makes the screens smaller, and never so that two files
 * import each other. `chunks`: all chunks of the build by their names. Returns the groups of two chunks or more.
 */
export function joinChunks(
  chunks: ReadonlyMap<string, SharedChunk>,
  names: readonly string[],
  { fileBytes, weightOf }: JoinOptions,
): string[][] {
  let groups: (readonly string[])[] = names.map(name => [name])
  const screensOf = new Map([...chunks].map(([name, { screens }]) => [name, new Set(screens)]))
  const groupOf = new Map(groups.map(group => [group[0]!, group]))

  /**
   * Returns all chunks that `roots` import at once, directly or through others; a group that is reached counts whole. A root is included
   * only if it is reached itself.
   */
  function importsOf(roots: readonly string[]) {
    const found = new Set<string>()
    const next = roots.flatMap(name => chunks.get(name)!.imports)
    for (let name = next.pop(); name !== undefined; name = next.pop()) {
      if (found.has(name)) continue
      for (const member of groupOf.get(name) ?? [name]) {
        found.add(member)
        next.push(...chunks.get(member)!.imports)
      }
    }
    return found
  }

  /** Returns the bytes that a screen would load with these chunks and does not load yet. */
  const missing = (screen: string, wanted: Iterable<string>) =>
    [...wanted].reduce((sum, name) => (screensOf.get(name)!.has(screen) ? sum : sum + chunks.get(name)!.bytes), 0)

  /** Returns by how much joining two groups makes the screens smaller, in weighted bytes: one file less where both are loaded. */
  function gainOf(one: readonly string[], other: readonly string[], loadedWith: (group: readonly string[]) => Iterable<string>) {
    const [screens, otherScreens] = [screensOf.get(one[0]!)!, screensOf.get(other[0]!)!]
    let gain = 0
    for (const screen of screens) gain += weightOf(screen) * (otherScreens.has(screen) ? fileBytes : -missing(screen, loadedWith(other)))
    for (const screen of otherScreens) if (!screens.has(screen)) gain -= weightOf(screen) * missing(screen, loadedWith(one))
    return gain
  }

  /** Returns whether a chunk of a group imports one of the other by way of chunks outside both. */
  function isBetween(one: readonly string[], other: readonly string[]) {
    const joined = [...one, ...other]
    const outside = joined.flatMap(name => chunks.get(name)!.imports).filter(name => !joined.includes(name))
    const reached = importsOf(outside)
    return joined.some(name => reached.has(name))
  }

  for (;;) {
    const imports = new Map(groups.map(group => [group, new Set([...group, ...importsOf(group)])]))
    const withImports = (group: readonly string[]) => imports.get(group)!
    const best = groups
      .flatMap((one, at) => groups.slice(at + 1).map(other => ({ one, other })))
      // Without the imports, which only cost more, the gain is found sooner.
      .filter(({ one, other }) => gainOf(one, other, group => group) > 0)
      .map(pair => ({ ...pair, gain: gainOf(pair.one, pair.other, withImports) }))
      .filter(({ gain }) => gain > 0)
      .sort((a, b) => b.gain - a.gain)
      .find(({ one, other }) => !isBetween(one, other))
    if (!best) return groups.filter(group => group.length > 1).map(group => [...group])
    const { one, other } = best
    const joined = [...one, ...other]
    groups = [...groups.filter(group => group !== one && group !== other), joined]
    for (const name of joined) groupOf.set(name, joined)
    const screens = joined.flatMap(name => [...screensOf.get(name)!])
    for (const name of [...joined, ...importsOf(joined)]) for (const screen of screens) screensOf.get(name)!.add(screen)
  }
}
