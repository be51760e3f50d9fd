import type { Contract } from '@hudur/core/contract'
import type { ServerBackend } from '@hudur/core/endpoint'
import type { Connection } from '../connection/connection.ts'
import type { Lock } from '../connection/locks.ts'
import type { ServerCalls } from '../connection/server-calls.ts'
import type { Device } from '../store/device.ts'
import type { DeviceStatusSource } from './status.ts'

/** The dependencies that the backend, the sync and the sign-in share: the server, this device, and the connection between them. */
export type SharedDependencies = {
  server: ServerBackend<Contract>
  /** Resolves to undefined where the browser has no storage or has not opened it yet. Then only the server answers. */
  device: () => Promise<Device | undefined>
  connection: Connection
  callServer: ServerCalls
  /** Held while a sync uploads a batch, while a user signs in or out, and while the signed-in user is read from the server. */
  lock: Lock
  /** Held during a download. Sign-ins and sign-outs do not wait for it. */
  downloadLock: Lock
  status: DeviceStatusSource
}
