/** The paths that the product tried to open as a new document since the test began. */
export const documentNavigations: string[] = []

type NavigateEvent = Event & { navigationType: string; destination: { url: string; sameDocument: boolean } }

function cancel(event: Event) {
  const { navigationType, destination } = event as NavigateEvent
  if (destination.sameDocument || navigationType === 'reload') return
  event.preventDefault()
  documentNavigations.push(new URL(destination.url).pathname)
}

/** Cancels navigations to a new document, which would end the test page, and records their paths. A reload by the test runner goes on. */
export const cancelDocumentNavigations = () =>
  (window as unknown as { navigation: EventTarget }).navigation.addEventListener('navigate', cancel)
