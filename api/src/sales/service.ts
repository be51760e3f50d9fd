import type { contract } from '@hudur/core/contract'
import { SAMPLE_SITE_CONTENT } from '@hudur/core/site/sample-content'
import type { Deps, Services } from '../deps.ts'
import type { ContentReader } from '../site/content-file.ts'
import { figureService } from './figures.ts'
import { moneyService } from './money.ts'
import { packageService } from './packages.ts'

/** What the office sells and what it is paid. `content` has the contacts that its papers show. */
export const salesService = (deps: Deps, { content }: { content?: ContentReader | undefined }): Services<typeof contract.sales> => ({
  ...packageService(deps),
  ...moneyService(deps, { readContact: async () => ((await content?.read()) ?? SAMPLE_SITE_CONTENT).contact }),
  ...figureService(deps),
})
