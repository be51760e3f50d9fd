import { type ComponentType, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/component/screen.tsx'
import { Button } from '../ui/button.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { type DialogProps, DialogWindow } from '../ui/dialog-window.tsx'
import { componentWhenNear } from './deferred.tsx'

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

test('deferredDialog shows a busy dialog while its code is fetched', async () => {
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

/** Renders a component that is loaded when it is near, below an empty space of `height`. Returns how often its code was requested. */
function renderBelow(height: string) {
  let requests = 0
  const Later = componentWhenNear(
    async () => {
      requests++
      return () => <p>صاحب الدعوات</p>
    },
    () => <p>جارٍ التحميل</p>,
  )
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  root.render(
    <>
      <label>
        الاسم <input />
      </label>
      <div style={{ height }} />
      <Later />
    </>,
  )
  return { requests: () => requests }
}

const loadedPart = page.getByText('صاحب الدعوات')

test('componentWhenNear renders a visible component once fetched', async () => {
  const { requests } = renderBelow('0')
  await expect.element(loadedPart).toBeVisible()
  expect(requests()).toBe(1)
})

test('componentWhenNear renders a placeholder until it is near', async () => {
  const { requests } = renderBelow('300vh')
  const placeholder = page.getByText('جارٍ التحميل')
  await expect.element(placeholder).toBeInTheDocument()
  // The browser notifies observers in the order of their creation, so the observer of the component is notified before this one.
  const isNear = await new Promise(resolve => {
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect()
      resolve(entry?.isIntersecting)
    })
    observer.observe(placeholder.element())
  })
  expect(isNear).toBe(false)
  expect(loadedPart.elements()).toHaveLength(0)
  placeholder.element().scrollIntoView()
  await expect.element(loadedPart).toBeVisible()
  expect(requests()).toBe(1)
})

test('componentWhenNear renders a distant component after an input', async () => {
  const { requests } = renderBelow('300vh')
  await expect.element(page.getByText('جارٍ التحميل')).toBeInTheDocument()
  await page.getByLabelText('الاسم').fill('هناء')
  await expect.element(loadedPart).toBeInTheDocument()
  expect(requests()).toBe(1)
})
