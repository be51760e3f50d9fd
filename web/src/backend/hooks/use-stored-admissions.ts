import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { readRecentAdmissions } from '../local/recent-admissions.ts'
import { DeviceContext } from './use-device.ts'
import { arrivalsKey } from './use-refresh.ts'

export type { RecentAdmission } from '../local/recent-admissions.ts'

/** Reads the admissions that this device has stored in the last 15 minutes, again after each scan; none where the browser has no storage. */
export function useStoredAdmissions() {
  const services = use(DeviceContext)
  async function readAdmissions() {
    const device = await services?.device()
    return device ? readRecentAdmissions(device) : []
  }
  return useQuery({ queryKey: [...arrivalsKey, 'stored'], queryFn: readAdmissions }).data ?? []
}
