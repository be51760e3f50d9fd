type Cache<Key, Value> = { has: (key: Key) => boolean; get: (key: Key) => Value | undefined; set: (key: Key, value: Value) => unknown }

/** Returns the value of a key from `cache`. At the first request it computes the value with `find` and stores it. */
export function getOrCreate<Key, Value>(cache: Cache<Key, Value>, key: Key, find: () => Value): Value {
  if (!cache.has(key)) cache.set(key, find())
  return cache.get(key) as Value
}
