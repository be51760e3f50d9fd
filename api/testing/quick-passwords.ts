import { hashCost } from '../src/accounts/passwords.ts'

/** Lowers the cost of password hashes to less than a millisecond. Tests that do not depend on that cost import it before the product. */
Object.assign(hashCost, { memory: 64, passes: 1 })
