import { texts } from '@hudur/core'
import { describe, expect, test } from 'vitest'
import { text } from './ar.ts'
import { formText } from './site.ts'

/** Every sentence that was agreed on to the letter: what is said, where it appears, and what says it. */
const AGREED: readonly [where: string, sentence: string, said: string][] = [
  // Fields.
  ['/login, an empty field', 'يرجى إدخال اسم المستخدم وكلمة المرور', texts.login.missing],
  ['/register, an empty field', 'يرجى ملء جميع الحقول المطلوبة', texts.requiredFields],
  ['/register, the confirmation differs', 'كلمة المرور وتأكيد كلمة المرور غير متطابقتين', text.register.mismatch],
  ['/register, a short password', 'كلمة المرور يجب أن تكون 6 أحرف على الأقل', texts.register.tooShort],
  ['/generator, no event', 'يرجى إدخال اسم المناسبة', texts.generator.eventName],
  ['/generator, no day', 'يرجى إدخال تاريخ المناسبة', texts.generator.eventDate],
  ['/generator, no names', 'يرجى إدخال أسماء المعازيم', texts.generator.names],
  ['/generator, beyond the balance', 'لا يمكنك توليد 3 دعوة. الرصيد المتاح: 2 دعوة', texts.generator.overBalance(3, 2)],
  ['/users, an empty field', 'يرجى ملء جميع الحقول المطلوبة', texts.requiredFields],
  ['/users, a name that is taken', 'اسم المستخدم موجود مسبقاً', texts.register.usernameTaken],
  ['/users, deleting oneself', 'لا يمكن حذف المستخدم الحالي', texts.users.oneself],
  ['/website and /requests, an empty field', 'يرجى ملء جميع الحقول المطلوبة', formText.required],
  ['/profile, an empty field', 'يرجى ملء جميع الحقول', texts.password.missing],
  ['/profile, the confirmation differs', 'كلمة المرور الجديدة وتأكيدها غير متطابقتين', text.profile.mismatch],
  ['/profile, a short password', 'كلمة المرور الجديدة يجب أن تكون 6 أحرف على الأقل', texts.password.tooShort],
  ['/profile, a wrong password', 'كلمة المرور الحالية غير صحيحة', texts.password.wrong],
  ['/profile, the word of deletion', 'يرجى كتابة "DELETE" للتأكيد', text.profile.typeDelete],
  // What goes wrong, and right.
  ['/login, wrong', 'اسم المستخدم أو كلمة المرور غير صحيحة', texts.login.wrong],
  ['/login, something failed', 'حدث خطأ أثناء تسجيل الدخول: انقطع', texts.login.failed('انقطع')],
  ['/register, the server failed', 'حدث خطأ أثناء إنشاء الحساب', text.register.failed],
  ['/register, nobody answers', 'حدث خطأ في الاتصال بالخادم', text.register.unreachable],
  ['/register, done', 'تم إنشاء الحساب بنجاح! الحساب قيد المراجعة', texts.register.done],
  ['/Scanner, no such invitation', 'رمز QR غير صحيح أو غير موجود في النظام', texts.scan.unknown],
  ['/Scanner, used', 'تم استخدام هذه الدعوة مسبقاً', texts.scan.used],
  ['/Scanner, welcome', 'تم التحقق من الدعوة بنجاح', texts.scan.admitted],
  ['/Scanner, a code that cannot be read', 'خطأ في قراءة رمز QR', texts.scan.unreadable],
  ['/Scanner, the device itself failed', 'خطأ في التحقق من الدعوة', text.scanner.failed],
  ['/Scanner, nobody answers', 'حدث خطأ في الاتصال بالخادم', text.scanner.unreachable],
  ['/Scanner, no camera allowed', 'حدث خطأ في الوصول إلى الكاميرا، يرجى السماح باستخدام الكاميرا', text.scanner.dialog.problems.denied],
  ['/generator, making failed', 'حدث خطأ أثناء توليد الدعوات', text.generator.failed],
  ['/generator, saving failed', 'حدث خطأ أثناء تحميل الدعوات', text.generator.downloadFailed],
  ['/generator, nothing to save', 'لا توجد دعوات لتحميلها', text.generator.nothingToDownload],
  ['the connection test, works', 'تم الاتصال بقاعدة البيانات بنجاح', texts.connection.works],
  ['the connection test, fails', 'فشل الاتصال بقاعدة البيانات', texts.connection.fails],
  ['/users, saving failed', 'حدث خطأ أثناء حفظ البيانات', text.users.saveFailed],
  ['/users, deleting failed', 'حدث خطأ أثناء حذف المستخدم', text.users.removeFailed],
  ['/users, changed', 'تم تحديث المستخدم بنجاح', text.users.updated],
  ['/users, added', 'تمت إضافة المستخدم بنجاح', text.users.added],
  ['/users, deleted', 'تم حذف المستخدم بنجاح', text.users.removed],
  ['/website, an order failed', 'حدث خطأ أثناء إرسال الطلب، يرجى المحاولة مرة أخرى', formText.order.failed],
  ['/website, a message failed', 'حدث خطأ أثناء إرسال الرسالة، يرجى المحاولة مرة أخرى', formText.message.failed],
  ['/website, an order was sent', 'تم إرسال طلبك بنجاح، سنتواصل معك قريباً', formText.order.done],
  ['/website, a message was sent', 'تم إرسال رسالتك بنجاح، سنرد عليك في أقرب وقت ممكن', formText.message.done],
  ['/orders, refused', 'فشل في تحديث حالة الطلب', text.orders.refused],
  ['/orders, failed', 'حدث خطأ أثناء تحديث الطلب', text.orders.failed],
  ['/messages, refused', 'فشل في تحديث حالة الرسالة', text.messages.refused],
  ['/messages, failed', 'حدث خطأ أثناء تحديث الرسالة', text.messages.failed],
  ['/requests, failed', 'حدث خطأ أثناء إرسال الطلب', text.requests.failed],
  ['/requests, sent', 'تم إرسال طلبك بنجاح، وستراجعه الإدارة', text.requests.sent],
  ['/data, deleted', 'تم حذف الدعوة بنجاح', text.data.removed],
  ['/data, deleting failed', 'حدث خطأ أثناء حذف الدعوة', text.data.removeFailed],
  ['/data, changed', 'تم تحديث الدعوة بنجاح', text.data.updated],
  ['/data, changing failed', 'حدث خطأ أثناء تحديث الدعوة', text.data.updateFailed],
  ['/apply, the list failed', 'حدث خطأ أثناء تحميل البيانات', text.apply.loadFailed],
  ['/apply, accepting failed', 'فشل في قبول المستخدم', text.apply.approveFailed],
  ['/apply, refusing failed', 'فشل في رفض المستخدم', text.apply.rejectFailed],
  ['/profile, the password failed', 'فشل في تغيير كلمة المرور', text.profile.changeFailed],
  ['/profile, nobody answers', 'حدث خطأ أثناء تغيير كلمة المرور', text.profile.changeUnreachable],
  ['/profile, the password is new', 'تم تغيير كلمة المرور بنجاح', text.profile.changed],
  ['/profile, deleting failed', 'فشل في حذف الحساب', text.profile.removeFailed],
  ['/profile, nobody answers a deletion', 'حدث خطأ أثناء حذف الحساب', text.profile.removeUnreachable],
  ['/profile, deleted', 'تم حذف الحساب بنجاح. سيتم تسجيل الخروج خلال 3 ثوانٍ...', text.profile.removed],
  ['/DeletedAccounts, failed', 'فشل في جلب البيانات', text.deleted.failed],
  ['/DeletedAccounts, nobody answers', 'حدث خطأ أثناء جلب البيانات', text.deleted.unreachable],
  ['a day that is none', 'تاريخ غير صحيح', text.format.badDate],
]

describe('sentences that were agreed on are said to the letter', () => {
  test.each(AGREED)('%s', (_where, sentence, said) => {
    expect(said).toBe(sentence)
  })
})

test('the colour of what a public form answers hangs on a word: those that went well have it, the others have not', () => {
  const WORD = 'بنجاح'
  for (const { done, failed } of [formText.order, formText.message]) {
    expect(done).toContain(WORD)
    expect(failed).not.toContain(WORD)
  }
  expect(formText.required).not.toContain(WORD)
})
