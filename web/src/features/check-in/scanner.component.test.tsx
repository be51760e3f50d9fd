import { dayInAden } from '@hudur/core/testing/days'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { focusElement, insertText, tabToElement } from '../../../testing/component/controls.ts'
import { enterScannedCode, scanner, verifyCode } from '../../../testing/component/scanner.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { countStoredInvitations } from '../../../testing/component/stored-guests.ts'
import { formatTimeOfDay } from '../../text/format.ts'

const { codeField, verifyButton, confirmationDialog, arrivals, verdict, anyVerdict } = scanner

const WEDDING = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const GRADUATION = { eventName: 'تخرّج دفعة الأمل', eventDate: '2027-02-01' }
const FAMILY = { ...WEDDING, guestName: 'عائلة الحمّادي', generationType: 'custom', maxScans: 5 } as const

type NewInvitation = Parameters<typeof admin.invitations.create>[0]['invitations'][number]
const createInvitations = (...invitations: NewInvitation[]) => admin.invitations.create({ invitations })
const createGuests = (...names: string[]) => createInvitations(...names.map(guestName => ({ ...WEDDING, guestName })))

/** Opens the scanner and focuses its code field. */
async function openScanner(address = '/Scanner') {
  const network = await openScreen(address)
  await expect.element(codeField).toBeVisible()
  focusElement(codeField)
  return network
}

/** Scans `code` and holds the response back until the test releases it. Later scans get their responses at once. */
async function holdFirstScanResponse(network: Awaited<ReturnType<typeof openScreen>>, code: string) {
  const held = network.hold('invitations.php')
  await enterScannedCode(code)
  await expect.poll(() => held.held.length).toBe(1)
  held.end()
  return held
}

const countAdmittedPeople = async () => (await admin.invitations.stats({})).arrived

/** Returns the number of people admitted by the only invitation. */
const countAdmitted = async () => (await admin.invitations.list({})).rows[0]?.currentScans

const expectTexts = async (locator: ReturnType<typeof verdict>, expected: readonly (string | RegExp)[]) => {
  for (const text of expected) await expect.element(locator).toMatchTextContent(text)
}

test('the scanner names a trial card, which admits nobody', async () => {
  const [guest] = await createGuests('سميّة الإرياني')
  const { code } = await admin.events.trial({ id: guest!.eventId! })
  await openScanner()
  await enterScannedCode(code)
  await expectTexts(verdict('used'), ['تجربة', 'هذه بطاقة تجربة، لا تُدخل أحداً ولا تُحسب'])
  await expect.element(verdict('used')).not.toMatchTextContent(/مستخدمة/)
  await expect.element(page.getByRole('listitem').filter({ hasText: 'بطاقة تجربة' })).toMatchTextContent(/بطاقة تجربة\s*تجربة ·/)
  await expectAccessible()
  expect(await countAdmittedPeople()).toBe(0)
})

test('a verdict is shown before the code of its card is drawn', async () => {
  const [sumayya, ali] = await createGuests('سميّة الإرياني', 'علي باوزير')
  const codeOf = (guest: string) => verdict('admitted').getByRole('img', { name: `رمز QR لدعوة ${guest}` })
  await openScanner()
  await enterScannedCode(sumayya!.id)
  await expect.element(codeOf('سميّة الإرياني')).toBeVisible()
  let hasCode: boolean | undefined
  const watching = new MutationObserver(() => {
    const shown = document.querySelector('[data-verdict]')
    if (shown?.textContent.includes('علي باوزير')) hasCode ??= shown.querySelector('img') !== null
  })
  watching.observe(document, { childList: true, subtree: true })
  await enterScannedCode(ali!.id)
  await expect.element(codeOf('علي باوزير')).toBeVisible()
  watching.disconnect()
  expect(hasCode).toBe(false)
})

test('the scanner shows a scan as admitted, used or refused', async () => {
  const [guest] = await createGuests('سميّة الإرياني')
  await openScanner('/scanner')
  await expect.element(page.getByRole('heading', { name: 'الماسح' })).toBeVisible()
  await expect.element(verifyButton).toBeDisabled()
  await codeField.fill('   ')
  await expect.element(verifyButton).toBeDisabled()

  await codeField.fill(guest!.id)
  const times = [new Date()]
  await verifyButton.click()
  await expectTexts(verdict('admitted'), ['تفضّل', 'سميّة الإرياني', 'تم التحقق من الدعوة بنجاح', WEDDING.eventName, '1 / 1', 'تلقائي'])
  await expect.element(verdict('admitted').getByRole('img', { name: /رمز QR/ })).toBeVisible()
  await expect.element(page.getByRole('status').filter({ has: verdict('admitted') })).toHaveAttribute('aria-live', 'assertive')
  await expectAccessible()

  await codeField.fill(guest!.id)
  await userEvent.keyboard('{Enter}')
  times.push(new Date())
  // The scan may have happened in the minute in which it was sent or in the next one.
  const admittedAt = new RegExp(times.map(at => `أول دخول${formatTimeOfDay(at.toISOString())}`).join('|'))
  await expectTexts(verdict('used'), ['تم استخدام هذه الدعوة مسبقاً', 'مدير النظام', admittedAt])
  await expectAccessible()

  await codeField.fill('00000000000000000001')
  await userEvent.keyboard('{Enter}')
  await expectTexts(verdict('refused'), ['رمز QR غير صحيح أو غير موجود في النظام'])
  await expectAccessible()
  // Characters that change the text direction or are invisible are not shown.
  await codeField.fill('مجهول\u202Eabc\u2066\u0007')
  await userEvent.keyboard('{Enter}')
  await expect.element(verdict('refused').getByText('مجهولabc', { exact: true })).toBeVisible()
  await expect.element(arrivals.first()).toBeVisible()
  expect((await admin.invitations.stats({})).arrived).toBe(1)
})

test('a scan shows table and note of the guest, and a band for a VIP', async () => {
  const [vip, seated, guest] = await createInvitations(
    { ...WEDDING, guestName: 'سميّة الإرياني', table: '12', note: 'ترافقها المضيفة إلى صدر القاعة', isVip: true },
    { ...WEDDING, guestName: 'هدى', table: 'طاولة العائلة' },
    { ...WEDDING, guestName: 'سارة' },
  )
  await openScanner()
  const vipBand = (is: 'admitted' | 'used') => verdict(is).getByText('من كبار الضيوف', { exact: true })
  await enterScannedCode(vip!.id)
  const table = verdict('admitted').getByText('12', { exact: true })
  await expect.element(table).toBeVisible()
  expect(Number.parseFloat(getComputedStyle(table.element()).fontSize)).toBe(56)
  await expectTexts(verdict('admitted'), ['ترافقها المضيفة إلى صدر القاعة'])
  await expect.element(vipBand('admitted')).toBeVisible()
  const countSignStars = () => verdict('admitted').getByCss('svg[viewBox="0 0 120 120"] polygon').elements().length
  expect(countSignStars()).toBe(2)
  await expectAccessible()
  await verifyCode(vip!.id)
  await expectTexts(verdict('used'), ['الطاولة12', 'ملاحظةترافقها المضيفة إلى صدر القاعة'])
  await expect.element(vipBand('used')).toBeVisible()
  await expectAccessible()

  await enterScannedCode(seated!.id)
  await expectTexts(verdict('admitted'), ['هدى', 'طاولة العائلة'])
  expect(countSignStars()).toBe(1)
  await expect.element(vipBand('admitted')).not.toBeInTheDocument()
  await enterScannedCode(guest!.id)
  await expectTexts(verdict('admitted'), ['سارة'])
  await expect.element(verdict('admitted')).not.toMatchTextContent('الطاولة')
})

test('of several guests with a typed name, the user chooses one', async () => {
  await createGuests('أحمد بن علي', 'أحمد صالح', 'هدى')
  await openScanner()
  await codeField.fill('هدي')
  await verifyButton.click()
  await expectTexts(verdict('admitted'), ['هدى'])

  await codeField.fill('احمد')
  await verifyButton.click()
  await page.getByRole('button', { name: /أحمد صالح/ }).click()
  await expect.element(anyVerdict).not.toBeInTheDocument()
  await expect.element(confirmationDialog).toMatchTextContent('أحمد صالح')
  await expectAccessible()
  await confirmationDialog.getByRole('button', { name: 'إدخال الضيف' }).click()
  await expectTexts(verdict('admitted'), ['أحمد صالح'])
  const { rows } = await admin.invitations.list({ filter: 'scanned' })
  expect(rows.map(({ guestName }) => guestName).sort()).toEqual(['أحمد صالح', 'هدى'])
})

test('typing a name lists the matching guests with their places', async () => {
  await createInvitations(
    { ...WEDDING, guestName: 'أحمد بن علي' },
    { ...FAMILY, guestName: 'عائلة أحمد صالح' },
    { ...WEDDING, guestName: 'هدى ناصر' },
    ...Array.from({ length: 11 }, () => ({ ...WEDDING, guestName: 'سالم عمر' })),
  )
  await openScanner()
  await userEvent.type(codeField, 'احمد')
  await expect.element(page.getByText('نتيجة البحث: ضيفان')).toBeVisible()
  const familyButton = page.getByRole('button', { name: /عائلة أحمد صالح/ })
  await expectTexts(familyButton, [WEDDING.eventName, 'لم يصل', 'بقي 5 أماكن'])
  await expectAccessible()
  focusElement(codeField)
  await tabToElement(familyButton)
  await userEvent.keyboard('{Enter}')
  await expect.element(confirmationDialog).toMatchTextContent('إدخال عائلة أحمد صالح؟')
  await expect.element(anyVerdict).not.toBeInTheDocument()
  focusElement(confirmationDialog.getByRole('button', { name: 'إدخال الضيف' }))
  await userEvent.keyboard('{Enter}')
  await expectTexts(verdict('admitted'), ['1 / 5'])
  await expect.element(codeField).toHaveValue('')

  await codeField.fill('لا أحد هنا')
  await expect.element(page.getByText('لا أحد بهذا الاسم')).toBeVisible()
  await codeField.fill('سالم')
  await expect.element(page.getByText('أول 10 ضيوف في البحث. أكمل الاسم إن لم تجده هنا')).toBeVisible()
})

test('a scan whose response is lost is counted once', async () => {
  const [guest] = await createInvitations({ ...WEDDING, guestName: 'علي', generationType: 'custom', maxScans: 5 })
  const network = await openScanner()
  network.loseAnswers('invitations.php')
  await codeField.fill(guest!.id)
  await verifyButton.click()
  await expectTexts(verdict('admitted'), ['سُجّل هذا الدخول قبل قليل من هذا الجهاز'])
  expect(await countAdmitted()).toBe(1)
})

test('a code that is scanned during a pending scan is queued', async () => {
  const [first, second] = await createGuests('أمل', 'بلقيس')
  const server = await holdFirstScanResponse(await openScanner(), first!.id)
  await expect.element(codeField).toHaveValue('')
  insertText(second!.id)
  await expect.element(verifyButton).toBeDisabled()
  await userEvent.keyboard('{Enter}')
  await expect.element(codeField).toHaveValue('')
  await expect.element(page.getByText('بانتظار الدور: رمز واحد')).toBeVisible()

  server.release()
  await expectTexts(verdict('admitted'), ['أمل'])
  await expectTexts(verdict('admitted'), ['بلقيس'])
  await expect.element(page.getByText(/بانتظار الدور/)).not.toBeInTheDocument()
  await expect.element(codeField).toHaveFocus()
  const { rows } = await admin.invitations.list({})
  const [amal, bilqis] = [first, second].map(made => rows.find(({ id }) => id === made!.id))
  expect([amal!.currentScans, bilqis!.currentScans]).toEqual([1, 1])
  expect(amal!.scannedAt! < bilqis!.scannedAt!).toBe(true)
})

test('the next code replaces a refused text in the field', async () => {
  const [guest] = await createGuests('أمل')
  const network = await openScanner()
  await enterScannedCode('لا أحد')
  await expect.element(verdict('refused')).toBeVisible()
  await expect.element(codeField).toHaveValue('لا أحد')
  await enterScannedCode(guest!.id)
  await expectTexts(verdict('admitted'), ['أمل'])

  const server = await holdFirstScanResponse(network, 'لا أحد')
  insertText(guest!.id.slice(0, 8))
  server.release()
  await expect.element(verdict('refused')).toBeVisible()
  insertText(guest!.id.slice(8))
  await userEvent.keyboard('{Enter}')
  await expectTexts(verdict('used'), ['أمل'])
})

test('a code that a hardware scanner sends twice is scanned once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const [family] = await createInvitations(FAMILY)
  const server = await holdFirstScanResponse(await openScanner(), family!.id)
  await enterScannedCode(family!.id)
  await expect.element(codeField).toHaveValue('')
  await expect.element(page.getByText(/بانتظار الدور/)).not.toBeInTheDocument()
  server.release()
  await expectTexts(verdict('admitted'), ['1 / 5'])
  await enterScannedCode(family!.id)
  await expect.element(codeField).toHaveValue('')
  await verifyCode(family!.id)
  await expectTexts(verdict('admitted'), ['2 / 5'])
  vi.setSystemTime(Date.now() + 3_000)
  await enterScannedCode(family!.id)
  await expectTexts(verdict('admitted'), ['3 / 5'])
  // After an undo the same code is meant.
  await verdict('admitted')
    .getByRole('button', { name: /^تراجع/ })
    .click()
  await confirmationDialog.getByRole('button', { name: 'تراجع عن الدخول' }).click()
  await expect.poll(countAdmitted).toBe(2)
  await expect.element(confirmationDialog).not.toBeInTheDocument()
  await enterScannedCode(family!.id)
  await expectTexts(verdict('admitted'), ['3 / 5'])
  expect(await countAdmitted()).toBe(3)
})

test('without IndexedDB a queued code waits for the retry of a failed scan', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const [first, second] = await createGuests('أمل', 'بلقيس')
  const server = await holdFirstScanResponse(await openScanner(), first!.id)
  await enterScannedCode(second!.id)
  server.lose()
  await expect.element(page.getByText('حدث خطأ في الاتصال بالخادم')).toBeVisible()
  await expect.element(page.getByText('بانتظار الدور: رمز واحد')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'إعادة المحاولة' })).toHaveFocus()
  // The next code is sent one second after a verdict, but not after a failed scan.
  await new Promise(resolve => setTimeout(resolve, 1_200))
  await expect.element(page.getByText('بانتظار الدور: رمز واحد')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expectTexts(verdict('admitted'), ['أمل'])
  await expectTexts(verdict('admitted'), ['بلقيس'])
  expect((await admin.invitations.stats({})).arrived).toBe(2)
})

test('a scan of a deleted invitation is refused', async () => {
  const [guest] = await createGuests('سميّة الإرياني')
  await admin.invitations.remove({ id: guest!.id })
  await openScanner()
  await enterScannedCode(guest!.id)
  await expectTexts(verdict('refused'), ['غير صالحة', 'سميّة الإرياني', 'حُذفت هذه الدعوة', `${WEDDING.eventName} · 14/01/2027`])
  await expect.element(page.getByRole('listitem').filter({ hasText: 'سميّة الإرياني' })).toMatchTextContent('دعوة محذوفة')
  await expectAccessible()
})

test('the arrivals count a guest who was admitted twice offline once', async () => {
  const [guest] = await createGuests('أمل', 'بلقيس')
  for (const nonce of ['east', 'west']) await admin.checkIn.check({ qr_code: guest!.id, nonce, happened: true })
  await openScanner()
  await expect.element(arrivals).toMatchTextContent(/^وصل\s*1\s*من 2\s*\+1 فوق العدد$/)
})

test('the scanner offers the conflicts of the doors until the user has seen them', async () => {
  const [twice, deleted] = await createGuests('بلقيس المقطري', 'سميّة الإرياني')
  for (const nonce of ['east', 'west']) await admin.checkIn.check({ qr_code: twice!.id, nonce, happened: true })
  await admin.invitations.remove({ id: deleted!.id })
  await admin.checkIn.check({ qr_code: deleted!.id, nonce: 'north', happened: true })
  await openScanner()
  await expect.element(page.getByText(/بلا اتصال بانتظار مراجعتك/)).toBeVisible()
  await page.getByRole('button', { name: 'عرض', exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const text of ['دخول مكرّر أثناء انقطاع الاتصال · بلقيس المقطري', 'دعوة محذوفة'])
    await expect.element(dialog).toMatchTextContent(text)
  await expectAccessible()
  const seenButtons = dialog.getByRole('button', { name: 'اطّلعت', exact: true })
  await seenButtons.first().click()
  await expect.poll(() => seenButtons.elements().length).toBe(1)
  await seenButtons.click()
  await expect.element(dialog).toMatchTextContent('اطّلعت على كل ما هنا')
  expect((await admin.checkIn.conflicts({})).rows.map(({ isSeen }) => isSeen)).toEqual([true, true])
})

test('a hardware scanner works without focus and in an Arabic layout', async () => {
  // On the Arabic keyboard layout the keys G and H together type «لا», which the key B also types.
  const [familyInvitation] = await createInvitations({ ...FAMILY, id: 'GHKQ2M9XWPA4T6RZE012' })
  await openScanner()
  await page.getByRole('heading', { name: 'الماسح' }).click()
  await userEvent.keyboard(`${familyInvitation!.id}{Enter}`)
  await expectTexts(verdict('admitted'), ['1 / 5'])

  // biome-ignore format: the pairs of a key and its Arabic letter fill the lines
  const keys: Record<string, string> = {
    Q: 'ض', W: 'ص', E: 'ث', R: 'ق', T: 'ف', Y: 'غ', P: 'ح', A: 'ش', S: 'س', D: 'ي', F: 'ب', G: 'ل', H: 'ا', J: 'ت', K: 'ن', M: 'ة', Z: 'ئ',
    X: 'ء', C: 'ؤ', V: 'ر', N: 'ى', B: 'لا',
  }
  await verifyCode([...familyInvitation!.id].map(key => keys[key] ?? key).join(''))
  await expectTexts(verdict('admitted'), ['2 / 5'])
})

test('the scanner refuses texts that are no invitation code', async () => {
  const [guest, graduate] = await createInvitations(
    { ...WEDDING, guestName: 'سميّة الإرياني', generationType: 'custom', maxScans: 9 },
    { ...GRADUATION, guestName: 'هدى' },
  )
  await openScanner()
  const refusals = page.getByRole('listitem').filter({ hasText: 'مرفوضة' })
  const foreignTexts = [
    'https://example.com/?id=1',
    'BEGIN:VCARD VERSION:3.0 N:علي END:VCARD',
    'WIFI:S:hall;T:WPA;P:12345678;;',
    '{"id":5,"guestName":["علي"],"maxScans":"many"}',
    '{"id":',
    '\u0001\u0002\uFFFD'.repeat(1_365),
  ]
  for (const [index, text] of foreignTexts.entries()) {
    await codeField.fill('')
    await enterScannedCode(text)
    await expectTexts(verdict('refused'), [text.startsWith('{') ? 'خطأ في قراءة رمز QR' : 'رمز QR غير صحيح أو غير موجود في النظام'])
    await expect.poll(() => refusals.elements().length).toBe(index + 1)
  }
  for (const [index, prefix] of ['\\000026', ']Q1'].entries()) {
    await verifyCode(`${prefix}${guest!.id}`)
    await expectTexts(verdict('admitted'), [`${index + 1} / 9`])
  }
  // Anybody can print a QR code that contains a name, so such a code must not admit. The request is the same as that of the camera.
  expect(await admin.checkIn.check({ qr_code: 'سميّة الإرياني', source: 'camera' })).toMatchObject({ outcome: 'refused', success: false })
  expect(await admin.checkIn.check({ qr_code: graduate!.id, source: 'camera', ...WEDDING })).toMatchObject({ outcome: 'refused' })
  expect((await admin.invitations.stats({})).arrived).toBe(2)
})

test('a late refusal by the server replaces the green verdict', async () => {
  const eventDate = dayInAden()
  const [early, next] = await createInvitations(...['سارة', 'هدى'].map(guestName => ({ ...WEDDING, eventDate, guestName })))
  const network = await openScanner()
  await expect.poll(() => countStoredInvitations()).toBe(2)
  const held = await holdFirstScanResponse(network, early!.id)
  await expectTexts(verdict('admitted'), ['سارة'])
  await admin.checkIn.check({ qr_code: early!.id, gate: 'باب النساء' })
  held.release()
  await expectTexts(verdict('used'), ['سارة', 'باب النساء', 'ظهر الأخضر قبل أن يصل ردّ الخادم'])
  await expect.element(page.getByText(/رفضها الخادم بعد الأخضر/)).toBeVisible()
  await expectAccessible()
  await verdict('used').getByRole('button', { name: 'تراجع عن دخول سارة' }).click()
  await confirmationDialog.getByRole('button', { name: 'تراجع عن الدخول' }).click()
  await expect.element(page.getByText('أُلغي الدخول', { exact: true })).toBeVisible()
  await expect.poll(countAdmittedPeople).toBe(1)

  const heldAgain = await holdFirstScanResponse(network, next!.id)
  await expectTexts(verdict('admitted'), ['هدى'])
  await admin.checkIn.check({ qr_code: next!.id })
  await enterScannedCode('00000000000000000001')
  await expect.element(verdict('refused')).toBeVisible()
  heldAgain.release()
  await expect.element(page.getByText(/^هدى: وصل الرفض من الخادم بعد الأخضر/)).toBeVisible()
})

test('an early admission without an answer says that it is sent later', async () => {
  const eventDate = dayInAden()
  const [early] = await createInvitations({ ...WEDDING, eventDate, guestName: 'سارة' })
  const network = await openScanner()
  await expect.poll(() => countStoredInvitations()).toBe(1)
  const held = await holdFirstScanResponse(network, early!.id)
  network.fail('invitations.php')
  await expectTexts(verdict('admitted'), ['سارة'])
  held.lose()
  await expectTexts(verdict('admitted'), ['لم يصل ردّ من الخادم. سُجّل الدخول في هذا الجهاز، ويُرسل حين يعود الاتصال'])
  await expectAccessible()
})
