/** The address of a font of a package, converted to TrueType by `sfnt.ts`. */
declare module '*.woff2?sfnt' {
  const address: string
  // biome-ignore lint/style/noDefaultExport: the bundler exports addresses so
  export default address
}
