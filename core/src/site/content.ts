import * as z from 'zod/mini'
import { email, requiredLine, requiredPhone } from '../fields.ts'
import { texts } from '../texts.ts'

const ownerLine = (max: number) => requiredLine(max, texts.requiredFields)

const helpFields = {
  contact: z.object({
    phone: requiredPhone(texts.requiredFields),
    whatsapp: requiredPhone(texts.requiredFields),
    email: email.check(z.minLength(1, texts.requiredFields)),
    location: ownerLine(100),
  }),
  /** The hours of the support, one line each. */
  hours: z.array(ownerLine(200)),
  social: z.array(z.object({ name: ownerLine(50), url: z.url({ protocol: /^https?$/, error: texts.badInput }) })),
}

/** The contacts from which users get help, as the owner of the installation wrote them. */
export const Support = z.object(helpFields)
export type Support = z.infer<typeof Support>

/**
 * The content of the public page that the owner of the installation writes: claims, contacts and testimonials. It is stored in the data
 * directory.
 */
export const SiteContent = z.object({
  claims: z.object({ events: ownerLine(20), invitations: ownerLine(20), satisfaction: ownerLine(20) }),
  ...helpFields,
  testimonials: z.array(z.object({ words: ownerLine(500), name: ownerLine(100), role: ownerLine(100) })),
})
export type SiteContent = z.infer<typeof SiteContent>
