import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/component/screen.tsx'

const searchField = page.getByRole('searchbox', { name: 'البحث في الدعوات' })

test('a typed search is dropped when the query string changes', async () => {
  await openScreen('/data?search=ضيف')
  await expect.element(searchField).toHaveValue('ضيف')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await searchField.fill('ضيف آخر')
  window.history.replaceState(window.history.state, '', '/data')
  window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  await expect.element(searchField).toHaveValue('')
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()
  await expect.element(searchField).toHaveValue('')
  expect(window.location.pathname + window.location.search).toBe('/data')
})
