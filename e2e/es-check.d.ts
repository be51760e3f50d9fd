declare module 'es-check' {
  type Check = { checkBrowser: true; checkFeatures: true; module: true; files: string; ignore: string; browserslistQuery: string }
  /** Returns what the files use that one of the browsers lacks. */
  export function runChecks(checks: Check[], options: object): { errors: { file: string; err: Error }[] }
}
