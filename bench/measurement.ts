import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { type MeasurementName, type ReadingResult, recordFigures } from '../e2e/measurements.ts'
import { findChromium } from '../scripts/chromium.mjs'

const ROOT = path.resolve(import.meta.dirname, '..')
const PLAYWRIGHT = path.join(ROOT, 'node_modules/@playwright/test/cli.js')

/** The part of Playwright's JSON report that contains the figures. */
type PlaywrightReport = { suites: { specs: { tests: { annotations: { type: string; description?: string }[] }[] }[] }[] }

/**
 * Runs the Playwright tests of a measurement with all their samples, and prints their figures. Records the figures when all tests pass;
 * otherwise exits with 1.
 */
export function runMeasurement(name: MeasurementName) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hudur-measurement-'))
  try {
    const report = path.join(folder, 'report.json')
    const { status } = spawnSync(process.execPath, [PLAYWRIGHT, 'test', '--config', 'e2e/playwright.config.ts', `e2e/${name}.spec.ts`], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, MEASURE: name, CHROMIUM_PATH: String(findChromium()), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    })
    const figures = readFigures(JSON.parse(readFileSync(report, 'utf8')))
    // biome-ignore lint/suspicious/noConsole: the table is what this program is for
    console.table(figures)
    if (status === 0) recordFigures(name, figures)
    else process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readFigures({ suites }: PlaywrightReport): Record<string, ReadingResult> {
  const annotations = suites.flatMap(({ specs }) => specs.flatMap(({ tests }) => tests.flatMap(test => test.annotations)))
  const figures = annotations.filter(({ type }) => type === 'figure').map(({ description }) => JSON.parse(description!))
  return Object.fromEntries(figures.map(({ name, read, of }: ReadingResult & { name: string }) => [name, { read, of }]))
}
