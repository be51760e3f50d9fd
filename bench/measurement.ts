import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { type MeasurementName, type ReadingResult, recordFigures } from '../e2e/measurements.ts'
import { CHROMIUM_PATH } from './browser.ts'
import { printTable } from './figures.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const PLAYWRIGHT = path.join(ROOT, 'node_modules/@playwright/test/cli.js')

/** The part of Playwright's JSON report that contains the figures. */
type PlaywrightReport = { suites: { specs: { tests: { annotations: { type: string; description?: string }[] }[] }[] }[] }

/** Runs a measurement with all its samples. Records the figures when all tests pass; otherwise exits with 1. */
export const runMeasurement = (name: MeasurementName) =>
  withTemporaryFolder(async folder => {
    const report = path.join(folder, 'report.json')
    const { status } = spawnSync(process.execPath, [PLAYWRIGHT, 'test', '--config', 'e2e/playwright.config.ts', `e2e/${name}.spec.ts`], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, MEASURE: name, CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    })
    const figures = readFigures(JSON.parse(await readFile(report, 'utf8')))
    printTable(figures)
    if (status === 0) recordFigures(name, figures)
    else process.exitCode = 1
  })

function readFigures({ suites }: PlaywrightReport): Record<string, ReadingResult> {
  const annotations = suites.flatMap(({ specs }) => specs.flatMap(({ tests }) => tests.flatMap(test => test.annotations)))
  const figures = annotations.filter(({ type }) => type === 'figure').map(({ description }) => JSON.parse(description!))
  return Object.fromEntries(figures.map(({ name, read, of }: ReadingResult & { name: string }) => [name, { read, of }]))
}
