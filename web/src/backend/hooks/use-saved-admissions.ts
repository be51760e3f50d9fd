import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { readSavedAdmissions } from '../local/saved-admissions.ts'
import { DeviceContext } from './use-device.ts'

/** Reads the admissions that this device's door link saves in a file. Null without any. */
export function useSavedAdmissions() {
  const services = use(DeviceContext)
  async function readAdmissions() {
    const device = await services?.device()
    return (device && (await readSavedAdmissions(device))) ?? null
  }
  return useQuery({ queryKey: ['saved-admissions'], queryFn: readAdmissions }).data ?? undefined
}
