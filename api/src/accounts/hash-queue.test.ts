import { expect, test } from 'vitest'
import { codeOf, tally } from '../../testing/test-server.ts'
import { createHashQueue } from './hash-queue.ts'

/** Returns a hash queue whose work ends when the test releases it; `order` lists the work in the order in which it began. */
function hashQueue() {
  const runInQueue = createHashQueue()
  const order: string[] = []
  const releases: (() => void)[] = []
  const work = (name: string) => () => {
    order.push(name)
    return new Promise<void>(release => releases.push(release))
  }
  return {
    order,
    ask: (name: string, requester?: Parameters<typeof runInQueue>[1]) => codeOf(runInQueue(work(name), requester)),
    /** Ends the running work again and again, until no work waits. */
    async finish() {
      for (let release = releases.shift(); release; release = releases.shift()) {
        release()
        await new Promise(resolve => setImmediate(resolve))
      }
    },
  }
}

const stranger = (n: number, name = `name ${n}`) => ({ address: `203.0.113.${n}`, name, isKnown: false })

test('password hashing for known devices runs before earlier requests of unknown devices, and one at a time', async () => {
  const { ask, order, finish } = hashQueue()
  const requests = [ask('first', stranger(1)), ask('second', stranger(2)), ask('third', stranger(3))]
  requests.push(ask('known', { address: '203.0.113.4', name: 'hanaa', isKnown: true }))
  expect(order).toEqual(['first'])
  await finish()
  expect(order).toEqual(['first', 'known', 'second', 'third'])
  expect(await Promise.all(requests)).toEqual(['done', 'done', 'done', 'done'])
})

test('of unknown devices at most one request waits for each username and one for each IP address', async () => {
  const { ask, order, finish } = hashQueue()
  const requests = [
    ask('working', stranger(1)),
    ask('a name', stranger(2, 'hanaa')),
    ask('the name elsewhere', stranger(3, 'hanaa')),
    ask('the address', stranger(2, 'salma')),
    ask('another', stranger(4, 'ali')),
  ]
  await finish()
  expect(await Promise.all(requests)).toEqual(['done', 'done', 'busy', 'busy', 'done'])
  expect(order).toEqual(['working', 'a name', 'another'])
})

test('of known devices at most one request waits for each username; a second one waits in the queue of unknown devices', async () => {
  const { ask, order, finish } = hashQueue()
  const knownDevice = (address: string) => ({ address, name: 'hanaa', isKnown: true })
  const requests = [
    ask('working', stranger(1)),
    ask('stranger', stranger(2)),
    ask('phone', knownDevice('a')),
    ask('tablet', knownDevice('a')),
    ask('desk', knownDevice('a')),
  ]
  await finish()
  expect(order).toEqual(['working', 'phone', 'stranger', 'tablet'])
  expect(await Promise.all(requests)).toEqual(['done', 'done', 'done', 'done', 'busy'])
})

test('every third password hashing is for an unknown device, however many known devices wait', async () => {
  const { ask, order, finish } = hashQueue()
  const askKnown = (n: number) => ask(`known ${n}`, { address: 'venue', name: `name ${n}`, isKnown: true })
  const requests = [
    askKnown(0),
    askKnown(1),
    askKnown(2),
    askKnown(3),
    askKnown(4),
    ask('stranger', stranger(1)),
    ask('another', stranger(2)),
  ]
  await finish()
  expect(order).toEqual(['known 0', 'known 1', 'known 2', 'stranger', 'known 3', 'known 4', 'another'])
  expect(tally(await Promise.all(requests))).toEqual({ done: 7 })
})

test('at most 20 password hashings of unknown devices wait, and a full queue of them does not block known devices', async () => {
  const { ask, order, finish } = hashQueue()
  const requests = Array.from({ length: 100 }, (_, n) => ask(`stranger ${n}`, stranger(n)))
  const knownRequest = ask('known', { address: 'venue', name: 'hanaa', isKnown: true })
  await finish()
  expect(tally(await Promise.all(requests))).toEqual({ done: 21, busy: 79 })
  expect([await knownRequest, order[1]]).toEqual(['done', 'known'])
  expect(await codeOf(Promise.all([ask('afterwards', stranger(1)), finish()]))).toBe('done')
})
