import type { CardLook, TemplateName } from '@hudur/core'
import { diwan } from './templates/diwan.ts'
import { mashrabiya } from './templates/mashrabiya.ts'
import { maydan } from './templates/maydan.ts'
import { mithaq } from './templates/mithaq.ts'
import { nada } from './templates/nada.ts'
import { qamar } from './templates/qamar.ts'
import { rawda } from './templates/rawda.ts'
import { sidr } from './templates/sidr.ts'
import type { CardTemplate } from './templates/template.ts'

const templates: Record<TemplateName, CardTemplate> = { mithaq, rawda, mashrabiya, qamar, sidr, nada, maydan, diwan }

/** Returns the template of a look; undefined if its background is an uploaded image. */
export const templateOf = ({ background }: CardLook) => (background.is === 'ready' ? templates[background.design] : undefined)
