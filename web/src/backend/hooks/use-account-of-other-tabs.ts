import type { User } from '@hudur/core/accounts/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { rememberedProfile } from '../../device/remembered-profile.ts'
import { meKey } from './use-refresh.ts'
import { removeDataOfOthers } from './use-session.ts'

/** Follows sign-ins in other tabs: makes the account that signs in there the account of this tab, and calls `onSwitch`. */
export function useAccountOfOtherTabs(onSwitch: (user: User) => void) {
  const client = useQueryClient()
  const followOtherTab = useEffectEvent(() => {
    const [shown, user] = [client.getQueryData<User | null>(meKey), rememberedProfile.read()]
    if (!shown || !user || shown.id === user.id) return
    removeDataOfOthers(client, user)
    client.setQueryData(meKey, user)
    onSwitch(user)
  })
  useEffect(() => {
    const follow = () => followOtherTab()
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])
}
