/** How many days a link for the first password of an account can be used. */
export const WELCOME_LINK_DAYS = 7

/** Returns whether a link for a first password can still be used. */
export const isWelcomeLinkValid = ({ expiresAt }: { expiresAt: string }, now: Date) => now.getTime() < Date.parse(expiresAt)
