/** All Arabic texts of the screens. As a module namespace, so that the bundler loads for each screen only the texts that it names. */
export * as text from './ar/all.ts'
