import type { TemplateName } from '@hudur/core/cards/look'

export const OCCASIONS = ['wedding', 'graduation-and-birth', 'business', 'condolence'] as const
export type Occasion = (typeof OCCASIONS)[number]

/** The occasion of each template. This file is separate, so that the design picker does not load the drawing code of all templates. */
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
