import { type ComponentType, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/component/screen.tsx'
import { Button } from '../ui/button.tsx'
import { type DialogProps, DialogWindow } from '../ui/dialog-window.tsx'
import { deferredDialog } from './deferred.tsx'

type DialogComponent = ComponentType<DialogProps>

/** Renders a page with a button that opens the dialog `Later`. */
function DialogOpener({ Later }: { Later: DialogComponent }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <main>
      <h1>القائمة</h1>
      <Button onPress={() => setOpen(true)}>راجع</Button>
      <Later isOpen={isOpen} onOpenChange={setOpen} title="مراجعة القائمة">
        أربعون ضيفاً
      </Later>
    </main>
  )
}

test('deferredDialog shows a busy modal dialog with the same title while the code of the dialog is fetched, and Escape closes it', async () => {
  const script = Promise.withResolvers<DialogComponent>()
  const Later = deferredDialog(() => script.promise)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  root.render(<DialogOpener Later={Later} />)

  const opener = page.getByRole('button', { name: 'راجع' })
  const dialog = page.getByRole('dialog', { name: 'مراجعة القائمة' })
  await opener.click()
  await expect.element(dialog).toHaveAttribute('aria-busy', 'true')
  await expectAccessible()
  expect(document.elementFromPoint(...centreOf(document.querySelector('main button')!))).toBe(dialog.element())
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()

  await opener.click()
  await expect.element(dialog).toBeVisible()
  script.resolve(DialogWindow)
  await expect.element(dialog.getByText('أربعون ضيفاً')).toBeVisible()
  await expect.element(dialog).not.toHaveAttribute('aria-busy')
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

function centreOf(element: Element): [number, number] {
  const { x, y, width, height } = element.getBoundingClientRect()
  return [x + width / 2, y + height / 2]
}
