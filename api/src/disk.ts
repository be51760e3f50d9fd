import { statfs } from 'node:fs/promises'

/** What a disk has left for this process, and its size; both in bytes. */
type Space = { free: number; total: number }

/** The space of the disk that this folder is on. */
export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

const GIGABYTE = 2 ** 30
const LEAST_SHARE = 0.05

/** Below 1 GB, or below 5 % of the disk: what can wait is refused, so that scans go on. */
const isScarce = ({ free, total }: Space) => free < GIGABYTE || free < total * LEAST_SHARE

/** What is known of the disk where the data is. */
export type Disk = {
  /** Undefined while it is not known. */
  space: () => Space | undefined
  isLow: () => boolean
}

type Log = Record<'info' | 'warn' | 'error', (what: object, sentence: string) => void>
type Options = { folder: string; log: Log; measure?: typeof spaceOf; every?: number }

/** Looks every minute how much room the disk of this folder has, and logs when it becomes scarce and when it no longer is. */
export function diskWatch({ folder, log, measure = spaceOf, every = 60_000 }: Options) {
  let space: Space | undefined
  let wasLow = false
  let timer: NodeJS.Timeout | undefined
  const isLow = () => space !== undefined && isScarce(space)

  async function look() {
    try {
      space = await measure(folder)
    } catch (cause) {
      space = undefined
      log.error({ err: cause }, 'the free space of the disk is not known')
    }
    if (isLow() === wasLow) return
    wasLow = isLow()
    if (wasLow) log.warn({ ...space }, 'the disk is nearly full: forms are refused, scans go on')
    else log.info({ ...space }, 'the disk has room again')
  }

  return {
    space: () => space,
    isLow,
    async start() {
      await look()
      timer = setInterval(() => void look(), every).unref()
    },
    stop: () => clearInterval(timer),
  }
}
