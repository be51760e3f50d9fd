import type { TemplateName } from '@hudur/core'

/** The kinds of occasion by which templates are offered. */
export const OCCASIONS = ['wedding', 'graduation-and-birth', 'business', 'condolence'] as const
export type Occasion = (typeof OCCASIONS)[number]

/** The occasion of each template. Apart from the templates, so that choosing one does not load the drawing of all. */
export const TEMPLATE_OCCASIONS: Record<TemplateName, Occasion> = {
  mithaq: 'wedding',
  rawda: 'graduation-and-birth',
  mashrabiya: 'wedding',
  qamar: 'graduation-and-birth',
  sidr: 'wedding',
  nada: 'wedding',
  maydan: 'business',
  diwan: 'business',
  fol: 'wedding',
  sadu: 'wedding',
  qamariyya: 'wedding',
  ghar: 'graduation-and-birth',
  mahd: 'graduation-and-birth',
  nasaq: 'business',
  ablaq: 'business',
  sakina: 'condolence',
}
