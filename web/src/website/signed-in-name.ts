/** Shows the name of the last user of this device in the sign-in link. It does not prove that a session exists. */
export function showSignedInName() {
  const place = document.querySelector('[data-who]')
  try {
    const profile: unknown = JSON.parse(localStorage.getItem('currentUser') ?? 'null')
    if (!place || typeof profile !== 'object' || profile === null || !('fullName' in profile)) return
    if (typeof profile.fullName === 'string' && profile.fullName.trim()) place.textContent = profile.fullName
  } catch {
    // Local storage is forbidden or its content is not a profile. The link then keeps its text.
  }
}
