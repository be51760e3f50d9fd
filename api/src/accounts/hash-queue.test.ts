import { expect, test } from 'vitest'
import { countOutcomes, refusalCodeOf } from '../../testing/test-server.ts'
import { createHashQueue } from './hash-queue.ts'

/** Creates a hash queue whose jobs end when the test calls `finish`. `order` lists the jobs in the order in which they began. */
function createTestHashQueue() {
  const { run } = createHashQueue()
  const order: string[] = []
  const releases: (() => void)[] = []
  const createJob = (name: string) => () => {
    order.push(name)
    return new Promise<void>(release => releases.push(release))
  }
  return {
    order,
    enqueue: (name: string, requester: { address: string; name: string; isKnown: boolean }) =>
      refusalCodeOf(run(createJob(name), { ...requester, network: requester.address })),
    /** Ends the running job, then the next one, until no job waits. */
    async finish() {
      for (let release = releases.shift(); release; release = releases.shift()) {
        release()
        await new Promise(resolve => setImmediate(resolve))
      }
    },
  }
}

const requesterWithUnknownDevice = (n: number, name = `name ${n}`) => ({ address: `203.0.113.${n}`, name, isKnown: false })

test('the hash queue runs one job at a time, those of known devices first', async () => {
  const { enqueue, order, finish } = createTestHashQueue()
  const requests = [
    enqueue('first', requesterWithUnknownDevice(1)),
    enqueue('second', requesterWithUnknownDevice(2)),
    enqueue('third', requesterWithUnknownDevice(3)),
  ]
  requests.push(enqueue('known', { address: '203.0.113.4', name: 'hanaa', isKnown: true }))
  expect(order).toEqual(['first'])
  await finish()
  expect(order).toEqual(['first', 'known', 'second', 'third'])
  expect(await Promise.all(requests)).toEqual(['done', 'done', 'done', 'done'])
})

test('the hash queue refuses a second unknown device for one username or IP', async () => {
  const { enqueue, order, finish } = createTestHashQueue()
  const requests = [
    enqueue('working', requesterWithUnknownDevice(1)),
    enqueue('a name', requesterWithUnknownDevice(2, 'hanaa')),
    enqueue('the name elsewhere', requesterWithUnknownDevice(3, 'hanaa')),
    enqueue('the address', requesterWithUnknownDevice(2, 'salma')),
    enqueue('another', requesterWithUnknownDevice(4, 'ali')),
  ]
  await finish()
  expect(await Promise.all(requests)).toEqual(['done', 'done', 'busy', 'busy', 'done'])
  expect(order).toEqual(['working', 'a name', 'another'])
})

test('the hash queue prefers one waiting job of a known device per username', async () => {
  const { enqueue, order, finish } = createTestHashQueue()
  const requesterWithKnownDevice = (address: string) => ({ address, name: 'hanaa', isKnown: true })
  const requests = [
    enqueue('working', requesterWithUnknownDevice(1)),
    enqueue('stranger', requesterWithUnknownDevice(2)),
    enqueue('phone', requesterWithKnownDevice('a')),
    enqueue('tablet', requesterWithKnownDevice('a')),
    enqueue('desk', requesterWithKnownDevice('a')),
  ]
  await finish()
  expect(order).toEqual(['working', 'phone', 'stranger', 'tablet'])
  expect(await Promise.all(requests)).toEqual(['done', 'done', 'done', 'done', 'busy'])
})

test('the hash queue runs an unknown device after every two known ones', async () => {
  const { enqueue, order, finish } = createTestHashQueue()
  const enqueueFromKnownDevice = (n: number) => enqueue(`known ${n}`, { address: 'venue', name: `name ${n}`, isKnown: true })
  const requests = [
    enqueueFromKnownDevice(0),
    enqueueFromKnownDevice(1),
    enqueueFromKnownDevice(2),
    enqueueFromKnownDevice(3),
    enqueueFromKnownDevice(4),
    enqueue('stranger', requesterWithUnknownDevice(1)),
    enqueue('another', requesterWithUnknownDevice(2)),
  ]
  await finish()
  expect(order).toEqual(['known 0', 'known 1', 'known 2', 'stranger', 'known 3', 'known 4', 'another'])
  expect(countOutcomes(await Promise.all(requests))).toEqual({ done: 7 })
})

test('the hash queue answers at most 21 of 100 simultaneous unknown devices', async () => {
  const { enqueue, order, finish } = createTestHashQueue()
  const requests = Array.from({ length: 100 }, (_, n) => enqueue(`stranger ${n}`, requesterWithUnknownDevice(n)))
  const knownRequest = enqueue('known', { address: 'venue', name: 'hanaa', isKnown: true })
  await finish()
  expect(countOutcomes(await Promise.all(requests))).toEqual({ done: 21, busy: 79 })
  expect([await knownRequest, order[1]]).toEqual(['done', 'known'])
  expect(await refusalCodeOf(Promise.all([enqueue('afterwards', requesterWithUnknownDevice(1)), finish()]))).toBe('done')
})

test('a new device passes three times while 200 addresses flood the queue', async () => {
  const { enqueue, finish } = createTestHashQueue()
  const flood = () => Array.from({ length: 200 }, (_, n) => enqueue(`guess ${n}`, requesterWithUnknownDevice(n)))
  const requests = [...flood(), ...flood(), ...flood()]
  await finish()
  const owner = { address: '198.51.100.1', name: 'hanaa', isKnown: false }
  for (const attempt of [1, 2, 3]) {
    requests.push(...flood())
    const answer = enqueue(`owner ${attempt}`, owner)
    requests.push(...flood())
    await finish()
    expect(await answer).toBe('done')
  }
  await Promise.all(requests)
})

test('a device with more attempts than all waiting ones is refused', async () => {
  const { enqueue, finish } = createTestHashQueue()
  const eager = requesterWithUnknownDevice(0)
  const requests = [enqueue('eager', eager)]
  await finish()
  requests.push(...Array.from({ length: 21 }, (_, n) => enqueue(`new ${n}`, requesterWithUnknownDevice(n + 1))))
  expect(await enqueue('eager again', eager)).toBe('busy')
  await finish()
  expect(countOutcomes(await Promise.all(requests))).toEqual({ done: 22 })
})
