/** The URL of a package's font, converted to TrueType by `sfnt.ts`. */
declare module '*.woff2?sfnt' {
  const address: string
  // biome-ignore lint/style/noDefaultExport: the bundler exports URLs as the default
  export default address
}

declare module 'subset-font' {
  /** Returns a font with the characters of `text` only, and with the OpenType features of `keepFeatures` only. */
  // biome-ignore lint/style/noDefaultExport: the package exports its function as the default
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; keepFeatures: readonly string[] },
  ): Promise<Buffer>
}
