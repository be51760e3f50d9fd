import type { Config } from '../config.ts'
import { warning } from './finding.ts'

/** Returns a warning for each setting that weakens or disables a feature. Reads the configuration only, and connects to nothing. */
export function configWarnings({ whatsapp, publicUrl, trustProxy, mail, backups, databaseUrl, rateLimit, host }: Config) {
  const isHttps = publicUrl?.protocol === 'https:'
  const isReachableFromNetwork = host !== 'localhost' && host !== '::1' && !host.startsWith('127.')
  return [
    !isHttps && warning('https', 'PUBLIC_URL is not an https address: phones cannot open the camera and do not work offline.'),
    isHttps &&
      trustProxy === undefined &&
      warning('proxy', 'TRUST_PROXY is not set: behind a proxy, rate limits count all visitors as one.'),
    isReachableFromNetwork &&
      typeof trustProxy === 'number' &&
      warning(
        'proxy',
        `TRUST_PROXY is a number, and HOST is ${host}: clients that reach the port without the proxy can claim any IP address.`,
      ),
    mail === undefined && warning('mail', 'SMTP_URL is not set: no e-mails about orders and decisions are sent.'),
    whatsapp !== undefined &&
      whatsapp.missing.length > 0 &&
      warning('whatsapp', `No WhatsApp messages are sent: ${whatsapp.missing.join(', ')} is missing.`),
    databaseUrl !== undefined && warning('backups', 'Hudur makes no backups of PostgreSQL: docs/operations.md describes how to make them.'),
    databaseUrl === undefined && backups === undefined && warning('backups', 'BACKUP_KEEP is off: no backups are made.'),
    !rateLimit && warning('settings', 'RATE_LIMIT is off: attackers can try passwords without a limit.'),
  ].filter(finding => finding !== false)
}
