/**
 * Every text of the screens, except the server's own messages, which are in `core`. Being a namespace, each screen loads only the texts that it
 * names.
 */
export * as text from './ar/all.ts'
