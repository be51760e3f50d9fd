import { expect, test } from 'vitest'
import { contract } from './contract.ts'
import * as texts from './texts.ts'

const { requests, messages, checkIn } = contract

test.each([
  ['a telephone number in an order', requests.order, 'phone', texts.requiredFields],
  ['a telephone number in a request', requests.create, 'phone', texts.requiredFields],
  ['an e-mail address in a message', messages.create, 'email', texts.requiredFields],
  ['the text of a message', messages.create, 'message', texts.requiredFields],
  ['the name of a walk-in', checkIn.walkIn, 'name', texts.walkIn.name],
] as const)('reports %s as required when it is missing or null', (_, { input }, field, missing) => {
  for (const fields of [{}, { [field]: null }]) {
    const issue = input.safeParse(fields).error?.issues.find(({ path }) => path[0] === field)
    expect(issue?.message).toBe(missing)
  }
})
