import * as texts from '../texts.ts'
import type { SiteContent } from './content.ts'

/** The content of the public page of an installation without content of its own. */
export const SAMPLE_SITE_CONTENT: SiteContent = {
  claims: { events: '500+', invitations: '10K+', satisfaction: '99%' },
  contact: { phone: '+967 1 000 000', whatsapp: '+967 770 000 000', email: 'salam@hudur.example', location: texts.site.location },
  hours: [...texts.site.hours],
  social: [
    { name: texts.site.instagram, url: 'https://www.instagram.com/' },
    { name: texts.site.facebook, url: 'https://www.facebook.com/' },
    { name: texts.site.x, url: 'https://x.com/' },
  ],
  testimonials: texts.site.testimonials.map(testimonial => ({ ...testimonial })),
}
