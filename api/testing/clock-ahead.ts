/** Sets the clock that the programs of this process see `CLOCK_AHEAD_DAYS` days ahead. A process preloads this module with `--import`. */
const aheadMs = Number(process.env.CLOCK_AHEAD_DAYS) * 86_400_000
const systemNow = Date.now
const now = () => systemNow() + aheadMs

globalThis.Date = new Proxy(Date, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
