import type { contract } from '@hudur/core/contract'
import type { ConnectionReport, InstallationSettings } from '@hudur/core/installation/contract'
import { SAMPLE_SITE_CONTENT } from '@hudur/core/site/sample-content'
import * as texts from '@hudur/core/texts'
import type { Deps, Services } from '../deps.ts'
import type { Disk } from '../disk.ts'
import type { ContentReader } from '../site/content-file.ts'
import type { DatabaseProbe } from './probe.ts'
import type { ClockState } from './trusted-clock.ts'

const GIGABYTE = 2 ** 30

type InstallationOptions = {
  office: () => InstallationSettings
  probe: DatabaseProbe
  content?: ContentReader | undefined
  disk?: Disk | undefined
  clock?: (() => ClockState | undefined) | undefined
}

export const installationService = (
  { now }: Pick<Deps, 'now'>,
  { office, probe, content, disk, clock }: InstallationOptions,
): Services<typeof contract.installation> => ({
  async test(): Promise<ConnectionReport> {
    const { canRead, canWrite } = await probe.test()
    return {
      success: canRead && canWrite,
      status: { database_exists: canRead, can_read: canRead, can_write: canWrite },
      now: now().toISOString(),
    }
  },
  office: async () => office(),
  async support() {
    const { contact, hours, social } = (await content?.read()) ?? SAMPLE_SITE_CONTENT
    return { contact, hours, social }
  },
  async warnings() {
    const state = clock?.()
    return [
      ...(disk?.isLow() ? [texts.diskWarning(((disk.space()?.free ?? 0) / GIGABYTE).toFixed(1))] : []),
      ...(state?.isAhead ? [texts.clockWarning(state.daysAhead)] : []),
    ]
  },
})
