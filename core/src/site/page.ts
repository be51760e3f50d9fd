import { dialable } from '../phone.ts'
import { texts } from '../texts.ts'
import type { SiteContent } from './content.ts'

/** The values of a page's placeholders: a text, or a list whose part of the page is repeated for each item. */
export type PageValues = { [name: string]: string | PageValues[] }

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, character => ENTITIES[character] ?? character)

const PLACEHOLDER = /\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}|\{\{(=?)(\w+)\}\}/g

/**
 * Replaces a page's placeholders: `{{name}}` by a text, escaped for HTML; `{{=name}}` by JSON for a script element; `{{#list}}…{{/list}}`
 * is repeated for each item of a list. Placeholders inside a value are not replaced. Throws at a placeholder without a value of its kind.
 */
export function fillPage(page: string, values: PageValues): string {
  return page.replace(PLACEHOLDER, (_mark, list: string | undefined, part: string, plain: string, name: string) => {
    const value = values[list ?? name]
    if (list !== undefined && Array.isArray(value)) return value.map(row => fillPage(part, { ...values, ...row })).join('')
    if (list !== undefined || typeof value !== 'string') throw new Error(`the page asks for «${list ?? name}», which is nothing it can say`)
    return plain ? value : escaped(value)
  })
}

/** Returns JSON in which nothing can end a script element. */
const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

type PageServer = {
  /** The origin of the page's URL (`https://hudur.example`). */
  origin: string
  /** Whether the server makes hourly backups: the page claims them only then. */
  hasBackups: boolean
}

/** Returns the values of the public page's placeholders. */
export function pageValues({ claims, contact, hours, social, testimonials }: SiteContent, { origin, hasBackups }: PageServer): PageValues {
  return {
    backups: hasBackups ? [{}] : [],
    ...claims,
    ...contact,
    phoneLink: `tel:${dialable(contact.phone)}`,
    whatsappLink: `https://wa.me/${dialable(contact.whatsapp).replace(/^\+|^00/, '')}`,
    emailLink: `mailto:${contact.email}`,
    hours: hours.map(line => ({ line })),
    social: social.map(({ name, url }) => ({ socialName: name, url })),
    testimonials: testimonials.map(({ words, name, role }) => ({ words, name, role })),
    origin,
    business: scriptJson({
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
