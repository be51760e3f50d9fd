import {
  type Backend,
  type Contract,
  contract,
  type Endpoint,
  mapContract,
  Refusal,
  readCode,
  type ScanAnswer,
  type ScanInput,
  Unreachable,
} from '@hudur/core'
import type { Connection } from './connection.ts'
import type { Device } from './device/device.ts'
import { deviceBackend } from './device/device-backend.ts'
import { keepAdmission, keepUndo } from './device/scanning.ts'
import { isStorageFailure } from './device/store.ts'
import type { DeviceStatusSource } from './device-status.ts'
import type { Lock } from './locks.ts'
import { withNames } from './naming.ts'
import type { ServerCalls } from './server-calls.ts'
import { type SigningIn, signingIn } from './signing-in.ts'
import type { Sync } from './sync.ts'

type Input = Record<string, unknown>
type Call = (input: Input) => Promise<unknown>
type Calls = Record<string, Record<string, Call>>

type BackendParts = {
  server: Backend<Contract>
  /** Resolves to undefined where the browser has no storage or has not opened it yet: then only the server answers. */
  device: () => Promise<Device | undefined>
  connection: Connection
  callServer: ServerCalls
  lock: Lock
  status: DeviceStatusSource
  sync: Sync
  /** Removes the summaries in local storage after a sign-out, so that the next person cannot read them. */
  forgetSummaries: () => void
}

const DOORS = ['scanning.verify', 'scanning.check', 'scanning.scan'] as const
const isDoor = (call: string) => DOORS.some(door => door === call)

/**
 * Whether the server refused an undo because it does not have the admission. A server that was restored from a backup may have lost it, but
 * this device still has its own admissions.
 */
const isUnknownThere = (call: string, error: unknown) => call === 'scanning.undo' && error instanceof Refusal && error.code === 'not-found'

/** Whether the device answers a scanning call after this error: the session is missing or the server is busy, which decides no scan. */
const goesOnWithout = (call: string, error: unknown) =>
  error instanceof Refusal &&
  (error.code === 'not-signed-in' || error.code === 'busy') &&
  (isDoor(call) || ['scanning.undo', 'scanning.candidates', 'scanning.arrivals', 'invitations.stats'].includes(call))

const CODE = { 'scanning.verify': 'qrData', 'scanning.check': 'qr_code', 'scanning.scan': 'id' } as const

/**
 * Whether this device answered a scan without admitting the guest. The server may have admitted the guest by the unanswered request, or
 * have an invitation that the replica lacks.
 */
const isDoubtful = (call: string, answer: unknown) => isDoor(call) && (answer as ScanAnswer).outcome !== 'admitted'

/** Whether this device stored something when it gave this answer. A scan is stored only when it admits. */
const hasKept = ({ method }: Endpoint, call: string, answer: unknown) =>
  method !== 'GET' && (!isDoor(call) || (answer as ScanAnswer).outcome === 'admitted')

/** Returns the input of one of the three scan endpoints with the scanned text in `code`, whatever the endpoint calls it. */
const scanInputOf = (call: string, input: Input) =>
  ({ admit: 1, happened: false, ...input, code: String(input[CODE[call as keyof typeof CODE]] ?? '') }) as unknown as ScanInput & {
    nonce: string
  }

/** The calls that change the invitations of the replica: a sync follows them. */
const CHANGES_COPY = ['invitations.create', 'invitations.update', 'invitations.remove']

/**
 * Creates the backend of the screens. The server answers; while it is unreachable this device answers the endpoints whose contract says
 * `offline: 'answer'`. Both get the same input with the same ids and idempotency keys, so a later upload counts it once, even if the server
 * had received the first request. A refusal of the server is final, except for those that `goesOnWithout` and `isUnknownThere` list.
 */
export function createBackend({
  server,
  device,
  connection,
  callServer,
  lock,
  status,
  sync,
  forgetSummaries,
}: BackendParts): Backend<Contract> {
  const onServer = server as unknown as Calls

  function composed(here: Device) {
    const local = deviceBackend(here)
    return { here, local: local as unknown as Calls, signing: signingIn({ server, local, here, connection, callServer, lock, status }) }
  }
  let known: ReturnType<typeof composed> | undefined
  async function parts() {
    const here = await device()
    if (here) known ??= composed(here)
    return known
  }

  /** Returns whether this device answers after this error. Sets `needsSignIn` when the session is missing. */
  function goesOn(call: string, error: unknown) {
    const isNoVerdict = goesOnWithout(call, error)
    if (isNoVerdict && (error as Refusal).code === 'not-signed-in') status.needsSignIn(true)
    return isNoVerdict
  }

  /**
   * Returns whether only this device can answer: the invitation was created here, or the admission to undo was made here, and it is not
   * uploaded yet.
   */
  async function belongsHere({ store, people }: Device, call: string, input: Input) {
    if (isDoor(call)) {
      const read = readCode(scanInputOf(call, input).code)
      return read.is === 'id' && (await store.get('invitations', read.id))?.isMade === true
    }
    if (call !== 'scanning.undo') return false
    const actor = await people.actor()
    const admission = actor && (await store.getFromIndex('outbox', 'nonce', [actor.id, String(input.admission)]))
    return admission?.state === 'waiting'
  }

  /** Stores on this device what follows from an answer of the server: an admission, an undo, a changed password, a deleted account. */
  async function note({ here, signing }: { here: Device; signing: SigningIn }, call: string, input: Input, answer: unknown) {
    const actor = await here.people.actor()
    if (actor && isDoor(call) && (answer as ScanAnswer).outcome === 'admitted') {
      await keepAdmission(here, actor, scanInputOf(call, input), answer as ScanAnswer)
      status.keeps()
    }
    if (actor && call === 'scanning.undo') await keepUndo(here, actor, input as Parameters<typeof keepUndo>[2])
    if (CHANGES_COPY.includes(call)) void sync.run()
    if (call === 'accounts.changePassword') await signing.changedPassword(String(input.newPassword))
    if (call === 'accounts.deleteAccount') {
      await signing.deletedAccount()
      forgetSummaries()
    }
    if (call === 'accounts.update' && input.password && input.id === actor?.id) await signing.changedPassword(String(input.password))
    else if (call === 'accounts.remove' || (call === 'accounts.update' && input.password))
      await here.verifiers.forgetAccount(String(input.id))
  }

  async function ask(endpoint: Endpoint, call: string, given: Input, [onIt, hereOnIt]: [Call, (local: Calls) => Call]) {
    const all = await parts()
    if (!all) return callServer(() => onIt(given), { evenDisconnected: true })
    const { here, local, signing } = all
    const answersHere = endpoint.offline === 'answer'
    const input = withNames(call, given, { now: here.now, offset: here.clock.offset })

    /** Answers from this device. Calls `otherwise` when the browser's storage fails. */
    async function onDevice(otherwise: () => Promise<unknown>) {
      if (!answersHere) throw new Refusal('offline')
      try {
        const answer = await hereOnIt(local)(input)
        if (hasKept(endpoint, call, answer)) status.keeps()
        if (endpoint.method !== 'GET') await status.changed()
        return answer
      } catch (error) {
        if (!isStorageFailure(error)) throw error
        status.cannotKeep()
        return otherwise()
      }
    }

    const session = await status.found(() => here.people.session(), here.people.lastSession())
    // A session that only this device confirmed does not exist on the server, where another user's session may still be open: send
    // nothing as that user.
    const mustSignIn = endpoint.access !== 'public' && session?.isConfirmed === false
    const onServerAlone = () =>
      mustSignIn ? Promise.reject(new Refusal('not-signed-in')) : callServer(() => onIt(input), { evenDisconnected: true })
    const isOurs = () => status.found(() => belongsHere(here, call, input), false)
    if (connection.get() === 'disconnected' || (answersHere && (await isOurs()))) return onDevice(onServerAlone)
    if (mustSignIn) return answersHere ? onDevice(onServerAlone) : onServerAlone()
    try {
      await status.found(signing.leaveOldSession, undefined)
      const answer = await callServer(() => onIt(input), { evenDisconnected: !answersHere })
      await status.found(() => note(all, call, input, answer), undefined)
      return answer
    } catch (error) {
      const isDoorGoingOn = session !== undefined && (goesOn(call, error) || isUnknownThere(call, error))
      if (!answersHere || !(error instanceof Unreachable || isDoorGoingOn)) throw error
      const answer = await onDevice(() => Promise.reject(error))
      return error instanceof Unreachable && isDoubtful(call, answer) ? askedTwice(all, call, input, [onIt, answer]) : answer
    }
  }

  /**
   * Sends the same request to the server once more when the device did not admit: the guest may have been added since the last sync.
   * Returns the device's answer when the server is still unreachable or does not decide.
   */
  async function askedTwice(all: { here: Device; signing: SigningIn }, call: string, input: Input, [onIt, answer]: [Call, unknown]) {
    if (connection.get() === 'disconnected') return answer
    try {
      const known = await callServer(() => onIt(input))
      await status.found(() => note(all, call, input, known), undefined)
      return known
    } catch (error) {
      if (error instanceof Unreachable || goesOn(call, error)) return answer
      throw error
    }
  }

  /** Returns the call for signing in, reading the signed-in user, or signing out. */
  const signs = (name: 'login' | 'me' | 'logout') => async (input: Input) => {
    const all = await parts()
    const call = onServer.accounts?.[name] as Call
    const answer = all ? await all.signing[name](input as never) : await callServer(() => call(input), { evenDisconnected: true })
    await status.changed()
    if (name === 'login') void sync.run()
    if (name === 'logout') forgetSummaries()
    return answer
  }

  return mapContract(contract, (endpoint, noun, name) => {
    if (noun === 'accounts' && (name === 'login' || name === 'me' || name === 'logout')) return signs(name)
    const call = onServer[noun]?.[name]
    if (!call) throw new Error(`no call ${noun}.${name}`)
    const onDevice = (local: Calls) => local[noun]?.[name] as Call
    return (input: Input) => ask(endpoint, `${noun}.${name}`, input, [call, onDevice])
  }) as unknown as Backend<Contract>
}
