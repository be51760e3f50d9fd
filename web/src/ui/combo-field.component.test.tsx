import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ComboField } from './combo-field.tsx'

const OPTIONS = ['هناء', 'سلمى'].map(label => ({ id: label, label, face: label }))

function ControlledComboField() {
  const [value, setValue] = useState('')
  return <ComboField label="صاحب الدعوات" nothing="لا أحد" onChange={setValue} options={OPTIONS} placeholder="أنا" value={value} />
}

test('the list stays closed when Enter follows the last letter at once', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<ControlledComboField />)
  const field = page.getByRole('combobox')
  await field.click()
  await expect.element(page.getByRole('option', { name: 'سلمى' })).toBeVisible()
  // The test holds back all animation frames until Enter is pressed, as on a slow device.
  const held = new Map<number, FrameRequestCallback>()
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation(frame => held.set(-held.size - 1, frame).size * -1)
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation(id => void held.delete(id))
  await userEvent.keyboard('هنا')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(field).toHaveValue('هناء')
  vi.restoreAllMocks()
  for (const frame of held.values()) frame(performance.now())
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  root.unmount()
  place.remove()
})
