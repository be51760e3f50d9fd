/**
 * The Arabic texts of the server and of the rules. Texts that only screens use are in `web/src/text/ar.ts`. The texts are exported as a
 * namespace and not as one object, so that each screen loads only the texts that it uses.
 */
export * as texts from './texts/all.ts'
