import { pressureLimit } from '../src/http/pressure.ts'

/** Makes the server refuse no request because its event loop is behind. The service test of the limit sets a limit of its own. */
Object.assign(pressureLimit, { hopeless: Number.POSITIVE_INFINITY })
