import { hashCost } from '../src/accounts/passwords.ts'

/** Imported before the product where a test does not judge the cost of a password: a hash in less than a millisecond. */
Object.assign(hashCost, { memory: 64, passes: 1 })
