import { contract, httpBackend, Refusal } from '@hudur/core'
import { createBackend } from './backend.ts'
import { createConnection } from './connection.ts'
import type { Device } from './device/device.ts'
import { takeOverLocal } from './device/take-over.ts'
import { createDeviceStatus } from './device-status.ts'
import type { Lock } from './locks.ts'
import { createServerCalls } from './server-calls.ts'
import { forgetSummaries, summarise } from './summaries.ts'
import { createSync } from './sync.ts'

type Edges = {
  fetch: typeof globalThis.fetch
  base?: string
  /** What this browser keeps; rejects where it keeps nothing. */
  device: Promise<Device>
  lock: Lock
  /** Reached for when it is needed: where storage is forbidden, looking at it throws. */
  storage: () => Storage
}

/** How long (ms) what this browser keeps may take to open before the server alone answers. */
const OPENING_MS = 2_000

/** `device` gives this browser's device; undefined where it keeps nothing, and from `OPENING_MS` on until it has opened after all. */
function openingDevice(opening: Promise<Device>) {
  const opened = opening.catch(() => undefined)
  let isOverdue = false
  const overdue = new Promise<undefined>(resolve => {
    setTimeout(() => {
      isOverdue = true
      resolve(undefined)
    }, OPENING_MS)
  })
  return {
    device: () => Promise.race([opened, overdue]),
    /** Whether it opened after `OPENING_MS`. Never resolves while it waits. */
    openedLate: opened.then(here => here !== undefined && isOverdue),
  }
}

/** Puts together who answers: the server, this device, and what goes between them. */
export function compose({ fetch, base = '', device: opening, lock, storage }: Edges) {
  const server = httpBackend(contract, { base, fetch })
  const { device, openedLate } = openingDevice(opening)

  const connection = createConnection(async () => {
    const here = await device()
    const askedAt = (here?.now ?? (() => new Date()))().getTime()
    const report = await server.connection.test({})
    // Not waited for: a clock that cannot be kept is measured again.
    here?.clock.measure(report.now, askedAt).then(() => status.changed(), status.cannotKeep)
    return report
  })
  const status = createDeviceStatus(device)
  const callServer = createServerCalls(connection)
  const withStorage = async (use: (storage: Storage) => unknown) => {
    try {
      await use(storage())
    } catch {
      // A summary is a convenience: without storage there is none.
    }
  }

  const sync = createSync({
    server,
    device,
    connection,
    callServer,
    lock,
    status,
    summarise: (here, user) => withStorage(kept => summarise(here, user, kept)),
  })
  const backend = createBackend({
    server,
    device,
    connection,
    callServer,
    lock,
    status,
    sync,
    forgetSummaries: () => void withStorage(forgetSummaries),
  })
  void openedLate.then(isLate => {
    if (!isLate) return
    status.keeps()
    void status.changed()
  })

  return {
    backend,
    connection,
    status,
    sync,
    device,
    openedLate,

    /** Gives what the fallback administrator made here to the administrator who is signed in, within their balance. */
    async takeOver() {
      const here = await device()
      const user = await backend.accounts.me({})
      const session = await here?.people.session()
      if (!here || !user?.isAdmin || !session?.isConfirmed || session.userId !== user.id) throw new Refusal('not-allowed')
      const result = await takeOverLocal(here, user)
      await status.changed()
      await sync.run()
      return result
    },
  }
}

export type Composition = ReturnType<typeof compose>
