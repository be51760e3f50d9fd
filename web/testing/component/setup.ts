import '../../src/styles/base.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cancelDocumentNavigations, documentNavigations } from './navigations.ts'
import { closeScreen } from './screen.tsx'
import { restoreApplication } from './session.ts'

let problems: string[] = []
let allowedProblems: RegExp[] = []

/**
 * Allows a problem that the test causes on purpose. The pattern matches a console message or an unhandled rejection. All other problems
 * fail the test.
 */
export const allowProblem = (pattern: RegExp) => void allowedProblems.push(pattern)

for (const level of ['error', 'warn'] as const)
  vi.spyOn(console, level).mockImplementation((...said) => void problems.push(`console.${level}: ${said.map(String).join(' ')}`))
window.addEventListener('unhandledrejection', ({ reason }) => problems.push(`unhandled: ${String(reason)}`))

cancelDocumentNavigations()

const WINDOW_SIZE = { width: 1280, height: 800 }

beforeEach(async () => {
  problems = []
  allowedProblems = []
  documentNavigations.length = 0
  if (window.innerWidth !== WINDOW_SIZE.width || window.innerHeight !== WINDOW_SIZE.height)
    await page.viewport(WINDOW_SIZE.width, WINDOW_SIZE.height)
  await restoreApplication()
})

afterEach(() => {
  closeScreen()
  expect(problems.filter(problem => !allowedProblems.some(pattern => pattern.test(problem)))).toEqual([])
})
