/**
 * Returns a `mailto:` URL that opens a message to an address. The address is encoded, because a question mark in it would begin the parameters
 * of the URL, such as further recipients.
 */
export function mailtoUrl(email: string, message?: { subject: string; body: string }) {
  const parameters = message ? `?subject=${encodeURIComponent(message.subject)}&body=${encodeURIComponent(message.body)}` : ''
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}${parameters}`
}
