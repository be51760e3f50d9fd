import '../../src/styles/base.css'
import { afterEach, beforeEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import { cancelDocumentNavigations, documentNavigations } from './navigations.ts'
import { closeScreen } from './screen.tsx'
import { restoreApplication } from './session.ts'

/** The errors and warnings on the console and the unhandled rejections of the present test. Each fails the test. */
let problems: string[] = []

// The console is not replaced by spies, because a test that restores its spies would restore these too.
for (const level of ['error', 'warn'] as const)
  console[level] = (...said: unknown[]) => void problems.push(`console.${level}: ${said.map(String).join(' ')}`)
window.addEventListener('unhandledrejection', ({ reason }) => problems.push(`unhandled: ${String(reason)}`))

cancelDocumentNavigations()

const WINDOW_SIZE = { width: 1280, height: 800 }

beforeEach(async () => {
  problems = []
  documentNavigations.length = 0
  if (window.innerWidth !== WINDOW_SIZE.width || window.innerHeight !== WINDOW_SIZE.height)
    await page.viewport(WINDOW_SIZE.width, WINDOW_SIZE.height)
  await restoreApplication()
})

afterEach(() => {
  closeScreen()
  expect(problems).toEqual([])
})
