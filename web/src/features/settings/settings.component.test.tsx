import { RELEASE_VERSION } from '@hudur/core/release'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { createNetwork } from '../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'

test('the settings reload the support contacts on retry', async () => {
  const network = createNetwork()
  const restore = network.fail('support.php')
  await openScreen('/settings', { network })
  const support = page.getByRole('region', { name: 'الدعم الفني' })
  await expect.element(support.getByRole('status', { name: 'جاري التحميل' })).toBeVisible()
  await expect.element(support.getByRole('status').filter({ hasText: 'تعذّر تحميل بيانات الدعم' })).toBeVisible()
  await expectAccessible()
  restore()
  await support.getByRole('button', { name: 'إعادة المحاولة' }).click()
  await expect.element(support.getByRole('link', { name: 'اتصال' })).toBeVisible()
  const system = page.getByRole('region', { name: 'معلومات النظام' })
  expect(system.element().textContent.match(/\d+\.\d+\.\d+/g)).toEqual([RELEASE_VERSION])
})

test('with reduced motion the theme changes without transitions', async () => {
  expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(true)
  const transitions: string[] = []
  const recordTransition = ({ propertyName }: TransitionEvent) => void transitions.push(propertyName)
  document.addEventListener('transitionrun', recordTransition)
  onTestFinished(() => {
    document.removeEventListener('transitionrun', recordTransition)
    window.dispatchEvent(new CustomEvent('themechange', { detail: 'system' }))
  })
  await openScreen('/settings')
  const darkTheme = page.getByRole('radio', { name: 'داكن' })
  await expect.element(darkTheme).toBeInTheDocument()
  const readTextColor = () => getComputedStyle(document.body).color
  const lightColor = readTextColor()
  ;(darkTheme.element() as HTMLElement).click()
  await expect.poll(readTextColor).not.toBe(lightColor)
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect(transitions).toEqual([])
})
