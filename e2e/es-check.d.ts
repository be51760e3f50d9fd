declare module 'es-check' {
  type Check = { checkBrowser: true; checkFeatures: true; module: true; files: string; ignore: string; browserslistQuery: string }
  /** Returns an error for each file that uses a feature which one of the browsers lacks. */
  export function runChecks(checks: Check[], options: object): { errors: { file: string; err: Error }[] }
}
