import { toDialableNumber } from '../phone.ts'
import * as texts from '../texts.ts'
import type { SiteContent } from './content.ts'

/** The values of a page's placeholders: a text, or a list. For a list, a part of the page is repeated for each item. */
export type PageValues = { [name: string]: string | PageValues[] }

const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => HTML_ENTITIES[character] ?? character)

const PLACEHOLDER_PATTERN = /\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}|\{\{(=?)(\w+)\}\}/g

/**
 * Replaces a page's placeholders: `{{name}}` by a text, escaped for HTML; `{{=name}}` by JSON for a script element; `{{#list}}…{{/list}}`
 * is repeated for each item of a list. Placeholders inside a value are not replaced. Throws when a placeholder has no value, or a list in
 * place of a text or a text in place of a list.
 */
export function fillPage(page: string, values: PageValues): string {
  return page.replace(PLACEHOLDER_PATTERN, (_mark, list: string | undefined, part: string, plain: string, name: string) => {
    const value = values[list ?? name]
    if (list !== undefined && Array.isArray(value)) return value.map(row => fillPage(part, { ...values, ...row })).join('')
    if (list !== undefined || typeof value !== 'string') throw new Error(`the page asks for «${list ?? name}», which is nothing it can say`)
    return plain ? value : escapeHtml(value)
  })
}

/** Returns JSON without the character «<», so that no value can close the script element around the JSON. */
const toScriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

type PublicPageOptions = {
  /** The origin of the page's URL (`https://hudur.example`). */
  origin: string
  /** Whether the server makes hourly backups: the page claims them only then. */
  hasBackups: boolean
  /** The packages that the page offers, as it writes them; without any it has no section for them. */
  packages?: readonly PublicPackage[]
}

/** What visitors see of a package. */
export type PublicPackage = { name: string; invitations: string; price: string }

/** Returns the values of the public page's placeholders. */
export function publicPageValues(
  { claims, contact, hours, social, testimonials }: SiteContent,
  { origin, hasBackups, packages = [] }: PublicPageOptions,
): PageValues {
  return {
    backups: hasBackups ? [{}] : [],
    packageSection: packages.length > 0 ? [{}] : [],
    packages: packages.map(({ name, invitations, price }) => ({ name, invitations, price })),
    ...claims,
    ...contact,
    phoneLink: `tel:${toDialableNumber(contact.phone)}`,
    whatsappLink: `https://wa.me/${toDialableNumber(contact.whatsapp).replace(/^\+|^00/, '')}`,
    emailLink: `mailto:${contact.email}`,
    hours: hours.map(line => ({ line })),
    social: social.map(({ name, url }) => ({ socialName: name, url })),
    testimonials: testimonials.map(({ words, name, role }) => ({ words, name, role })),
    origin,
    business: toScriptJson({
      '@context': 'https://schema.org',
      '@type': 'ProfessionalService',
      name: texts.site.name,
      alternateName: 'Hudur',
      url: `${origin}/website`,
      image: `${origin}/og.png`,
      telephone: contact.phone,
      email: contact.email,
      address: contact.location,
      sameAs: social.map(({ url }) => url),
    }),
  }
}
