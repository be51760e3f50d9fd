import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'

/** Reads the contact of the technical support, as set by the owner of the installation. */
export function useSupportContacts() {
  const backend = useBackend()
  return useQuery({ queryKey: ['installation', 'support'], queryFn: () => backend.installation.support({}) })
}
