import { statfs } from 'node:fs/promises'

/** The free space of a disk for this process, and the size of the disk; both in bytes. */
type DiskSpace = { free: number; total: number }

/** Reads the space of the disk that contains `folder`. */
export async function spaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

const GIGABYTE = 2 ** 30
const MIN_FREE_SHARE = 0.05

/** Returns whether less than 1 GB or 5 % of the disk is free. Calls that can wait are then refused in favour of scans. */
export const isSpaceScarce = ({ free, total }: DiskSpace) => free < GIGABYTE || free < total * MIN_FREE_SHARE

/** The disk with the data, whose free space is measured regularly. */
export type Disk = {
  /** Returns the last measured space; undefined before the first measurement and after a failed one. */
  space: () => DiskSpace | undefined
  isLow: () => boolean
}

type Log = Record<'info' | 'warn' | 'error', (details: object, sentence: string) => void>
type Options = { folder: string; log: Log; measure?: typeof spaceOf; every?: number }

/** Measures the disk that contains `folder` every minute (`every` ms). Logs when its free space becomes scarce and when it no longer is. */
export function diskWatch({ folder, log, measure = spaceOf, every = 60_000 }: Options) {
  let space: DiskSpace | undefined
  let wasLow = false
  let timer: NodeJS.Timeout | undefined
  const isSpaceLow = () => space !== undefined && isSpaceScarce(space)

  async function measureSpace() {
    try {
      space = await measure(folder)
    } catch (cause) {
      space = undefined
      log.error({ err: cause }, 'the free space of the disk is not known')
      return
    }
    if (isSpaceLow() === wasLow) return
    wasLow = isSpaceLow()
    if (wasLow) log.warn({ ...space }, 'the disk is nearly full: forms are refused, scans go on')
    else log.info({ ...space }, 'the disk has room again')
  }

  return {
    space: () => space,
    isLow: isSpaceLow,
    async start() {
      await measureSpace()
      timer = setInterval(() => void measureSpace(), every).unref()
    },
    stop: () => clearInterval(timer),
  }
}
