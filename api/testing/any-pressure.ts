import { pressureLimit } from '../src/http/pressure.ts'

/** Makes the server refuse no request because its event loop is behind. The test of that limit passes a limit of its own. */
Object.assign(pressureLimit, { maxDelay: Number.POSITIVE_INFINITY })
