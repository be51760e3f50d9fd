/** Returns the value of a key from `known`; finds and stores it at the first request. */
export function cached<Key, Value>(cache: Map<Key, Value>, key: Key, find: () => Value): Value {
  if (!cache.has(key)) cache.set(key, find())
  return cache.get(key) as Value
}
