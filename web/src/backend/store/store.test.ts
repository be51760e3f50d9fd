import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { metaIn, openStore, type Page, readMeta, write } from './store.ts'

/** Creates a page that can be left and shown again. */
function newPage() {
  const events = new EventTarget()
  const reload = vi.fn()
  return {
    page: { addEventListener: events.addEventListener.bind(events), location: { reload } } as Page,
    reload,
    leave: () => events.dispatchEvent(new Event('pagehide')),
    comeBack: () => events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
  }
}

const session = { userId: 'u', isConfirmed: true }

test('aborts running reads and writes when the page is left, so that another page can write at once', async () => {
  const first = newPage()
  const store = await openStore('left', first.page)
  const writing = write(store, ['meta'], async trx => {
    for (let turn = 0; ; turn++) await metaIn(trx).set('position', turn)
  })
  const writingFailed = expect(writing).rejects.toMatchObject({ name: 'AbortError' })
  const other = await openStore('left', newPage().page)
  const waiting = write(other, ['meta'], trx => metaIn(trx).set('session', session))
  const reading = expect(store.get('meta', 'position')).rejects.toMatchObject({ name: 'AbortError' })

  first.leave()
  await Promise.all([waiting, writingFailed, reading])
  expect([await readMeta(other, 'session'), await readMeta(other, 'position')]).toEqual([session, undefined])
})

test('rejects new transactions after the page is left, and reloads a page that is shown again after an abort', async () => {
  const { page, reload, leave, comeBack } = newPage()
  const store = await openStore('back', page)
  leave()
  comeBack()
  expect(reload, 'nothing was aborted').not.toHaveBeenCalled()
  await write(store, ['meta'], trx => metaIn(trx).set('session', session))

  leave()
  await expect(write(store, ['meta'], trx => metaIn(trx).remove('session'))).rejects.toMatchObject({ name: 'AbortError' })
  comeBack()
  expect(reload).toHaveBeenCalledOnce()
  expect(await readMeta(store, 'session')).toEqual(session)
})
