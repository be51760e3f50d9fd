import type { WhatsAppState } from '@hudur/core/invitations/invitation'
import type { SendRefusal, SetupStep, WhatsAppReason } from '@hudur/core/whatsapp/contract'

/** The state of the message of the office's number beside a guest. */
export const whatsappStates = {
  queued: 'في انتظار الإرسال',
  sending: 'تُرسل الآن',
  accepted: 'سُلّمت لواتساب',
  sent: 'أُرسلت',
  delivered: 'وصلت',
  read: 'قُرئت',
  failed: 'لم تصل',
  unsure: 'غير مؤكد',
} satisfies Record<WhatsAppState['state'], string>

/** The state of a queued message that waits for Meta's limit of people. */
export const whatsappTomorrow = 'تُرسل غداً'

export const whatsappOfOffice = 'واتساب المكتب'

/** Why a message of the office's number was not sent or not delivered, and what the host can do. */
export const whatsappReasons = {
  limit: 'بلغ المكتب حد واتساب لعدد الأشخاص في اليوم، فتُرسل وحدها غداً',
  lost: 'انقطع الاتصال قبل أن يرد واتساب، فلا يُعرف هل أُرسلت. أرسلها مرة أخرى إن لم تصل الضيف',
  changed: 'تغيّرت الدعوة أو أُلغيت قبل إرسالها',
  over: 'انتهت المناسبة قبل إرسالها',
  unreachable: 'لا واتساب على هذا الرقم. صحّح الرقم أو اتصل بالضيف',
  capped: 'واتساب لم يوصلها؛ أرسلها أنت',
  experiment: 'واتساب لم يوصلها؛ أرسلها أنت',
  stopped: 'أوقف الضيف رسائل المكتب؛ أرسلها أنت من رقمك',
  window: 'مضى يوم على آخر رسالة من الضيف؛ أرسلها أنت',
  busy: 'كان واتساب مشغولاً ساعات؛ أرسلها مرة أخرى',
  picture: 'لم يقبل واتساب صورة الدعوة؛ أرسلها مرة أخرى',
  text: 'لم يقبل واتساب اسم الضيف أو المناسبة في الرسالة؛ أرسلها أنت',
  country: 'لا يسمح واتساب للمكاتب بمراسلة هذا البلد؛ أرسلها أنت',
  other: 'رفضها واتساب؛ أرسلها أنت',
  token: 'انتهت صلاحية ربط المكتب بواتساب، فالإرسال متوقف حتى يجدّده المكتب',
  number: 'رقم المكتب غير مسجَّل في واتساب، فالإرسال متوقف حتى يصلحه المكتب',
  payment: 'ينقص المكتبَ وسيلة دفع لدى واتساب، فالإرسال متوقف حتى يضيفها',
  account: 'أوقف واتساب حساب المكتب مؤقتاً، فالإرسال متوقف',
  template: 'قالب الرسالة غير معتمد لدى واتساب، فالإرسال متوقف حتى يصلحه المكتب',
  preparing: 'قالب الرسالة جديد ويجهّزه واتساب، فالإرسال متوقف نحو عشر دقائق',
  paused: 'أوقف واتساب قالب الرسالة مؤقتاً، فالإرسال متوقف حتى يعود',
} satisfies Record<WhatsAppReason, string>

/** Texts of sending from the office's WhatsApp number. */
export const whatsapp = {
  sendAll: {
    title: 'من رقم المكتب في واتساب',
    lead: 'رسالة لكل ضيف دون أن تضغط لكل واحد، وترى بجانب اسمه هل وصلت.',
    open: 'أرسل إلى الكل',
    question: (guests: string) => `إرسال إلى ${guests}؟`,
    checking: 'نحسب العدد والتكلفة',
    failed: 'تعذّر الإرسال',
    nobody: 'لا أحد تُرسل إليه الآن',
    today: (guests: string) => `${guests} الآن`,
    later: (guests: string) => `${guests} من الغد، لأن واتساب يحدّ عدد الأشخاص في اليوم`,
    costs: (dollars: string, month: string) => `التكلفة نحو ${dollars} دولار على المكتب، بأسعار ${month}`,
    unpriced: (guests: string) => `دون ${guests} في بلدان لا نعرف سعرها`,
    refused: 'لا تُرسل إلى:',
    done: (guests: string) => `أُضيفت رسائل ${guests} إلى الإرسال`,
  },
  again: {
    send: 'أرسل مرة أخرى',
    question: (guest: string) => `إرسال الرسالة مرة أخرى إلى ${guest}؟`,
    twice: 'لا يُعرف هل وصلت الرسالة الأولى، فقد تصل الضيفَ مرتين. اسأله أولاً إن استطعت.',
    done: 'أُضيفت الرسالة إلى الإرسال',
    refused: 'لم تُرسل',
    failed: 'تعذّر الإرسال',
  },
  refusals: {
    'no-phone': 'بلا رقم صحيح',
    'not-sendable': 'دعوتهم معلّقة أو ملغاة',
    'already-sent': 'أُرسلت إليهم',
    'too-often': 'أُرسلت إليهم خمس مرات',
    stopped: 'أوقفوا رسائل المكتب',
    over: 'انتهت مناسبتهم',
    answered: 'ردّوا على الدعوة',
    'not-arrived': 'لم يحضروا',
  } satisfies Record<SendRefusal, string>,
  plan: {
    title: 'التذكير والشكر من رقم المكتب',
    note: 'تُرسل وحدها في وقتها، ويمكن إيقافها قبل ذلك.',
    remind: 'ذكّر من لم يُجب',
    days: 'كم يوماً قبل المناسبة',
    hour: 'الساعة',
    thank: 'اشكر من حضر في اليوم التالي',
    due: (moment: string, guests: string) => `${moment}: إلى ${guests} لو أُرسلت الآن`,
    doneAt: (moment: string) => `أُرسلت ${moment}`,
    save: 'حفظ الخطة',
    saved: 'حُفظت الخطة',
    failed: 'تعذّر حفظ الخطة',
    loadFailed: 'تعذّر تحميل الخطة',
  },
  setup: {
    title: 'واتساب المكتب',
    note: 'خطوات ربط رقم المكتب، كما تظهر عند واتساب الآن. التفصيل في docs/operations.md.',
    failed: 'تعذّر الفحص',
    again: 'افحص مرة أخرى',
    list: 'خطوات الربط',
    number: 'قبل ربط رقم مستعمل في تطبيق واتساب: يخرج الرقم من التطبيق بمحادثاته. الأسلم رقم آخر يستقبل المكالمات أو الرسائل.',
    states: { fine: 'تم', warning: 'انتبه', missing: 'ناقص', unknown: 'غير معروف' } satisfies Record<SetupStep['state'], string>,
    steps: {
      settings: { title: 'الإعدادات', mend: 'أضف هذه الإعدادات إلى hudur.env ثم أعد تشغيل الخادم' },
      token: { title: 'رمز الدخول', mend: 'أنشئ في إعدادات الأعمال رمزاً لمستخدم نظام لا تنتهي صلاحيته، وضعه في WHATSAPP_TOKEN' },
      number: { title: 'الرقم', mend: 'أكّد الرقم وسجّله في حساب واتساب للأعمال' },
      limit: { title: 'عدد الأشخاص في اليوم', mend: 'وثّق المكتب لدى ميتا ليرتفع الحد من 250 إلى 2000؛ وما زاد يُرسل في اليوم التالي' },
      template: { title: 'القوالب', mend: 'أنشئ القالب بهذا الاسم واللغة، وانتظر اعتماده. غير المعتمد لا يُرسل' },
      category: { title: 'تصنيف القالب', mend: 'صنّفته ميتا تسويقاً: سعره أعلى، وقد لا توصله إلى كل ضيف' },
      webhook: {
        title: 'التقارير والردود',
        mend: 'أدخل العنوان ‎/api/whatsapp/webhook.php‎ في تطبيق ميتا مع كلمة WHATSAPP_VERIFY_TOKEN؛ دونه لا يُعرف ما وصل ولا تصل الردود',
      },
      sending: { title: 'الإرسال', mend: '' },
    } satisfies Record<SetupStep['step'], { title: string; mend: string }>,
  },
}
