import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { readRecentAdmissions } from '../local/recent-admissions.ts'
import { DeviceContext } from './use-device.ts'

export type { RecentAdmission } from '../local/recent-admissions.ts'

/**
 * The interval (ms) between two reads of the stored admissions. The scanner itself has its latest scans, so it need not wait for a read.
 */
const REFRESH_INTERVAL_MS = 15_000

/** Reads the admissions that this device has stored in the last 15 minutes; none where the browser has no storage. */
export function useStoredAdmissions() {
  const services = use(DeviceContext)
  async function readAdmissions() {
    const device = await services?.device()
    return device ? readRecentAdmissions(device) : []
  }
  const schedule = { staleTime: 0, refetchInterval: REFRESH_INTERVAL_MS }
  return useQuery({ queryKey: ['storedAdmissions'], queryFn: readAdmissions, ...schedule }).data ?? []
}
