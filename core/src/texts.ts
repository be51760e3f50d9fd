/**
 * The Arabic texts of the server and of the rules; `import * as texts` loads only those that a file uses. Texts that only screens use are in
 * `web/src/text/ar.ts`.
 */
export * from './texts/accounts.ts'
export * from './texts/activity.ts'
export * from './texts/cards.ts'
export * from './texts/changes.ts'
export * from './texts/check-in.ts'
export * from './texts/credits.ts'
export * from './texts/events.ts'
export * from './texts/guest-page.ts'
export * from './texts/house.ts'
export * from './texts/installation.ts'
export * from './texts/order-account.ts'
export * from './texts/pictures.ts'
export * from './texts/refusals.ts'
export * from './texts/sales.ts'
export * from './texts/site.ts'
export * from './texts/whatsapp.ts'
export { childWord, hijriMonths, letterWord } from './texts/words.ts'
