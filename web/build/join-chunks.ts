type Group = readonly string[]

/** A chunk of a build: its compressed size, the chunks that it imports, and the screens that load it when they open. */
export type SharedChunk = { bytes: number; imports: readonly string[]; screens: ReadonlySet<string> }

type JoinOptions = {
  /** The cost of one more file besides its content, in bytes. */
  fileBytes: number
  /** Groups that are one chunk already: a screen that loads one of their chunks loads all. */
  fixedGroups?: readonly Group[]
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
  let groups: Group[] = names.map(name => [name])
  const weights = new Map([...chunks.values()].flatMap(({ screens }) => [...screens].map(screen => [screen, weightOf(screen)])))
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
  function countMissingBytes(screen: string, wanted: Iterable<string>) {
    let bytes = 0
    for (const name of wanted) if (!screensOf.get(name)!.has(screen)) bytes += chunks.get(name)!.bytes
    return bytes
  }

  /** Returns the weighted bytes that joining two groups saves. A screen that loads both saves one file; others load additional chunks. */
  function computeJoinGain(one: Group, other: Group, loadedWith: (group: Group) => Iterable<string>) {
    const [screens, otherScreens] = [screensOf.get(one[0]!)!, screensOf.get(other[0]!)!]
    let gain = 0
    for (const screen of screens)
      gain += weights.get(screen)! * (otherScreens.has(screen) ? fileBytes : -countMissingBytes(screen, loadedWith(other)))
    for (const screen of otherScreens) if (!screens.has(screen)) gain -= weights.get(screen)! * countMissingBytes(screen, loadedWith(one))
    return gain
  }

  const maxGains = new Map<Group, Map<Group, number>>(groups.map(group => [group, new Map()]))

  /** Returns the gain without the imported chunks, which the gain with them never exceeds. It is kept until one of the groups changes. */
  function computeMaxGain(one: Group, other: Group) {
    const known = maxGains.get(one)!
    const gain = known.get(other) ?? computeJoinGain(one, other, group => group)
    known.set(other, gain)
    return gain
  }

  function forgetMaxGains(changed: ReadonlySet<Group>) {
    for (const known of maxGains.values()) for (const group of changed) known.delete(group)
    for (const group of changed) maxGains.set(group, new Map())
  }

  /** Returns whether a chunk of one group imports a chunk of the other group through chunks outside both groups. */
  function hasImportThroughOtherChunks(one: Group, other: Group) {
    const joined = [...one, ...other]
    const outside = joined.flatMap(name => chunks.get(name)!.imports).filter(name => !joined.includes(name))
    const reached = collectImports(outside)
    return joined.some(name => reached.has(name))
  }

  /** Returns the pair of groups with the largest gain, or undefined when joining no pair has a gain. */
  function findBestPair() {
    const imports = new Map(groups.map(group => [group, new Set([...group, ...collectImports(group)])]))
    const pairs = groups
      .flatMap((one, at) => groups.slice(at + 1).map(other => ({ one, other, maxGain: computeMaxGain(one, other) })))
      .filter(({ maxGain }) => maxGain > 0)
      .sort((a, b) => b.maxGain - a.maxGain)
    let best: { one: Group; other: Group; gain: number } | undefined
    for (const { one, other, maxGain } of pairs) {
      if (best && maxGain <= best.gain) break
      const gain = computeJoinGain(one, other, group => imports.get(group)!)
      if (gain > (best?.gain ?? 0) && !hasImportThroughOtherChunks(one, other)) best = { one, other, gain }
    }
    return best
  }

  for (let best = findBestPair(); best; best = findBestPair()) {
    const { one, other } = best
    const joined = [...one, ...other]
    groups = [...groups.filter(group => group !== one && group !== other), joined]
    for (const group of [one, other]) maxGains.delete(group)
    for (const name of joined) groupOf.set(name, joined)
    const screens = joined.flatMap(name => [...screensOf.get(name)!])
    const changed = new Set<Group>([joined])
    for (const name of [...joined, ...collectImports(joined)]) {
      const known = screensOf.get(name)!
      const { size } = known
      for (const screen of screens) known.add(screen)
      const group = groupOf.get(name)
      if (known.size > size && group) changed.add(group)
    }
    forgetMaxGains(changed)
  }
  return groups.filter(group => group.length > 1).map(group => [...group])
}
