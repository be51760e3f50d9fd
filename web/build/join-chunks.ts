/** A chunk of a build: its compressed size, the chunks that it imports, and the screens that load it when they open. */
export type SharedChunk = { bytes: number; imports: readonly string[]; screens: ReadonlySet<string> }

type JoinOptions = {
  /** The cost of one more file besides its content, in bytes. */
  fileBytes: number
  /** Groups that are one chunk already: a screen that loads one of their chunks loads all. */
  fixedGroups?: readonly (readonly string[])[]
  /** Returns the factor by which the bytes of a screen are multiplied. */
  weightOf: (screen: string) => number
}

/**
 * Joins the chunks `names` into groups, as long as joining two groups reduces the weighted bytes of the screens. Two groups are not joined
 * when the joined chunk would import itself through other chunks. `chunks` contains all chunks of the build by their names. Returns the
 * groups of two chunks or more.
 */
export function joinChunks(
  chunks: ReadonlyMap<string, SharedChunk>,
  names: readonly string[],
  { fileBytes, fixedGroups = [], weightOf }: JoinOptions,
): string[][] {
  let groups: (readonly string[])[] = names.map(name => [name])
  const screensOf = new Map([...chunks].map(([name, { screens }]) => [name, new Set(screens)]))
  const groupOf = new Map(groups.map(group => [group[0]!, group]))
  for (const group of fixedGroups) {
    const screens = new Set(group.flatMap(name => [...screensOf.get(name)!]))
    for (const name of group) {
      groupOf.set(name, group)
      screensOf.set(name, screens)
    }
  }

  /** Returns all chunks that `roots` import. Importing one chunk of a group counts as importing all. Roots count only when imported. */
  function collectImports(roots: readonly string[]) {
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

  /** Returns the size of those of the chunks `wanted` that the screen does not load yet, in bytes. */
  const countMissingBytes = (screen: string, wanted: Iterable<string>) =>
    [...wanted].reduce((sum, name) => (screensOf.get(name)!.has(screen) ? sum : sum + chunks.get(name)!.bytes), 0)

  /** Returns the weighted bytes that joining two groups saves. A screen that loads both saves one file; others load additional chunks. */
  function computeJoinGain(one: readonly string[], other: readonly string[], loadedWith: (group: readonly string[]) => Iterable<string>) {
    const [screens, otherScreens] = [screensOf.get(one[0]!)!, screensOf.get(other[0]!)!]
    let gain = 0
    for (const screen of screens)
      gain += weightOf(screen) * (otherScreens.has(screen) ? fileBytes : -countMissingBytes(screen, loadedWith(other)))
    for (const screen of otherScreens) if (!screens.has(screen)) gain -= weightOf(screen) * countMissingBytes(screen, loadedWith(one))
    return gain
  }

  /** Returns whether a chunk of one group imports a chunk of the other group through chunks outside both groups. */
  function hasImportThroughOtherChunks(one: readonly string[], other: readonly string[]) {
    const joined = [...one, ...other]
    const outside = joined.flatMap(name => chunks.get(name)!.imports).filter(name => !joined.includes(name))
    const reached = collectImports(outside)
    return joined.some(name => reached.has(name))
  }

  for (;;) {
    const imports = new Map(groups.map(group => [group, new Set([...group, ...collectImports(group)])]))
    const importsOfGroup = (group: readonly string[]) => imports.get(group)!
    const best = groups
      .flatMap((one, at) => groups.slice(at + 1).map(other => ({ one, other })))
      // The gain without the imported chunks is faster to compute. It is never smaller than the gain with them, so a pair without a
      // positive one is left out.
      .filter(({ one, other }) => computeJoinGain(one, other, group => group) > 0)
      .map(pair => ({ ...pair, gain: computeJoinGain(pair.one, pair.other, importsOfGroup) }))
      .filter(({ gain }) => gain > 0)
      .sort((a, b) => b.gain - a.gain)
      .find(({ one, other }) => !hasImportThroughOtherChunks(one, other))
    if (!best) return groups.filter(group => group.length > 1).map(group => [...group])
    const { one, other } = best
    const joined = [...one, ...other]
    groups = [...groups.filter(group => group !== one && group !== other), joined]
    for (const name of joined) groupOf.set(name, joined)
    const screens = joined.flatMap(name => [...screensOf.get(name)!])
    for (const name of [...joined, ...collectImports(joined)]) for (const screen of screens) screensOf.get(name)!.add(screen)
  }
}
