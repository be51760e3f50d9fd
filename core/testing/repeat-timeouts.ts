import { beforeEach, type TestError } from 'vitest'

/** Matches the message of a test or hook that took too long, and of `waitUntil`. The failure of a property begins with other words. */
const TIMEOUT_PATTERN = /^(?:Test timed out|Hook timed out|Timed out in waitFor|waited in vain)/
/** The cause of the error of `expect.poll` after its timeout. */
const POLL_TIMEOUT_CAUSE = 'Matcher did not succeed in time.'

const isTimeout = ({ message, cause }: TestError) => TIMEOUT_PATTERN.test(message) || cause?.message === POLL_TIMEOUT_CAUSE

// `npm test` repeats failed tests by `--retry.count=1`. A condition that is a function can only be set here, for each test.
beforeEach(({ task }) => {
  if (typeof task.retry === 'object') task.retry.condition = isTimeout
})
