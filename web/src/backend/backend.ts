import type { ScanAnswer } from '@hudur/core/check-in/contract'
import type { ScanInput } from '@hudur/core/check-in/scan'
import { type Contract, contract } from '@hudur/core/contract'
import { type Backend, type CallOptions, type Endpoint, type EndpointInput, mapContract } from '@hudur/core/endpoint'
import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { newIdempotencyKey } from '../device/idempotency-key.ts'
import { newId } from '../device/new-id.ts'
import { createLazyDeviceBackend, localPartOf } from './load-local.ts'
import type { Device } from './store/device.ts'
import { isStorageFailure } from './store/store.ts'
import type { SharedDependencies } from './sync/shared-dependencies.ts'
import { createSignIn, type SignIn } from './sync/sign-in.ts'
import type { Sync } from './sync/sync.ts'

/**
 * How long (ms) a scan waits for the server before this device may admit the guest itself, and the largest age (ms) of the replica with
 * which it may.
 */
const EARLY_DECISION_MS = 800
const MAX_EARLY_REPLICA_AGE_MS = 60_000

/** How long (ms) the request of a scan goes on after this device has admitted the guest. The upload then repeats it. */
const EARLY_TIMEOUT_MS = 10_000

type CallInput = Record<string, unknown>
type Call = (input: CallInput, options?: CallOptions) => Promise<unknown>
type CallsByNoun = Record<string, Record<string, Call>>

type BackendDependencies = SharedDependencies & {
  sync: Sync
  /** Removes the summary of accounts and events from local storage, so that the next person at this browser cannot read it. */
  removeSummaries: () => void
}

type LocalServices = { thisDevice: Device; local: Backend<Contract>; signIn: SignIn }

type EndpointCalls = { endpoint: Endpoint; onServer: Call; onDevice: (local: Backend<Contract>) => Call }

/**
 * Returns whether the server lacks the admission to undo. A restored server may have lost it; this device still has its own admissions.
 */
const isUnknownToServer = ({ undone }: Endpoint, error: unknown) =>
  undone !== undefined && error instanceof Refusal && error.code === 'not-found'

/** Returns whether this device answers a scanner call after this refusal, because the server has not decided on the scan. */
const isAnsweredByDevice = ({ atGate }: Endpoint, error: unknown) =>
  atGate === true && error instanceof Refusal && (error.code === 'not-signed-in' || error.code === 'busy')

/** Returns whether people were counted: admitted, or signed out. */
const isAdmission = ({ scanned }: Endpoint, answer: unknown) => {
  const outcome = (answer as ScanAnswer | undefined)?.outcome
  return scanned !== undefined && (outcome === 'admitted' || outcome === 'exited')
}

/**
 * Returns whether the scan must be sent to the server again: this device answered without admitting the guest, but the server may admit the
 * guest, or have admitted them without an answer.
 */
const needsSecondRequest = (endpoint: Endpoint, answer: unknown) => endpoint.scanned !== undefined && !isAdmission(endpoint, answer)

/** Returns whether this device stored something for this request: every method except GET does, except a scan that admitted nobody. */
const hasStoredOnDevice = (endpoint: Endpoint, answer: unknown) => endpoint.method !== 'GET' && !needsSecondRequest(endpoint, answer)

/** Ends the request of a scan after the time-out of its endpoint. `extend` gives it more time, `end` none. */
function startScanTimeout({ timeoutMs }: Endpoint) {
  const controller = new AbortController()
  const end = () => controller.abort()
  let timer = setTimeout(end, timeoutMs)
  return {
    options: { timeoutMs: EARLY_TIMEOUT_MS, signal: controller.signal },
    extend() {
      clearTimeout(timer)
      timer = setTimeout(end, EARLY_TIMEOUT_MS)
    },
    end() {
      clearTimeout(timer)
      end()
    },
  }
}

/** Returns the input of one of the three scan endpoints with the scanned text in `code`. Each endpoint has its own name for this field. */
const scanInputOf = ({ scanned }: Endpoint, input: CallInput) =>
  ({ admit: 1, happened: false, ...input, code: String(input[scanned ?? ''] ?? '') }) as unknown as ScanInput & { nonce: string }

/** Adds the ids, the idempotency key and the times that the caller left out, so that retries and a later upload use the same ones. */
function withGeneratedIds(endpoint: Endpoint, input: CallInput, { now, clock }: Pick<Device, 'now' | 'clock'>): CallInput {
  const clockOffset = clock.offset()
  const measured = clockOffset !== null && { clockOffset }
  if (endpoint.scanned) return { nonce: newIdempotencyKey(), scannedAt: now().toISOString(), ...measured, ...input }
  if (endpoint.undone) return { ...measured, ...input }
  if (endpoint !== contract.invitations.create) return input
  const { invitations } = input as EndpointInput<Contract['invitations']['create']>
  return { nonce: newIdempotencyKey(), ...input, invitations: invitations.map(one => ({ ...one, id: one.id ?? newId() })) }
}

/**
 * Creates the backend that screens use. The server answers calls. While the server is unreachable, this device answers the endpoints with
 * `offline: 'answer'`. Both get the same ids and idempotency keys, so the server counts a request and its later upload once.
 */
export function createBackend({ sync, removeSummaries, ...shared }: BackendDependencies): Backend<Contract> {
  const { server, device, connection, callServer, status } = shared

  let cachedServices: LocalServices | undefined
  /** Settles when every scan that the server has answered is stored on this device. */
  let storing: Promise<unknown> = Promise.resolve()
  async function loadLocalServices() {
    const thisDevice = await device()
    if (thisDevice && !cachedServices) {
      const local = createLazyDeviceBackend(thisDevice)
      cachedServices = { thisDevice, local, signIn: createSignIn({ ...shared, local, thisDevice, startSync: () => void sync.run() }) }
    }
    return cachedServices
  }

  /** Returns whether this device answers the call after this error. Sets `needsSignIn` when the session is missing. */
  function shouldAnswerOnDevice(endpoint: Endpoint, error: unknown) {
    const isUndecided = isAnsweredByDevice(endpoint, error)
    if (isUndecided && (error as Refusal).code === 'not-signed-in') status.setNeedsSignIn(true)
    return isUndecided
  }

  /** Returns whether only this device can answer: the scanned invitation or the admission to undo is not uploaded yet. */
  async function isOnlyOnDevice(device: Device, endpoint: Endpoint, input: CallInput) {
    const { store, people } = device
    const { waiting, rejected } = status.get()
    // With an empty outbox the call does not wait for the storage.
    if (waiting === 0 && rejected.length === 0) return false
    if (endpoint.scanned) {
      const local = await localPartOf(device).catch(() => undefined)
      const read = local?.readCode(scanInputOf(endpoint, input).code)
      return read?.is === 'id' && (await store.get('invitations', read.id))?.isMade === true
    }
    if (!endpoint.undone) return false
    const actor = await people.actor()
    const admission = actor && (await store.getFromIndex('outbox', 'idempotencyKey', [actor.id, String(input[endpoint.undone])]))
    return admission?.state === 'waiting'
  }

  /**
   * Returns the call to the server. For a scan it first sends the waiting admissions of the same guest: without them the server would admit the
   * guest again.
   */
  const onServerOf =
    (thisDevice: Device, { endpoint, onServer }: EndpointCalls): Call =>
    async (input, options) => {
      const local = endpoint.scanned && status.get().waiting > 0 && (await localPartOf(thisDevice).catch(() => undefined))
      if (local) await local.sendWaitingScans(thisDevice, server, scanInputOf(endpoint, input), options)
      return onServer(input, options)
    }

  /** Stores on this device an admission, an undo, a walk-in or the refusal of a card that the server has answered. */
  async function storeServerAnswer(thisDevice: Device, endpoint: Endpoint, input: CallInput, answer: unknown) {
    const isWalkIn = endpoint === contract.checkIn.walkIn
    if (!endpoint.scanned && !endpoint.undone && !isWalkIn) return
    const actor = await thisDevice.people.actor()
    if (!actor) return
    const { storeServerScan, storeServerUndo, storeServerWalkIn } = await localPartOf(thisDevice)
    if (isWalkIn) return storeServerWalkIn(thisDevice, actor, input as Parameters<typeof storeServerWalkIn>[2])
    if (endpoint.undone) return storeServerUndo(thisDevice, actor, input as Parameters<typeof storeServerUndo>[2])
    const isRefused = await storeServerScan(thisDevice, actor, scanInputOf(endpoint, input), answer as ScanAnswer)
    if (isRefused) void sync.run()
    if (isAdmission(endpoint, answer)) status.reportStored()
    // Not awaited: the next verdict of this device waits for what is stored here, and not for the figures of the status.
    void status.changed()
  }

  /** Stores the effects of a call that the server has answered: an admission, an undo, a walk-in, a changed password or a deleted account. */
  async function storeServerEffects({ thisDevice, signIn }: LocalServices, endpoint: Endpoint, input: CallInput, answer: unknown) {
    // The server has stored the scan, so its verdict does not wait for this device. If this device fails, the next sync downloads the scan.
    const storingThis = status.orFallback(() => storeServerAnswer(thisDevice, endpoint, input, answer), undefined).catch(() => {})
    storing = Promise.all([storing, storingThis])
    if (endpoint.changesReplica) void sync.run()
    await signIn.applyAccountChange(endpoint, input)
    if (endpoint === contract.accounts.deleteAccount) removeSummaries()
  }

  async function callEndpoint(target: EndpointCalls, callerInput: CallInput, { signal }: CallOptions = {}) {
    const calledAt = performance.now()
    const { endpoint } = target
    const all = await loadLocalServices()
    if (!all) return callServer(() => target.onServer(callerInput), { evenDisconnected: true })
    const { thisDevice, local, signIn } = all
    const onServer = onServerOf(thisDevice, target)
    const answersHere = endpoint.offline === 'answer'
    const input = withGeneratedIds(endpoint, callerInput, thisDevice)

    /** Executes the call on this device. When the storage of the browser fails, returns the result of `otherwise`. */
    async function callOnDevice(otherwise: () => Promise<unknown>) {
      if (!answersHere) throw new Refusal('offline')
      try {
        await storing
        const answer = await target.onDevice(local)(input)
        if (hasStoredOnDevice(endpoint, answer)) status.reportStored()
        const changed = endpoint.method !== 'GET' && status.changed()
        if (!endpoint.atGate) await changed
        return answer
      } catch (error) {
        if (!isStorageFailure(error)) throw error
        status.reportStorageFailure()
        return otherwise()
      }
    }

    /**
     * Admits the guest on this device when the server has not answered for a while and the replica is fresh. Returns undefined when the
     * server's answer decides. The request then goes on, so that on a slow line not every admission needs an upload. A later answer is stored. A later refusal is shown at the gate, and the upload makes it a conflict.
     */
    async function admitEarly(asking: Promise<unknown>, extendTimeout: () => void) {
      const isAnswered = asking.then(
        () => true,
        () => true,
      )
      const isLate = new Promise<false>(resolve => setTimeout(() => resolve(false), EARLY_DECISION_MS - (performance.now() - calledAt)))
      if (await Promise.race([isAnswered, isLate])) return undefined
      const { replica, download } = status.get()
      if (!replica || download || thisDevice.now().getTime() - Date.parse(replica.at) > MAX_EARLY_REPLICA_AGE_MS) return undefined
      const answer = await callOnDevice(async () => undefined).catch(() => undefined)
      if (!isAdmission(endpoint, answer)) return undefined
      extendTimeout()
      const storeLateAnswer = (serverAnswer: unknown) => {
        if (!isAdmission(endpoint, serverAnswer)) status.setLateRefusal({ nonce: String(input.nonce), answer: serverAnswer as ScanAnswer })
        return storeServerEffects({ thisDevice, local, signIn }, endpoint, input, serverAnswer)
      }
      void asking.then(storeLateAnswer, () => status.setUnanswered(String(input.nonce))).catch(() => {})
      return answer
    }

    const session = await status.orFallback(() => thisDevice.people.session(), thisDevice.people.lastSession())
    // The user signed in offline. The server would execute the request for a previous user whose session is still open.
    const mustSignIn = endpoint.access !== 'public' && session?.isConfirmed === false
    const callServerOnly = () =>
      mustSignIn ? Promise.reject(new Refusal('not-signed-in')) : callServer(() => onServer(input), { evenDisconnected: true })
    const isOnlyOnThisDevice = () => status.orFallback(() => isOnlyOnDevice(thisDevice, endpoint, input), false)
    if (connection.get() === 'disconnected' || (answersHere && (await isOnlyOnThisDevice()))) return callOnDevice(callServerOnly)
    if (mustSignIn) return answersHere ? callOnDevice(callServerOnly) : callServerOnly()
    try {
      await status.orFallback(signIn.endOldServerSession, undefined)
      const timeout = endpoint.scanned === undefined ? undefined : startScanTimeout(endpoint)
      // A call that its caller has ended says nothing about the connection, and nobody waits for its answer.
      const askUnlessEnded = () =>
        onServer(input, timeout?.options ?? (signal && { signal })).catch((error: unknown) =>
          Promise.reject(signal?.aborted ? signal.reason : error),
        )
      const asking = callServer(askUnlessEnded, { evenDisconnected: !answersHere })
      if (timeout) asking.then(timeout.end, timeout.end)
      const early = timeout && (await admitEarly(asking, timeout.extend))
      if (early) return early
      const answer = await asking
      await status.orFallback(() => storeServerEffects(all, endpoint, input, answer), undefined)
      return answer
    } catch (error) {
      const mayDeviceAnswer = session !== undefined && (shouldAnswerOnDevice(endpoint, error) || isUnknownToServer(endpoint, error))
      if (!answersHere || !(error instanceof UnreachableError || mayDeviceAnswer)) throw error
      const answer = await callOnDevice(() => Promise.reject(error))
      return error instanceof UnreachableError && needsSecondRequest(endpoint, answer) ? askServerAgain(all, target, input, answer) : answer
    }
  }

  /** Sends a scan to the server again after this device did not admit the guest. If the server does not decide, `answer` stays. */
  async function askServerAgain(all: LocalServices, target: EndpointCalls, input: CallInput, answer: unknown) {
    if (connection.get() === 'disconnected') return answer
    try {
      const serverAnswer = await callServer(() => onServerOf(all.thisDevice, target)(input))
      await status.orFallback(() => storeServerEffects(all, target.endpoint, input, serverAnswer), undefined)
      return serverAnswer
    } catch (error) {
      if (error instanceof UnreachableError || shouldAnswerOnDevice(target.endpoint, error)) return answer
      throw error
    }
  }

  /** Signs in, signs out or reads the signed-in user: with this device, or where the browser has no storage, only on the server. */
  async function callSignIn<Answer>(call: (accounts: Pick<Backend<Contract>['accounts'], 'login' | 'me' | 'logout'>) => Promise<Answer>) {
    const all = await loadLocalServices()
    const answer = all ? await call(all.signIn) : await callServer(() => call(server.accounts), { evenDisconnected: true })
    await status.changed()
    return answer
  }

  const calls = mapContract(contract, (endpoint, noun, name) => {
    const callOf = (backend: Backend<Contract>) => (backend as unknown as CallsByNoun)[noun]?.[name] as Call
    const target = { endpoint, onServer: callOf(server), onDevice: callOf }
    return (input: CallInput, options?: CallOptions) => callEndpoint(target, input, options)
  }) as unknown as Backend<Contract>

  const accounts: Backend<Contract>['accounts'] = {
    ...calls.accounts,
    async login(input) {
      const user = await callSignIn(({ login }) => login(input))
      void sync.run()
      return user
    },
    me: input => callSignIn(({ me }) => me(input)),
    async logout(input) {
      const response = await callSignIn(({ logout }) => logout(input))
      removeSummaries()
      return response
    },
  }
  return { ...calls, accounts }
}
