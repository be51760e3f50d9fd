import { accounts } from './accounts/contract.ts'
import { connection } from './connection/contract.ts'
import { invitations } from './invitations/contract.ts'
import { scanning } from './scanning/contract.ts'

/** Everything the product can be asked to do. */
export const contract = { accounts, invitations, scanning, connection }
export type Contract = typeof contract

export * from './accounts/contract.ts'
export * as accountRules from './accounts/rules.ts'
export { fold, westernDigits } from './arabic.ts'
export * from './connection/contract.ts'
export * from './endpoint.ts'
export * from './http-backend.ts'
export { ID_BYTES, Id, idFrom } from './id.ts'
export * from './invitations/card.ts'
export * from './invitations/contract.ts'
export { fileNames } from './invitations/file-name.ts'
export * from './invitations/fit.ts'
export * from './invitations/picture.ts'
export * as invitationRules from './invitations/rules.ts'
export * from './refusals.ts'
export { codeText, readCode } from './scanning/code.ts'
export * from './scanning/contract.ts'
export * as scanningRules from './scanning/rules.ts'
export { texts } from './texts.ts'
export * from './wire.ts'
