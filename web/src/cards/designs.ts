import type { ReadyDesign } from '@hudur/core'
import type { Design } from './designs/design.ts'
import { diwan } from './designs/diwan.ts'
import { mashrabiya } from './designs/mashrabiya.ts'
import { maydan } from './designs/maydan.ts'
import { mithaq } from './designs/mithaq.ts'
import { nada } from './designs/nada.ts'
import { qamar } from './designs/qamar.ts'
import { rawda } from './designs/rawda.ts'
import { sidr } from './designs/sidr.ts'

/** The ready cards. */
export const designs: Record<ReadyDesign, Design> = { mithaq, rawda, mashrabiya, qamar, sidr, nada, maydan, diwan }
