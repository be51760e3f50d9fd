import '../../src/styles/base.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cancelDocumentNavigations, documentNavigations } from './navigations.ts'
import { closeScreen } from './screen.tsx'
import { restoreApplication } from './session.ts'

let problems: string[] = []
let allowed: RegExp[] = []

/** Allows a problem that the test provokes: a pattern for a console message or an unhandled rejection. */
export const allowProblem = (pattern: RegExp) => void allowed.push(pattern)

for (const level of ['error', 'warn'] as const)
  vi.spyOn(console, level).mockImplementation((...said) => void problems.push(`console.${level}: ${said.map(String).join(' ')}`))
window.addEventListener('unhandledrejection', ({ reason }) => problems.push(`unhandled: ${String(reason)}`))

cancelDocumentNavigations()

const WINDOW = { width: 1280, height: 800 }

beforeEach(async () => {
  problems = []
  allowed = []
  documentNavigations.length = 0
  if (window.innerWidth !== WINDOW.width || window.innerHeight !== WINDOW.height) await page.viewport(WINDOW.width, WINDOW.height)
  await restoreApplication()
})

afterEach(() => {
  closeScreen()
  expect(problems.filter(problem => !allowed.some(pattern => pattern.test(problem)))).toEqual([])
})
