import type { Config } from '../config.ts'
import { warning } from './finding.ts'

/** Returns a warning for everything that works worse, or not at all, with this configuration. Tests nothing. */
export function shortcomings({ publicUrl, trustProxy, mail, backups, databaseUrl, rateLimit, host }: Config) {
  const isHttps = publicUrl?.protocol === 'https:'
  const isOpen = host !== 'localhost' && host !== '::1' && !host.startsWith('127.')
  return [
    !isHttps && warning('https', 'PUBLIC_URL names no https address: phones open no camera and do not work offline.'),
    isHttps &&
      trustProxy === undefined &&
      warning('proxy', 'TRUST_PROXY is not set: behind a proxy, rate limits count all visitors as one.'),
    isOpen &&
      typeof trustProxy === 'number' &&
      warning('proxy', `TRUST_PROXY is a number, and HOST is ${host}: whoever reaches the port past the proxy can claim any IP address.`),
    mail === undefined && warning('mail', 'SMTP_URL is not set: nobody is told of orders and decisions by e-mail.'),
    databaseUrl !== undefined && warning('backups', 'Hudur makes no backups of PostgreSQL: docs/operations.md says how to.'),
    databaseUrl === undefined && backups === undefined && warning('backups', 'BACKUP_KEEP is off: no backups are made.'),
    !rateLimit && warning('settings', 'RATE_LIMIT is off: anybody may guess passwords as fast as they like.'),
  ].filter(finding => finding !== false)
}
