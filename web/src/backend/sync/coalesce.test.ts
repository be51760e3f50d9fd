import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

/** Starts a coalesced run whose work waits at two points: before and after it calls `begin`. */
function startRun() {
  let runs = 0
  const beforeBegin = Promise.withResolvers<void>()
  const afterBegin = Promise.withResolvers<void>()
  const run = coalesce(async begin => {
    runs++
    await beforeBegin.promise
    begin()
    await afterBegin.promise
  })
  return { run, first: run(), begin: beforeBegin.resolve, end: afterBegin.resolve, runs: () => runs }
}

test('calls before a run has begun to read start no further run', async () => {
  const { run, first, begin, end, runs } = startRun()
  void run()
  void run()
  begin()
  end()
  await first
  expect(runs()).toBe(1)
})

test('calls after a run has begun to read start one further run', async () => {
  const { run, first, begin, end, runs } = startRun()
  begin()
  await Promise.resolve()
  await Promise.resolve()
  void run()
  void run()
  end()
  await first
  expect(runs()).toBe(2)
})

test('calls during a run without `begin` start one further run', async () => {
  let runs = 0
  const run = coalesce(async () => {
    runs++
    await Promise.resolve()
  })
  await Promise.all([run(), run(), run()])
  expect(runs).toBe(2)
})
