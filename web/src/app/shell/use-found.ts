import { isSearchable } from '@hudur/core/find/found'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useBackend } from '../../backend/hooks/use-backend.ts'

const TYPING_PAUSE_MS = 150

/**
 * Finds what the user may see by a typed text, after a pause in typing. A newer text aborts the request of an older one, whose answer is
 * never returned. `isPending` until the answer for this text has arrived.
 */
export function useFound(typed: string) {
  const { find } = useBackend()
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const enabled = isSearchable(searched)
  const { data, isError, isFetching } = useQuery({
    queryKey: ['find', searched],
    queryFn: ({ signal }) => find.list({ q: searched }, { signal }),
    enabled,
    gcTime: 0,
    retry: false,
  })
  const isCurrent = searched === typed
  const found = isCurrent && data ? data : []
  return { found, isPending: isSearchable(typed) && (!isCurrent || (isFetching && !data)), isError: isCurrent && isError }
}
