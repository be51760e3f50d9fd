import { beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'

/** The URLs that the sending screen has opened in the present test. */
export const openedUrls: string[] = []

/** Records in `openedUrls` what each test of a file opens, instead of opening it. */
export const recordOpenedUrls = () =>
  beforeEach(() => {
    openedUrls.length = 0
    vi.spyOn(window, 'open').mockImplementation(address => {
      openedUrls.push(String(address))
      return null
    })
  })

export const guestHeading = (guest: string) => page.getByRole('heading', { name: guest, level: 2 })
export const messageDialog = page.getByRole('dialog', { name: 'نص الرسالة' })
export const messageField = messageDialog.getByRole('textbox', { name: 'نص الرسالة' })
