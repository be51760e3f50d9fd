import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendErrorsAsRefusals } from '../errors-and-bodies.ts'
import { serveSite } from '../static/site.ts'
import { eventLoopDelay, pressureLimit, refuseUnderPressure, UNDER_ANY_PRESSURE_OPTIONS } from './pressure.ts'

let app: FastifyInstance

beforeEach(() => {
  app = Fastify()
})
afterEach(() => app.close())

test('API requests get 503 above the event loop delay limit', async () => {
  const siteFolder = await mkdtemp(path.join(os.tmpdir(), 'hudur-site-'))
  for (const name of ['index.html', 'main-1.js']) await writeFile(path.join(siteFolder, name), name)
  let delay = pressureLimit.maxDelay
  sendErrorsAsRefusals(app)
  refuseUnderPressure(app, () => delay)
  app.get('/any', async () => 'fine')
  app.get('/healthz', UNDER_ANY_PRESSURE_OPTIONS, async () => 'fine')
  await serveSite(app, siteFolder)
  expect((await app.inject('/any')).statusCode).toBe(200)
  delay += 1
  const refused = await app.inject('/any')
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({ success: false, code: 'unavailable' })
  expect(refused.headers['retry-after']).toBe('2')
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  expect((await app.inject('/main-1.js')).body).toBe('main-1.js')
  expect((await app.inject('/Scanner')).body).toBe('index.html')
  await rm(siteFolder, { recursive: true })
})

test('eventLoopDelay exceeds 60 ms only after the event loop was blocked', async () => {
  const delay = eventLoopDelay(app, { sampleInterval: 50 })
  const delayAfterBlock = () => {
    const until = performance.now() + 400
    while (performance.now() < until);
    return new Promise<number>(resolve => setTimeout(() => resolve(delay()), 5))
  }
  // A sample may end between blocking the loop and reading the delay, so both are repeated.
  await expect.poll(delayAfterBlock, { interval: 5 }).toBeGreaterThan(60)
  await expect.poll(delay, { interval: 5 }).toBeLessThan(60)
})
