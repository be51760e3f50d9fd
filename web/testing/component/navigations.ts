/** The paths of the documents that the application tried to open since the test began. */
export const documentNavigations: string[] = []

type NavigateEvent = Event & { navigationType: string; destination: { url: string; sameDocument: boolean } }

function cancelNavigation(event: Event) {
  const { navigationType, destination } = event as NavigateEvent
  if (destination.sameDocument || navigationType === 'reload') return
  event.preventDefault()
  documentNavigations.push(new URL(destination.url).pathname)
}

/**
 * Cancels every navigation to a new document, which would end the test page, and records its path. A reload by the test runner is not
 * cancelled.
 */
export const cancelDocumentNavigations = () =>
  (window as unknown as { navigation: EventTarget }).navigation.addEventListener('navigate', cancelNavigation)
