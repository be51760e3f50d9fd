import type { CardLook, TemplateName } from '@hudur/core/cards/look'
import { ablaq } from './templates/ablaq.ts'
import { diwan } from './templates/diwan.ts'
import { fol } from './templates/fol.ts'
import { ghar } from './templates/ghar.ts'
import { mahd } from './templates/mahd.ts'
import { mashrabiya } from './templates/mashrabiya.ts'
import { maydan } from './templates/maydan.ts'
import { mithaq } from './templates/mithaq.ts'
import { nada } from './templates/nada.ts'
import { nasaq } from './templates/nasaq.ts'
import { qamar } from './templates/qamar.ts'
import { qamariyya } from './templates/qamariyya.ts'
import { rawda } from './templates/rawda.ts'
import { sadu } from './templates/sadu.ts'
import { sakina } from './templates/sakina.ts'
import { sidr } from './templates/sidr.ts'
import type { CardTemplate } from './templates/template.ts'

const templates: Record<TemplateName, CardTemplate> = {
  mithaq,
  rawda,
  mashrabiya,
  qamar,
  sidr,
  nada,
  maydan,
  diwan,
  fol,
  sadu,
  qamariyya,
  ghar,
  mahd,
  nasaq,
  ablaq,
  sakina,
}

/** Returns the template of a look; undefined if its background is an uploaded image. */
export const templateOf = ({ background }: CardLook) => (background.is === 'ready' ? templates[background.design] : undefined)
