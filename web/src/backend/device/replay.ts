import { type Backend, type Contract, type Invitation, Refusal } from '@hudur/core'
import type { Device } from './device.ts'
import { outboxIn } from './outbox.ts'
import { marked, replicaIn } from './replica.ts'
import { type Entry, metaIn, write } from './store.ts'

/** Refusals after which the same entry may still be taken later. */
const isForLater = (refusal: Refusal) => refusal.status === 401 || refusal.status === 429 || refusal.status >= 500

/** Carries an entry out on the server, as the very act it was here. */
async function tell(server: Backend<Contract>, entry: Entry): Promise<Invitation[]> {
  if (entry.operation === 'create') return server.invitations.create(entry.input)
  if (entry.operation === 'check') await server.scanning.check(entry.input)
  else await server.scanning.undo({ ...entry.input, happened: true })
  return []
}

/** Takes a told entry out of the outbox, and notes what the server has now. */
const settle = ({ store }: Device, entry: Entry, made: Invitation[]) =>
  write(store, ['invitations', 'scans', 'outbox', 'meta'], async trx => {
    const scans = trx.objectStore('scans')
    await outboxIn(trx).remove(entry.seq!)
    const isHere = (await metaIn(trx).get('session'))?.userId === entry.account
    if (entry.operation === 'create' && isHere) await replicaIn(trx).put(made, { isMade: false })
    if (entry.operation === 'check') {
      const scan = await scans.get([entry.account, entry.nonce])
      if (scan) await scans.put(marked({ ...scan, isSent: true }))
    }
    if (entry.operation === 'undo') {
      const scan = await scans.get([entry.account, entry.input.admission])
      if (scan?.undo) await scans.put(marked({ ...scan, undo: { ...scan.undo, isSent: true } }))
    }
  })

/** Puts a refused entry aside. Invitations that the server would not make open nothing here either: they go, or stay as pending where its owner has too many of those. */
const setAside = ({ store }: Device, entry: Entry, refusal: Refusal) =>
  write(store, ['invitations', 'scans', 'outbox', 'meta'], async trx => {
    await outboxIn(trx).setAside(entry, refusal)
    if (entry.operation !== 'create') return
    const ids = entry.input.invitations.flatMap(({ id }) => id ?? [])
    const kept = await Promise.all(ids.map(id => trx.objectStore('invitations').get(id)))
    const made = kept.flatMap(one => (one?.isMade ? one.invitation : []))
    if (refusal.code === 'too-many-pending')
      await replicaIn(trx).put(
        made.map(one => ({ ...one, isPending: true })),
        { isMade: true },
      )
    else await replicaIn(trx).remove(made.map(({ id }) => id))
  })

/**
 * Tells the server one entry, and answers what keeps its answer here. Only the answer to this very call takes the entry out of the outbox; a
 * no that will stay a no puts it aside. Throws what makes all of them wait: nobody answered, a sign-in is missing, or the server is busy.
 */
export async function replay(device: Device, server: Backend<Contract>, entry: Entry): Promise<() => Promise<void>> {
  try {
    const made = await tell(server, entry)
    return () => settle(device, entry, made)
  } catch (error) {
    if (!(error instanceof Refusal) || isForLater(error)) throw error
    return () => setAside(device, entry, error)
  }
}
