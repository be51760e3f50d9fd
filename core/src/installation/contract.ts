import * as z from 'zod/mini'
import { defineResource } from '../endpoint.ts'
import { Moment } from '../inputs.ts'
import { SupportContacts } from '../site/content.ts'

export const ConnectionReport = z.object({
  success: z.boolean(),
  status: z.object({ database_exists: z.boolean(), can_read: z.boolean(), can_write: z.boolean() }),
  /** The server's clock, from which a device computes the offset of its own clock. */
  now: Moment,
})
export type ConnectionReport = z.infer<typeof ConnectionReport>

/** The settings of the installation, which everybody may read without signing in. */
export const InstallationSettings = z.object({
  /** The calling code of telephone numbers that are written without one: digits alone, as in «967». */
  defaultCountry: z.string(),
  /** The time zone in which days and weeks begin, such as Asia/Aden. */
  timeZone: z.string(),
  /** The origin of the site's URL, for links that are sent to people; undefined where the installation has none. */
  publicOrigin: z.optional(z.string()),
  /** The messages besides invitations that the office's WhatsApp number sends; undefined where it has no such number. */
  whatsapp: z.optional(z.object({ reminder: z.boolean(), thanks: z.boolean() })),
})
export type InstallationSettings = z.infer<typeof InstallationSettings>

export const installation = defineResource({
  test: {
    method: 'GET',
    path: '/test-connection.php',
    access: 'public',
    input: z.object({}),
    output: ConnectionReport,
    offline: 'answer',
    timeoutMs: 5_000,
  },
  office: {
    method: 'GET',
    path: '/office.php',
    access: 'public',
    input: z.object({}),
    output: InstallationSettings,
    offline: 'refuse',
    timeoutMs: 5_000,
  },
  support: { method: 'GET', path: '/support.php', access: 'public', input: z.object({}), output: SupportContacts, offline: 'refuse' },
  /** Texts for administrators about the server: its disk is nearly full, or its clock is ahead. */
  warnings: { method: 'GET', path: '/warnings.php', access: 'admin', input: z.object({}), output: z.array(z.string()), offline: 'refuse' },
})
