declare module 'es-check' {
  type Check = { checkBrowser: true; checkFeatures: true; module: true; files: string; ignore: string; browserslistPath: string }
  /** Returns what the files use that the browsers of `browserslist` lack. */
  export function runChecks(checks: Check[], options: object): { errors: { file: string; err: Error }[] }
}
