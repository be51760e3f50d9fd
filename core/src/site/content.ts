import * as z from 'zod/mini'
import { requiredEmail, requiredLine, requiredPhone } from '../inputs.ts'
import * as texts from '../texts.ts'

const ownerTextField = (max: number) => requiredLine(max, texts.requiredFields)

const supportFields = {
  contact: z.object({
    phone: requiredPhone(texts.requiredFields),
    whatsapp: requiredPhone(texts.requiredFields),
    email: requiredEmail(texts.requiredFields),
    location: ownerTextField(100),
  }),
  /** The hours of the support, one line each. */
  hours: z.array(ownerTextField(200)),
  social: z.array(z.object({ name: ownerTextField(50), url: z.url({ protocol: /^https?$/, error: texts.badInput }) })),
}

/** The contacts from which users get help, as the owner of the installation wrote them. */
export const SupportContacts = z.object(supportFields)
export type SupportContacts = z.infer<typeof SupportContacts>

/**
 * The content of the public page that the owner of the installation writes: claims, contacts and testimonials. It is stored in the data
 * directory.
 */
export const SiteContent = z.object({
  claims: z.object({ events: ownerTextField(20), invitations: ownerTextField(20), satisfaction: ownerTextField(20) }),
  ...supportFields,
  testimonials: z.array(z.object({ words: ownerTextField(500), name: ownerTextField(100), role: ownerTextField(100) })),
})
export type SiteContent = z.infer<typeof SiteContent>
