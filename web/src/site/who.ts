/** Whoever was signed in here last finds their name where others find the way to sign in. It opens nothing: the server decides there. */
export function nameWhoIsHere() {
  const place = document.querySelector('[data-who]')
  try {
    const profile: unknown = JSON.parse(localStorage.getItem('currentUser') ?? 'null')
    if (!place || typeof profile !== 'object' || profile === null || !('fullName' in profile)) return
    if (typeof profile.fullName === 'string' && profile.fullName.trim()) place.textContent = profile.fullName
  } catch {
    // Storage is forbidden or holds something else: the way to sign in stays.
  }
}
