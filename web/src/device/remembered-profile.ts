import { User } from '@hudur/core/accounts/contract'
import { createJsonStorage } from './json-storage.ts'

const STORAGE_KEY = 'currentUser'

const storage = createJsonStorage('localStorage')

/** The profile of the last account of this device, shown before the server has answered who is signed in. It grants no access. */
export const rememberedProfile = {
  read: (): User | null => User.safeParse(storage.read(STORAGE_KEY)).data ?? null,
  write: (user: User | null) => storage.write(STORAGE_KEY, user ?? undefined),
}
