import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { generator } from '../../../testing/component/generator-form.ts'
import { addHost, HOST } from '../../../testing/component/host.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { ADMIN, endSession } from '../../../testing/component/session.ts'
import { expectCount, expectNoElements, expectPath, expectTexts, partialText } from '../../../testing/component/texts.ts'

const usernameField = page.getByRole('textbox', { name: /اسم المستخدم/ })
const passwordField = page.getByLabelText('كلمة المرور', { exact: true })
const submitButton = page.getByRole('button', { name: 'تسجيل الدخول' })
const alert = page.getByRole('alert')
const SESSION_ENDED_MESSAGE = 'انتهت جلستك. سجّل الدخول لتُكمل، وما كتبته باقٍ'
const sessionEndedMessage = page.getByRole('status').filter({ hasText: SESSION_ENDED_MESSAGE })

test('the sign-in screen shows the state of the connection', async () => {
  await openScreen('/login', { as: null })
  await expect.element(page.getByText('متصل', { exact: true })).toBeVisible()
  await expectNoElements(partialText(SESSION_ENDED_MESSAGE))
  await expect.element(page.getByRole('link', { name: 'نسيت كلمة المرور؟' })).toHaveAttribute('href', '/forgotten')
  await expect.poll(() => document.title).toBe('تسجيل الدخول · حُضور')
  await page.getByRole('link', { name: 'إنشاء حساب' }).click()
  await expectPath('/register')
})

test('sign-in keeps typed values after an error and succeeds later', async () => {
  const network = await openScreen('/login', { as: null })
  await submitButton.click()
  await expect.element(alert).toMatchTextContent('يرجى إدخال اسم المستخدم وكلمة المرور')
  await usernameField.fill(ADMIN.username)
  await passwordField.fill('ليست هي')
  await submitButton.click()
  await expect.element(alert).toMatchTextContent('اسم المستخدم أو كلمة المرور غير صحيحة')
  await expect.element(usernameField).toHaveValue(ADMIN.username)
  await expect.element(passwordField).toHaveValue('ليست هي')
  await expectAccessible()

  await passwordField.fill(ADMIN.password)
  network.isOff = true
  await submitButton.click()
  await expect.element(alert).toMatchTextContent('حدث خطأ أثناء تسجيل الدخول')
  await expect.element(passwordField).toHaveValue(ADMIN.password)
  await expect.element(partialText('غير متصل')).toBeVisible()
  network.isOff = false
  await submitButton.click()
  await expectPath('/generator')
})

test('a sign-in that is refused for now is repeated as the server asks', async () => {
  const network = await openScreen('/login', { as: null })
  network.postpone('auth/login.php', 2)
  await usernameField.fill(ADMIN.username)
  await passwordField.fill(ADMIN.password)
  await submitButton.click()
  await expect.element(page.getByRole('timer')).toMatchTextContent(/تُعاد المحاولة وحدها بعد/)
  await expectAccessible()
  await expectPath('/generator')
})

test('a refused sign-in is not repeated after its values changed', async () => {
  const network = await openScreen('/login', { as: null })
  network.postpone('auth/login.php', 1)
  await usernameField.fill(ADMIN.username)
  await passwordField.fill('ليست هي')
  await submitButton.click()
  await expect.element(page.getByRole('timer')).toBeVisible()
  await passwordField.fill(ADMIN.password)
  await expectNoElements(page.getByRole('timer'))
  await submitButton.click()
  await expectPath('/generator')
})

test('a new sign-in restores the generator after the session ended', async () => {
  await generator.open()
  await generator.names.fill('هدى')
  await generator.submit.click()
  await expect.element(generator.downloadAll).toBeVisible()
  await generator.names.fill('سارة\nعلي')
  await endSession()
  // The answer to an earlier request may already have shown that the session has ended. The button is then gone.
  await Promise.race([generator.submit.click(), expectPath('/login')])
  await expectPath('/login')
  await expectTexts(sessionEndedMessage, [SESSION_ENDED_MESSAGE])
  await expectAccessible()
  await usernameField.fill(ADMIN.username)
  await passwordField.fill(ADMIN.password)
  await userEvent.keyboard('{Enter}')
  await expectPath('/generator')
  await generator.expectTyped({ names: 'سارة\nعلي' })
  await expect.element(generator.downloadAll).toBeVisible()
  await generator.submit.click()
  await expectCount(generator.cards, 3)
})

test('the sign-in returns to the screen only for the same account', async () => {
  await addHost()
  const usersHeading = page.getByRole('heading', { level: 1, name: 'المستخدمون' })
  async function openAfterSessionEnd() {
    await openScreen('/users')
    await expect.element(usersHeading).toBeVisible()
    await endSession()
    await openScreen('/users', { as: null })
    await expectPath('/login')
    await expectTexts(sessionEndedMessage, [SESSION_ENDED_MESSAGE])
  }
  async function signIn({ username, password }: typeof ADMIN) {
    await usernameField.fill(username)
    await passwordField.fill(password)
    await userEvent.keyboard('{Enter}')
  }
  await openAfterSessionEnd()
  await signIn(ADMIN)
  await expectPath('/users')
  await expect.element(usersHeading).toBeVisible()
  await openAfterSessionEnd()
  await signIn(HOST)
  await expectPath('/requests')
})
