/** Shows the name of the user who last signed in on this device in place of the sign-in link's text. It proves no session. */
export function showSignedInName() {
  const place = document.querySelector('[data-who]')
  try {
    const profile: unknown = JSON.parse(localStorage.getItem('currentUser') ?? 'null')
    if (!place || typeof profile !== 'object' || profile === null || !('fullName' in profile)) return
    if (typeof profile.fullName === 'string' && profile.fullName.trim()) place.textContent = profile.fullName
  } catch {
    // Storage is forbidden or has other content: the link keeps its text.
  }
}
