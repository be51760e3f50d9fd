/** Returns functions that read and write JSON in a storage of the browser, which may be forbidden or full. */
export const createJsonStorage = (name: 'localStorage' | 'sessionStorage') => ({
  /** Reads an entry. Returns undefined for one that is missing or not JSON. */
  read(key: string): unknown {
    try {
      return JSON.parse(globalThis[name].getItem(key) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  },

  /** Writes a value; undefined removes the entry. Returns whether the storage was changed. */
  write(key: string, value: unknown): boolean {
    try {
      if (value === undefined) globalThis[name].removeItem(key)
      else globalThis[name].setItem(key, JSON.stringify(value))
      return true
    } catch {
      return false
    }
  },

  removeWhere(isRemoved: (key: string) => boolean) {
    try {
      for (const key of Object.keys(globalThis[name]).filter(isRemoved)) globalThis[name].removeItem(key)
    } catch {
      // Without storage there is nothing to remove.
    }
  },
})
