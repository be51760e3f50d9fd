/** Returns the value of a key from `known`; finds and stores it at the first request. */
export function cached<Key, Value>(known: Map<Key, Value>, key: Key, find: () => Value): Value {
  if (!known.has(key)) known.set(key, find())
  return known.get(key) as Value
}
