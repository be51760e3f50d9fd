/**
 * Contains all Arabic texts of the screens. The messages of the server are in `core`. The texts are a module namespace, so the bundler
 * loads for each screen only the texts that it names.
 */
export * as text from './ar/all.ts'
