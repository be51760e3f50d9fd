import type { Config } from './config.ts'

/** Returns a sentence for everything that works worse, or not at all, with this configuration. Tests nothing. */
export function shortcomings({ publicUrl, trustProxy, mail, backups, databaseUrl, rateLimit }: Config): string[] {
  const isHttps = publicUrl?.protocol === 'https:'
  return [
    !isHttps && 'PUBLIC_URL names no https address: phones open no camera and do not work offline.',
    isHttps && trustProxy === undefined && 'TRUST_PROXY is not set: behind a proxy, rate limits count all visitors as one.',
    mail === undefined && 'SMTP_URL is not set: nobody is told of orders and decisions by e-mail.',
    databaseUrl !== undefined && 'Hudur makes no backups of PostgreSQL: docs/operations.md says how to.',
    databaseUrl === undefined && backups === undefined && 'BACKUP_KEEP is off: no backups are made.',
    !rateLimit && 'RATE_LIMIT is off: anybody may guess passwords as fast as they like.',
  ].filter(sentence => sentence !== false)
}
