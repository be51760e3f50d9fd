/**
 * The Arabic texts of the server and of the rules. Texts of screens only are in `web/src/text/ar.ts`. Being a namespace, each screen loads
 * only the texts that it names.
 */
export * as texts from './texts/all.ts'
