import {
  type Backend,
  type Contract,
  contract,
  type Endpoint,
  ID_BYTES,
  type InputOf,
  idFrom,
  mapContract,
  Refusal,
  readCode,
  type ScanAnswer,
  type ScanInput,
  Unreachable,
} from '@hudur/core'
import { newIdempotencyKey } from '../device/idempotency-key.ts'
import { lateBackend, localPartOf } from './load-local.ts'
import type { Device } from './store/device.ts'
import { isStorageFailure } from './store/store.ts'
import type { Parts } from './sync/parts.ts'
import { type SignIn, signInOf } from './sync/sign-in.ts'
import type { Sync } from './sync/sync.ts'

type Input = Record<string, unknown>
type Call = (input: Input) => Promise<unknown>
type Calls = Record<string, Record<string, Call>>

type BackendParts = Parts & {
  sync: Sync
  /** Removes the summaries in local storage after a sign-out, so that the next person cannot read them. */
  forgetSummaries: () => void
}

/** This device with the backend and the sign-in that use it. */
type DeviceParts = { here: Device; local: Backend<Contract>; signIn: SignIn }

/** One endpoint, and the functions that call it on the server and on this device. */
type Target = { endpoint: Endpoint; onServer: Call; onDevice: (local: Backend<Contract>) => Call }

/**
 * Whether the server refused an undo because it does not have the admission. A server that was restored from a backup may have lost it, but
 * this device still has its own admissions.
 */
const isUnknownToServer = ({ undone }: Endpoint, error: unknown) =>
  undone !== undefined && error instanceof Refusal && error.code === 'not-found'

/** Whether the device answers a call of a scanner after this error: the session is missing or the server is busy, which decides nothing. */
const isAnsweredByDevice = ({ atGate }: Endpoint, error: unknown) =>
  atGate === true && error instanceof Refusal && (error.code === 'not-signed-in' || error.code === 'busy')

const isAdmission = ({ scanned }: Endpoint, answer: unknown) => scanned !== undefined && (answer as ScanAnswer).outcome === 'admitted'

/**
 * Whether this device answered a scan without admitting the guest. The server is then asked once more: it may have admitted the guest by
 * the first, unanswered request, or have an invitation that the replica lacks.
 */
const needsSecondRequest = (endpoint: Endpoint, answer: unknown) => endpoint.scanned !== undefined && !isAdmission(endpoint, answer)

/** Whether this device stored something for this request: every request but GET, except a scan that did not admit. */
const hasStored = (endpoint: Endpoint, answer: unknown) => endpoint.method !== 'GET' && !needsSecondRequest(endpoint, answer)

/** Returns the input of one of the three scan endpoints with the scanned text in `code`, whatever the endpoint calls it. */
const scanInputOf = ({ scanned }: Endpoint, input: Input) =>
  ({ admit: 1, happened: false, ...input, code: String(input[scanned ?? ''] ?? '') }) as unknown as ScanInput & { nonce: string }

const newId = () => idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES)))

/**
 * Returns the input with the ids, idempotency key and times that its caller left out. They are set before the first request, so that every
 * retry, the device's own answer and the later upload carry the same ones.
 */
function withIds(endpoint: Endpoint, input: Input, { now, clock }: Pick<Device, 'now' | 'clock'>): Input {
  const clockOffset = clock.offset()
  const measured = clockOffset !== null && { clockOffset }
  if (endpoint.scanned) return { nonce: newIdempotencyKey(), scannedAt: now().toISOString(), ...measured, ...input }
  if (endpoint.undone) return { ...measured, ...input }
  if (endpoint !== contract.invitations.create) return input
  const { invitations } = input as InputOf<Contract['invitations']['create']>
  return { nonce: newIdempotencyKey(), ...input, invitations: invitations.map(one => ({ ...one, id: one.id ?? newId() })) }
}

/**
 * Creates the backend of the screens. The server answers; while it is unreachable this device answers the endpoints whose contract says
 * `offline: 'answer'`. The server and the device get the same input with the same ids and idempotency keys, so the server counts a request
 * once, even if it received both the first attempt and the later upload. A refusal of the server is final, except for those that
 * `isAnsweredByDevice` and `isUnknownToServer` list.
 */
export function createBackend({ sync, forgetSummaries, ...shared }: BackendParts): Backend<Contract> {
  const { server, device, connection, callServer, status } = shared

  let cachedParts: DeviceParts | undefined
  async function parts() {
    const thisDevice = await device()
    if (thisDevice && !cachedParts) {
      const local = lateBackend(thisDevice)
      cachedParts = { here: thisDevice, local, signIn: signInOf({ ...shared, local, here: thisDevice }) }
    }
    return cachedParts
  }

  /** Returns whether this device answers after this error. Sets `needsSignIn` when the session is missing. */
  function answersOnDevice(endpoint: Endpoint, error: unknown) {
    const isUndecided = isAnsweredByDevice(endpoint, error)
    if (isUndecided && (error as Refusal).code === 'not-signed-in') status.needsSignIn(true)
    return isUndecided
  }

  /**
   * Returns whether only this device can answer: the invitation was created here, or the admission to undo was made here, and it is not
   * uploaded yet.
   */
  async function isOnlyOnDevice({ store, people }: Device, endpoint: Endpoint, input: Input) {
    if (endpoint.scanned) {
      const read = readCode(scanInputOf(endpoint, input).code)
      return read.is === 'id' && (await store.get('invitations', read.id))?.isMade === true
    }
    if (!endpoint.undone) return false
    const actor = await people.actor()
    const admission = actor && (await store.getFromIndex('outbox', 'nonce', [actor.id, String(input[endpoint.undone])]))
    return admission?.state === 'waiting'
  }

  /** Stores on this device the effects of a call that the server answered: an admission, an undo, a changed password, a deleted account. */
  async function storeEffects({ here, signIn }: DeviceParts, endpoint: Endpoint, input: Input, answer: unknown) {
    const actor = await here.people.actor()
    if (actor && isAdmission(endpoint, answer)) {
      const { keepAdmission } = await localPartOf(here)
      await keepAdmission(here, actor, scanInputOf(endpoint, input), answer as ScanAnswer)
      status.reportStored()
    }
    if (actor && endpoint.undone) {
      const { keepUndo } = await localPartOf(here)
      await keepUndo(here, actor, input as Parameters<typeof keepUndo>[2])
    }
    if (endpoint.changesReplica) void sync.run()
    await signIn.noteChange(actor, endpoint, input)
    if (endpoint === contract.accounts.deleteAccount) forgetSummaries()
  }

  async function callEndpoint(target: Target, given: Input) {
    const { endpoint, onServer } = target
    const all = await parts()
    if (!all) return callServer(() => onServer(given), { evenDisconnected: true })
    const { here, local, signIn } = all
    const answersHere = endpoint.offline === 'answer'
    const input = withIds(endpoint, given, here)

    /** Runs the call on this device. Runs `otherwise` when the browser's storage fails. */
    async function onDevice(otherwise: () => Promise<unknown>) {
      if (!answersHere) throw new Refusal('offline')
      try {
        const answer = await target.onDevice(local)(input)
        if (hasStored(endpoint, answer)) status.reportStored()
        if (endpoint.method !== 'GET') await status.changed()
        return answer
      } catch (error) {
        if (!isStorageFailure(error)) throw error
        status.reportStorageFailure()
        return otherwise()
      }
    }

    const session = await status.orFallback(() => here.people.session(), here.people.lastSession())
    // A session that only this device confirmed does not exist on the server, where another user's session may still be open: send
    // nothing as that user.
    const mustSignIn = endpoint.access !== 'public' && session?.isConfirmed === false
    const onServerAlone = () =>
      mustSignIn ? Promise.reject(new Refusal('not-signed-in')) : callServer(() => onServer(input), { evenDisconnected: true })
    const isOurs = () => status.orFallback(() => isOnlyOnDevice(here, endpoint, input), false)
    if (connection.get() === 'disconnected' || (answersHere && (await isOurs()))) return onDevice(onServerAlone)
    if (mustSignIn) return answersHere ? onDevice(onServerAlone) : onServerAlone()
    try {
      await status.orFallback(signIn.leaveOldSession, undefined)
      const answer = await callServer(() => onServer(input), { evenDisconnected: !answersHere })
      await status.orFallback(() => storeEffects(all, endpoint, input, answer), undefined)
      return answer
    } catch (error) {
      const isLeftToDevice = session !== undefined && (answersOnDevice(endpoint, error) || isUnknownToServer(endpoint, error))
      if (!answersHere || !(error instanceof Unreachable || isLeftToDevice)) throw error
      const answer = await onDevice(() => Promise.reject(error))
      return error instanceof Unreachable && needsSecondRequest(endpoint, answer) ? askServerAgain(all, target, input, answer) : answer
    }
  }

  /**
   * Sends the same request to the server once more when the device did not admit: the guest may have been added since the last sync.
   * Returns the device's answer when the server is still unreachable or does not decide.
   */
  async function askServerAgain(all: DeviceParts, { endpoint, onServer }: Target, input: Input, answer: unknown) {
    if (connection.get() === 'disconnected') return answer
    try {
      const serverAnswer = await callServer(() => onServer(input))
      await status.orFallback(() => storeEffects(all, endpoint, input, serverAnswer), undefined)
      return serverAnswer
    } catch (error) {
      if (error instanceof Unreachable || answersOnDevice(endpoint, error)) return answer
      throw error
    }
  }

  /**
   * Signs in or out, or reads the signed-in user: by `withDevice` on the server and this device, or by `alone` on the server only where the
   * browser has no storage.
   */
  async function callSignIn<Answer>(withDevice: (signIn: SignIn) => Promise<Answer>, alone: () => Promise<Answer>) {
    const all = await parts()
    const answer = all ? await withDevice(all.signIn) : await callServer(alone, { evenDisconnected: true })
    await status.changed()
    return answer
  }

  const calls = mapContract(contract, (endpoint, noun, name) => {
    const callOf = (backend: Backend<Contract>) => (backend as unknown as Calls)[noun]?.[name] as Call
    const target = { endpoint, onServer: callOf(server), onDevice: callOf }
    return (input: Input) => callEndpoint(target, input)
  }) as unknown as Backend<Contract>

  const accounts: Backend<Contract>['accounts'] = {
    ...calls.accounts,
    async login(input) {
      const user = await callSignIn(
        signIn => signIn.login(input),
        () => server.accounts.login(input),
      )
      void sync.run()
      return user
    },
    me: () =>
      callSignIn(
        signIn => signIn.me(),
        () => server.accounts.me({}),
      ),
    async logout(input) {
      const response = await callSignIn(
        signIn => signIn.logout(input),
        () => server.accounts.logout(input),
      )
      forgetSummaries()
      return response
    },
  }
  return { ...calls, accounts }
}
