import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { expect, test, vi } from 'vitest'
import { metaInTransaction, openStore, readMeta, runWriteTransaction, type StorePage } from './store.ts'

/** Creates a fake page. `leave` and `comeBack` dispatch the events of leaving the page and of showing it again. */
function createFakePage() {
  const events = new EventTarget()
  const reload = vi.fn()
  return {
    page: { addEventListener: events.addEventListener.bind(events), location: { reload } } as StorePage,
    reload,
    leave: () => events.dispatchEvent(new Event('pagehide')),
    comeBack: () => events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
  }
}

const session = { userId: 'u', isConfirmed: true }

test('leaving the page aborts its running IndexedDB transactions', async () => {
  const first = createFakePage()
  const store = await openStore('left', first.page)
  const writing = runWriteTransaction(store, ['meta'], async trx => {
    for (let turn = 0; ; turn++) await metaInTransaction(trx).set('position', turn)
  })
  const writingFailed = expect(writing).rejects.toMatchObject({ name: 'AbortError' })
  const other = await openStore('left', createFakePage().page)
  const waiting = runWriteTransaction(other, ['meta'], trx => metaInTransaction(trx).set('session', session))
  const reading = expect(store.get('meta', 'position')).rejects.toMatchObject({ name: 'AbortError' })

  first.leave()
  await Promise.all([waiting, writingFailed, reading])
  expect([await readMeta(other, 'session'), await readMeta(other, 'position')]).toEqual([session, undefined])
})

test('a write after the page was left rejects with AbortError', async () => {
  const { page, reload, leave, comeBack } = createFakePage()
  const store = await openStore('back', page)
  leave()
  comeBack()
  expect(reload, 'nothing was aborted').not.toHaveBeenCalled()
  await runWriteTransaction(store, ['meta'], trx => metaInTransaction(trx).set('session', session))

  leave()
  await expect(runWriteTransaction(store, ['meta'], trx => metaInTransaction(trx).remove('session'))).rejects.toMatchObject({
    name: 'AbortError',
  })
  comeBack()
  expect(reload).toHaveBeenCalledOnce()
  expect(await readMeta(store, 'session')).toEqual(session)
})

test('a database of an earlier version keeps its rows and loses the cursor, so that all rows are downloaded again', async () => {
  const rows = [{ id: 'i1', guestKey: 'علی', guestWords: 'علی' }]
  const before = await openDB('before one table of letters', 4, {
    upgrade(db) {
      db.createObjectStore('invitations', { keyPath: 'id' })
      db.createObjectStore('meta')
    },
  })
  await before.put('invitations', rows[0])
  await before.put('meta', { account: 'u', cursor: 'c', epoch: 'e', at: '', events: [] }, 'replica')
  before.close()
  const store = await openStore('before one table of letters')
  expect(await readMeta(store, 'replica')).toEqual({ account: 'u', epoch: 'e', at: '', events: [] })
  expect(await store.getAll('invitations')).toEqual(rows)
})
