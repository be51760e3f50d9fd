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
  /** Undefined where the browser keeps nothing, or has not opened it yet: then the server alone answers. */
  device: () => Promise<Device | undefined>
  connection: Connection
  callServer: ServerCalls
  lock: Lock
  status: DeviceStatusSource
  sync: Sync
  /** Whoever signs out leaves nothing behind that others can read. */
  forgetSummaries: () => void
}

const DOORS = ['scanning.verify', 'scanning.check', 'scanning.scan'] as const
const isDoor = (call: string) => DOORS.some(door => door === call)

/** Whether an undo is not known to the server, which may have been restored from a backup: this device knows what it let in. */
const isUnknownThere = (call: string, error: unknown) => call === 'scanning.undo' && error instanceof Refusal && error.code === 'not-found'

/** At a door a missing sign-in or a busy server is no verdict: the device gives it, and the badge asks for the sign-in. */
const goesOnWithout = (call: string, error: unknown) =>
  error instanceof Refusal &&
  (error.code === 'not-signed-in' || error.code === 'busy') &&
  (isDoor(call) || ['scanning.undo', 'scanning.candidates', 'scanning.arrivals', 'invitations.stats'].includes(call))

const CODE = { 'scanning.verify': 'qrData', 'scanning.check': 'qr_code', 'scanning.scan': 'id' } as const

/** Whether this device sent somebody away, or asks who is meant, whom the server may have let in a moment ago, or may know. */
const isDoubtful = (call: string, answer: unknown) => isDoor(call) && (answer as ScanAnswer).outcome !== 'admitted'

/** Whether something was written down on this device for such an answer. */
const hasKept = ({ method }: Endpoint, call: string, answer: unknown) =>
  method !== 'GET' && (!isDoor(call) || (answer as ScanAnswer).outcome === 'admitted')

/** Returns what one of the three scan endpoints was sent, with the text that was read under one name. */
const scanInputOf = (call: string, input: Input) =>
  ({ admit: 1, happened: false, ...input, code: String(input[CODE[call as keyof typeof CODE]] ?? '') }) as unknown as ScanInput & {
    nonce: string
  }

/** Changes of what devices keep a replica of. */
const CHANGES_COPY = ['invitations.create', 'invitations.update', 'invitations.remove']

/**
 * Whoever answers: the server, and while nobody answers there this device, where the contract says that it may. Both are asked the very
 * same act under the same names, so whatever became of the first try, telling it later counts it once. A server that says no is not overruled.
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

  /** Whether this device gives the verdict after such a no; a sign-in that is missing is asked for. */
  function goesOn(call: string, error: unknown) {
    const isNoVerdict = goesOnWithout(call, error)
    if (isNoVerdict && (error as Refusal).code === 'not-signed-in') status.needsSignIn(true)
    return isNoVerdict
  }

  /** What was made or done here and not yet told is not known elsewhere: only this device can judge what belongs to it. */
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

  /** What this device must know of what the server did. */
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

    /** `otherwise`: what becomes of it where this browser has taken away what it kept. */
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
    // Whoever this device let in has no session there, or another's is still open: nothing is asked in that one's name.
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

  /** A guest this device does not know may have been added a moment ago: before it says so, the server is asked once more, the very same. */
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

  /** Signing in and out, which are about whose name everything else is done in. */
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
