import * as z from 'zod/mini'
import { resource } from '../endpoint.ts'
import { Moment } from '../fields.ts'
import { texts } from '../texts.ts'

export const User = z.object({
  id: z.string(),
  fullName: z.string(),
  username: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** How many invitations this account may ever make, and how many it has made. */
  generationLimit: z.int(),
  usedGenerations: z.int(),
  isAdmin: z.boolean(),
  createdAt: Moment,
})
export type User = z.infer<typeof User>

/** The longest password that is hashed; a longer one is refused before it costs anything. */
export const MAX_PASSWORD = 200

const credential = (max: number) =>
  z.string(texts.login.missing).check(
    z.refine(text => text.trim() !== '', texts.login.missing),
    z.maxLength(max, texts.login.wrong),
  )

export const Credentials = z.object({ username: credential(100), password: credential(MAX_PASSWORD) })

export const accounts = resource({
  login: { method: 'POST', path: '/auth/login.php', access: 'public', input: Credentials, output: User, offline: 'answer' },
  /** Who is signed in, or null; never a 401, so no ordinary page load fails. */
  me: { method: 'GET', path: '/auth/me.php', access: 'public', input: z.object({}), output: z.nullable(User), offline: 'answer' },
  logout: {
    method: 'POST',
    path: '/auth/logout.php',
    access: 'public',
    input: z.object({}),
    output: z.object({ success: z.literal(true) }),
    offline: 'answer',
  },
})
