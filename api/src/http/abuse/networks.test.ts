import { expect, test } from 'vitest'
import { startDatabase } from '../../../testing/engines.ts'
import { createAttemptCounter } from './attempts.ts'
import { networksOf, takeInNetworks, widestNetworkOf } from './networks.ts'

test('an IPv6 address is counted in its /64, /56 and /48, an IPv4 one once', () => {
  expect(networksOf('2001:db8:1:203::9')).toEqual([
    { name: '2001:db8:1:203::', factor: 1 },
    { name: '2001:db8:1:200::/56', factor: 4 },
    { name: '2001:db8:1::/48', factor: 16 },
  ])
  expect(networksOf('::ffff:203.0.113.7')).toEqual([{ name: '203.0.113.7', factor: 1 }])
})

test('two networks of one IPv6 line have the same widest network', () => {
  expect(widestNetworkOf('2001:db8:1:203::9')).toBe(widestNetworkOf('2001:db8:1:ff00::1'))
  expect(widestNetworkOf('2001:db8:2:203::9')).not.toBe(widestNetworkOf('2001:db8:1:203::9'))
  expect(widestNetworkOf('203.0.113.7')).toBe('203.0.113.7')
})

test('a /56 is allowed four times and a /48 sixteen times as much as a /64', async () => {
  const db = await startDatabase('sqlite')
  const counter = createAttemptCounter(db, () => new Date('2026-12-01T12:00:00Z'))
  const take = (network: string) => takeInNetworks(counter.take, 'form', `2001:db8:${network}::1`, { max: 1, window: 60_000 })
  const isRefused = async (network: string) => (await take(network)) > 0
  for (const network of ['1:1', '1:2', '1:3', '1:4']) expect([network, await isRefused(network)]).toEqual([network, false])
  expect([await isRefused('1:1'), await isRefused('1:5'), await isRefused('1:100')]).toEqual([true, true, false])
  for (let n = 2; n < 13; n++) expect([n, await isRefused(`1:${n.toString(16)}00`)]).toEqual([n, false])
  expect([await isRefused('1:d00'), await isRefused('2:100')]).toEqual([true, false])
  await db.close()
})
