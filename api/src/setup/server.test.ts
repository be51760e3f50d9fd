import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startDatabase } from '../../testing/engines.ts'
import { findFreePort } from '../../testing/postgres-server.ts'
import { startServer } from '../../testing/server.ts'
import { checkConnections, checkServer, checkSettings, checkVersions } from './server.ts'

const host = '127.0.0.1'

test('checkServer reports a server with a failing database as a fault', async () => {
  const db = await startDatabase('sqlite')
  const { base, close } = await startServer(db)
  const port = Number(new URL(base).port)
  expect(await checkServer({ host, port })).toEqual([
    { level: 'fine', part: 'server', says: `It runs at ${base}, and reads and writes its database.` },
  ])
  await db.close()
  expect(await checkServer({ host, port })).toMatchObject([{ level: 'fault', says: expect.stringContaining('cannot read or write') }])
  await close()
})

test('checkServer reports another program at the port as a fault', async () => {
  const other = http.createServer((_request, response) => response.end('hello'))
  await new Promise<void>(resolve => other.listen(0, host, resolve))
  const { port } = other.address() as AddressInfo
  expect(await checkServer({ host, port })).toMatchObject([{ level: 'fault', says: expect.stringContaining('Another program') }])
  other.close()
})

test('checkServer reports a server that does not run as a warning', async () => {
  expect(await checkServer({ host, port: await findFreePort() })).toMatchObject([
    { level: 'warning', says: expect.stringContaining('ECONNREFUSED') },
  ])
})

test('checkVersions reports another Node version as a warning', () => {
  expect(checkVersions()[0]).toMatchObject({ level: 'fine', part: 'versions' })
  expect(checkVersions('v20.1.0')[0]).toMatchObject({ level: 'warning', says: expect.stringContaining('v20.1.0') })
})

test('checkVersions reports a web app that is not built as a warning', () => {
  expect(checkVersions(process.version, '/nowhere')[1]).toMatchObject({ level: 'warning', says: expect.stringContaining('not built') })
})

test('checkSettings reports a settings file readable by others as a fault', () => {
  expect(checkSettings({ env: {}, file: '/srv/hudur.env', isExposed: true })).toMatchObject([
    { level: 'fault', says: expect.stringContaining('chmod 600 /srv/hudur.env') },
  ])
  expect(checkSettings({ env: {}, file: '/srv/hudur.env', isExposed: false })).toMatchObject([{ level: 'fine' }])
})

test('checkConnections reports a limit of 1,024 open files as a warning', () => {
  expect(checkConnections(1_024)).toMatchObject([{ level: 'warning', says: expect.stringContaining('384 connections') }])
  expect(checkConnections(65_536)).toMatchObject([{ level: 'fine' }])
})
