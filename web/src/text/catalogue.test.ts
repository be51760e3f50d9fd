import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type RefusalCode, refusals } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { describe, expect, test } from 'vitest'
import { findUsedTextNames } from '../../testing/words.ts'
import { text } from './ar.ts'
import { formText } from './website.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const TEXT_OBJECTS = { text, texts, formText }

type AgreedTextRow = readonly [name: string, sentence: string, ...given: (string | number)[]]

/**
 * The sentences whose wording is agreed with the owner, by the file that uses them. Each row has the name of a text, the expected sentence,
 * and the arguments with which the text produces it.
 */
const AGREED_TEXTS: Readonly<Record<string, readonly AgreedTextRow[]>> = {
  // Error messages at form fields.
  'core/src/accounts/contract.ts': [
    ['texts.login.missing', 'يرجى إدخال اسم المستخدم وكلمة المرور'],
    ['texts.requiredFields', 'يرجى ملء جميع الحقول المطلوبة'],
    ['texts.register.tooShort', 'كلمة المرور يجب أن تكون 6 أحرف على الأقل'],
    ['texts.password.missing', 'يرجى ملء جميع الحقول'],
    ['texts.password.tooShort', 'كلمة المرور الجديدة يجب أن تكون 6 أحرف على الأقل'],
  ],
  'core/src/requests/contract.ts': [['texts.requiredFields', 'يرجى ملء جميع الحقول المطلوبة']],
  'core/src/messages/contract.ts': [['texts.requiredFields', 'يرجى ملء جميع الحقول المطلوبة']],
  'web/src/features/accounts/register-screen.tsx': [
    ['text.register.mismatch', 'كلمة المرور وتأكيد كلمة المرور غير متطابقتين'],
    ['text.register.failed', 'حدث خطأ أثناء إنشاء الحساب'],
    ['text.register.unreachable', 'حدث خطأ في الاتصال بالخادم'],
  ],
  'api/src/accounts/registrations.ts': [
    ['texts.registered', 'تم إنشاء الحساب بنجاح! الحساب قيد المراجعة'],
    ['texts.register.usernameTaken', 'اسم المستخدم موجود مسبقاً'],
  ],
  'api/src/accounts/users.ts': [['texts.users.oneself', 'لا يمكن حذف المستخدم الحالي']],
  'api/src/accounts/own-account.ts': [
    ['texts.login.wrong', 'اسم المستخدم أو كلمة المرور غير صحيحة'],
    ['texts.password.wrong', 'كلمة المرور الحالية غير صحيحة'],
  ],
  'web/src/features/accounts/login-screen.tsx': [['texts.login.failed', 'حدث خطأ أثناء تسجيل الدخول: انقطع', 'انقطع']],
  'web/src/features/generator/generator-form.tsx': [
    ['texts.generator.eventName', 'يرجى إدخال اسم المناسبة'],
    ['texts.generator.eventDate', 'يرجى إدخال تاريخ المناسبة'],
    ['texts.generator.overBalance', 'لا يمكنك توليد 3 دعوة. الرصيد المتاح: 2 دعوة', 3, 2],
  ],
  'web/src/features/generator/request-balance.tsx': [
    ['text.generator.over', 'المطلوب يتجاوز الحد المسموح به'],
    ['text.generator.failed', 'حدث خطأ أثناء توليد الدعوات'],
  ],
  'web/src/features/generator/names-field.tsx': [['texts.generator.names', 'يرجى إدخال أسماء المعازيم']],
  'web/src/features/cards/downloads/use-downloads.ts': [
    ['text.generator.downloadFailed', 'حدث خطأ أثناء تحميل الدعوات'],
    ['text.generator.nothingToDownload', 'لا توجد دعوات لتحميلها'],
  ],
  // Messages of the scanner, the screen that is used at a gate.
  'core/src/check-in/rules.ts': [
    ['texts.scan.unknown', 'رمز QR غير صحيح أو غير موجود في النظام'],
    ['texts.scan.used', 'تم استخدام هذه الدعوة مسبقاً'],
    ['texts.scan.admitted', 'تم التحقق من الدعوة بنجاح'],
    ['texts.scan.unreadable', 'خطأ في قراءة رمز QR'],
  ],
  'web/src/features/check-in/scan-result.tsx': [
    ['text.scanner.failed', 'خطأ في التحقق من الدعوة'],
    ['text.scanner.unreachable', 'حدث خطأ في الاتصال بالخادم'],
  ],
  'web/src/features/code-readers/scan-dialog.tsx': [
    ['text.scanner.dialog.problems.denied', 'حدث خطأ في الوصول إلى الكاميرا، يرجى السماح باستخدام الكاميرا'],
  ],
  'web/src/features/check-in/verdict-card.tsx': [['text.scanner.noDetails', 'لم يُعثر على بيانات الدعوة']],
  'web/src/app/shell/connection-state.tsx': [
    ['texts.connectionTest.works', 'تم الاتصال بقاعدة البيانات بنجاح'],
    ['texts.connectionTest.fails', 'فشل الاتصال بقاعدة البيانات'],
  ],
  // Messages of the screens for administrators.
  'web/src/features/accounts/users/user-dialog.tsx': [
    ['text.users.saveFailed', 'حدث خطأ أثناء حفظ البيانات'],
    ['text.users.updated', 'تم تحديث المستخدم بنجاح'],
    ['text.users.added', 'تمت إضافة المستخدم بنجاح'],
  ],
  'web/src/features/accounts/users/users-screen.tsx': [
    ['text.users.question', 'حذف حساب هناء (hanaa)؟', 'هناء', 'hanaa'],
    ['text.users.removed', 'تم حذف المستخدم بنجاح'],
    ['text.users.removeFailed', 'حدث خطأ أثناء حذف المستخدم'],
  ],
  'web/src/features/accounts/apply/apply-screen.tsx': [
    ['text.apply.loadFailed', 'حدث خطأ أثناء تحميل البيانات'],
    ['text.apply.empty', 'لا طلبات حالياً'],
  ],
  'web/src/features/accounts/apply/registration-card.tsx': [
    ['text.apply.approved', 'تم قبول هناء بنجاح', 'هناء'],
    ['text.apply.rejected', 'رُفض طلب هناء', 'هناء'],
    ['text.apply.approveFailed', 'فشل في قبول المستخدم'],
    ['text.apply.rejectFailed', 'فشل في رفض المستخدم'],
  ],
  'web/src/features/requests/orders-screen.tsx': [
    ['text.orders.updated', 'تم تحديث حالة الطلب بنجاح'],
    ['text.orders.refused', 'فشل في تحديث حالة الطلب'],
    ['text.orders.failed', 'حدث خطأ أثناء تحديث الطلب'],
  ],
  'web/src/features/requests/order-dialog.tsx': [
    ['text.orders.updated', 'تم تحديث حالة الطلب بنجاح'],
    ['text.orders.refused', 'فشل في تحديث حالة الطلب'],
    ['text.orders.failed', 'حدث خطأ أثناء تحديث الطلب'],
  ],
  'web/src/features/requests/request-dialog.tsx': [
    ['text.requests.sent', 'تم إرسال طلبك بنجاح، وستراجعه الإدارة'],
    ['text.requests.refused', 'فشل في إرسال الطلب: انقطع', 'انقطع'],
    ['text.requests.unknown', 'خطأ غير معروف'],
    ['text.requests.failed', 'حدث خطأ أثناء إرسال الطلب'],
  ],
  'web/src/features/messages/messages-screen.tsx': [
    ['text.messages.refused', 'فشل في تحديث حالة الرسالة'],
    ['text.messages.failed', 'حدث خطأ أثناء تحديث الرسالة'],
  ],
  'web/src/features/invitations/data-screen.tsx': [
    ['text.data.removeQuestion', 'حذف دعوة سارة لمناسبة «زفاف»؟', 'دعوة سارة', 'زفاف'],
    ['text.data.removed', 'تم حذف الدعوة بنجاح'],
    ['text.data.removeFailed', 'حدث خطأ أثناء حذف الدعوة'],
  ],
  'web/src/features/invitations/edit-dialog.tsx': [
    ['text.data.updated', 'تم تحديث الدعوة بنجاح'],
    ['text.data.updateFailed', 'حدث خطأ أثناء تحديث الدعوة'],
  ],
  'web/src/features/accounts/deleted/deleted-accounts-screen.tsx': [
    ['text.deleted.failed', 'فشل في جلب البيانات'],
    ['text.deleted.unreachable', 'حدث خطأ أثناء جلب البيانات'],
  ],
  'web/src/features/accounts/deleted/deleted-accounts-table.tsx': [
    ['text.deleted.noPhone', 'غير محدد'],
    ['text.deleted.self', 'المستخدم'],
  ],
  'web/src/app/administrators-only.tsx': [
    ['text.screenNames.notAllowed', 'غير مصرح لك'],
    ['text.screenNames.administratorsOnly', 'هذه الصفحة متاحة للمديرين فقط'],
  ],
  // Messages of the screen on which users manage their own account.
  'web/src/features/accounts/profile/profile-waiting.tsx': [['text.profileLoading', 'جاري تحميل الملف الشخصي...']],
  'web/src/features/accounts/profile/password-panel.tsx': [
    ['text.profile.mismatch', 'كلمة المرور الجديدة وتأكيدها غير متطابقتين'],
    ['text.profile.changing', 'جاري التغيير...'],
    ['text.profile.changed', 'تم تغيير كلمة المرور بنجاح'],
    ['text.profile.changeFailed', 'فشل في تغيير كلمة المرور'],
    ['text.profile.changeUnreachable', 'حدث خطأ أثناء تغيير كلمة المرور'],
  ],
  'web/src/features/accounts/profile/removal-panel.tsx': [
    ['text.profile.typeDelete', 'يرجى كتابة "DELETE" للتأكيد'],
    ['text.profile.removed', 'تم حذف الحساب بنجاح. سيتم تسجيل الخروج خلال 3 ثوانٍ...'],
    ['text.profile.removeFailed', 'فشل في حذف الحساب'],
    ['text.profile.removeUnreachable', 'حدث خطأ أثناء حذف الحساب'],
  ],
  'web/src/features/accounts/profile/fingerprint-panel.tsx': [
    ['text.profile.fingerprint.states.supported', 'هذا الجهاز يدعم المصادقة بالبصمة أو الوجه'],
    ['text.profile.fingerprint.states.unsupported', 'هذا الجهاز لا يدعم المصادقة بالبصمة أو الوجه'],
    ['text.profile.fingerprint.states.no-browser-support', 'هذا المتصفح لا يدعم المصادقة بالبصمة'],
    ['text.profile.fingerprint.states.failed', 'تعذّر فحص دعم البصمة على هذا الجهاز'],
  ],
  // Messages of the forms on the public page.
  'web/src/website/forms.ts': [
    ['formText.required', 'يرجى ملء جميع الحقول المطلوبة'],
    ['formText.order.failed', 'حدث خطأ أثناء إرسال الطلب، يرجى المحاولة مرة أخرى'],
    ['formText.message.failed', 'حدث خطأ أثناء إرسال الرسالة، يرجى المحاولة مرة أخرى'],
    ['formText.order.done', 'تم إرسال طلبك بنجاح، سنتواصل معك قريباً'],
    ['formText.message.done', 'تم إرسال رسالتك بنجاح، سنرد عليك في أقرب وقت ممكن'],
  ],
  'web/src/text/format.ts': [['text.format.badDate', 'تاريخ غير صحيح']],
}

/** Returns the text with the given name. A text with parameters is called with the given arguments. */
function resolveText(name: string, given: readonly (string | number)[]) {
  const word = name.split('.').reduce<unknown>((group, key) => (group as Record<string, unknown>)[key], TEXT_OBJECTS)
  return typeof word === 'function' ? word(...given) : word
}

/**
 * Returns whether a source file uses a text: by its full name, by the name of the group that contains it, or by throwing the refusal that
 * has this text.
 */
function usesText(source: string, name: string, sentence: string) {
  const used = findUsedTextNames(name.split('.')[0] ?? '', source)
  const codes = Object.keys(refusals).filter(code => refusals[code as RefusalCode].text === sentence)
  return (
    used.includes(name) ||
    used.includes(name.slice(0, name.lastIndexOf('.'))) ||
    codes.some(code => source.includes(`new Refusal('${code}'`))
  )
}

describe.each(Object.entries(AGREED_TEXTS))('%s uses the agreed texts', (file, rows) => {
  const source = readFileSync(path.join(ROOT, file), 'utf8')

  test.each(rows.map(([name, sentence, ...given]) => ({ name, sentence, given })))(
    'the text $name is «$sentence» and is used',
    ({ name, sentence, given }) => {
      expect(resolveText(name, given)).toBe(sentence)
      expect(usesText(source, name, sentence), `${name} in ${file}`).toBe(true)
    },
  )
})

test('usesText finds a text that is used through an alias', () => {
  const source = "import { text } from './ar.ts'\nconst words = text.users\nsay(words.updated)\n"
  expect(usesText(source, 'text.users.updated', '')).toBe(true)
  expect(usesText(source, 'text.users.removed', '')).toBe(false)
  expect(usesText(source.replace('import { text }', 'import { other }'), 'text.users.updated', '')).toBe(false)
})

test('only success messages of the public forms contain «بنجاح»', () => {
  const WORD = 'بنجاح'
  for (const { done, failed } of [formText.order, formText.message]) {
    expect(done).toContain(WORD)
    expect(failed).not.toContain(WORD)
  }
  expect(formText.required).not.toContain(WORD)
})
