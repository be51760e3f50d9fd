/** The URL of a package's font, converted to TrueType by `sfnt.ts`. */
declare module '*.woff2?sfnt' {
  const address: string
  // biome-ignore lint/style/noDefaultExport: the bundler exports URLs as the default
  export default address
}
