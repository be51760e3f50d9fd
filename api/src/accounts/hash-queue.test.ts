import { expect, test } from 'vitest'
import { refusalCodeOf, tally } from '../../testing/test-server.ts'
import { createHashQueue } from './hash-queue.ts'

/** Creates a hash queue whose jobs end when the test calls `finish`. `order` lists the jobs in the order in which they began. */
function createTestHashQueue() {
  const runInQueue = createHashQueue()
  const order: string[] = []
  const releases: (() => void)[] = []
  const work = (name: string) => () => {
    order.push(name)
    return new Promise<void>(release => releases.push(release))
  }
  return {
    order,
    ask: (name: string, requester?: Parameters<typeof runInQueue>[1]) => refusalCodeOf(runInQueue(work(name), requester)),
    /** Ends the running job, then the next one, until no job waits. */
    async finish() {
      for (let release = releases.shift(); release; release = releases.shift()) {
        release()
        await new Promise(resolve => setImmediate(resolve))
      }
    },
  }
}

const unknownDevice = (n: number, name = `name ${n}`) => ({ address: `203.0.113.${n}`, name, isKnown: false })

test('the password hash queue runs one job at a time, and jobs of known devices before earlier jobs of unknown devices', async () => {
  const { ask, order, finish } = createTestHashQueue()
  const requests = [ask('first', unknownDevice(1)), ask('second', unknownDevice(2)), ask('third', unknownDevice(3))]
  requests.push(ask('known', { address: '203.0.113.4', name: 'hanaa', isKnown: true }))
  expect(order).toEqual(['first'])
  await finish()
  expect(order).toEqual(['first', 'known', 'second', 'third'])
  expect(await Promise.all(requests)).toEqual(['done', 'done', 'done', 'done'])
})

test('the password hash queue refuses a second waiting job of unknown devices for the same username or IP address as busy', async () => {
  const { ask, order, finish } = createTestHashQueue()
  const requests = [
    ask('working', unknownDevice(1)),
    ask('a name', unknownDevice(2, 'hanaa')),
    ask('the name elsewhere', unknownDevice(3, 'hanaa')),
    ask('the address', unknownDevice(2, 'salma')),
    ask('another', unknownDevice(4, 'ali')),
  ]
  await finish()
  expect(await Promise.all(requests)).toEqual(['done', 'done', 'busy', 'busy', 'done'])
  expect(order).toEqual(['working', 'a name', 'another'])
})

test('the password hash queue lets one job of known devices wait per username; a second waits with unknown devices, a third is busy', async () => {
  const { ask, order, finish } = createTestHashQueue()
  const knownDevice = (address: string) => ({ address, name: 'hanaa', isKnown: true })
  const requests = [
    ask('working', unknownDevice(1)),
    ask('stranger', unknownDevice(2)),
    ask('phone', knownDevice('a')),
    ask('tablet', knownDevice('a')),
    ask('desk', knownDevice('a')),
  ]
  await finish()
  expect(order).toEqual(['working', 'phone', 'stranger', 'tablet'])
  expect(await Promise.all(requests)).toEqual(['done', 'done', 'done', 'done', 'busy'])
})

test('the password hash queue runs a job of an unknown device after every two jobs of known devices while both kinds wait', async () => {
  const { ask, order, finish } = createTestHashQueue()
  const askKnown = (n: number) => ask(`known ${n}`, { address: 'venue', name: `name ${n}`, isKnown: true })
  const requests = [
    askKnown(0),
    askKnown(1),
    askKnown(2),
    askKnown(3),
    askKnown(4),
    ask('stranger', unknownDevice(1)),
    ask('another', unknownDevice(2)),
  ]
  await finish()
  expect(order).toEqual(['known 0', 'known 1', 'known 2', 'stranger', 'known 3', 'known 4', 'another'])
  expect(tally(await Promise.all(requests))).toEqual({ done: 7 })
})

test('the password hash queue refuses unknown devices as busy while 20 of their jobs wait, and still accepts a job of a known device', async () => {
  const { ask, order, finish } = createTestHashQueue()
  const requests = Array.from({ length: 100 }, (_, n) => ask(`stranger ${n}`, unknownDevice(n)))
  const knownRequest = ask('known', { address: 'venue', name: 'hanaa', isKnown: true })
  await finish()
  expect(tally(await Promise.all(requests))).toEqual({ done: 21, busy: 79 })
  expect([await knownRequest, order[1]]).toEqual(['done', 'known'])
  expect(await refusalCodeOf(Promise.all([ask('afterwards', unknownDevice(1)), finish()]))).toBe('done')
})
