import { dayInAden } from '@hudur/core/testing/days'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: dayInAden() }

const notice = (sentence: RegExp) => page.getByRole('status').filter({ hasText: sentence })

test('open screens say that VIP guests have arrived, each once', async () => {
  const [muneera, hind, ali] = await admin.invitations.create({
    invitations: [
      { ...EVENT, guestName: 'منيرة', isVip: true, generationType: 'custom', maxScans: 2 },
      { ...EVENT, guestName: 'هند', isVip: true },
      { ...EVENT, guestName: 'علي' },
    ],
  })
  await openScreen('/data')
  await admin.checkIn.check({ qr_code: ali!.id })
  await admin.checkIn.check({ qr_code: muneera!.id })
  await expect.element(notice(/^وصل ضيف مهم: .?منيرة.?$/)).toBeVisible()
  // Another screen, and a further admission with the first card: only the second guest is news.
  await openScreen('/Scanner')
  await admin.checkIn.check({ qr_code: muneera!.id })
  await admin.checkIn.check({ qr_code: hind!.id })
  await expect.element(notice(/^وصل ضيف مهم: .?هند.?$/)).toBeVisible()
})
