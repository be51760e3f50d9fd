/** The result of a check of the installation. A fault breaks a function; a warning makes a function worse or riskier. */
export type Finding = { level: 'fine' | 'warning' | 'fault'; part: string; says: string }

const createFinding =
  (level: Finding['level']) =>
  (part: string, says: string): Finding => ({ level, part, says })

export const fine = createFinding('fine')
export const warning = createFinding('warning')
export const fault = createFinding('fault')

/**
 * Returns the message of an error, with its code (of the operating system, OpenSSL or a protocol) if it has one. When the error has a cause
 * and no code, returns the message of the cause.
 */
export function reasonOf(error: unknown): string {
  const { code, message, cause } = error as Error & { code?: string }
  if (cause !== undefined && code === undefined) return reasonOf(cause)
  return code === undefined || message.includes(code) ? message : `${message} (${code})`
}
