import * as texts from './texts.ts'

/** All refusals with their HTTP status and default text. */
export const refusals = {
  'not-signed-in': { status: 401, text: texts.notSignedIn },
  'wrong-credentials': { status: 401, text: texts.login.wrong },
  'under-review': { status: 403, text: texts.register.waiting },
  'not-allowed': { status: 403, text: texts.notAllowed },
  'wrong-origin': { status: 403, text: texts.wrongOrigin },
  'bad-input': { status: 400, text: texts.badInput },
  /** The sign-in is older than ten minutes, and the call needs the caller's own password (`currentPassword`). */
  'password-required': { status: 403, text: texts.notAllowed },
  'wrong-password': { status: 400, text: texts.password.wrong },
  'too-late': { status: 409, text: texts.admission.tooLateToUndo },
  /** People of the admission or the exit to undo have left again, or come back, since. */
  'moved-on': { status: 409, text: texts.admission.movedOn },
  'not-found': { status: 404, text: texts.notFound },
  'username-taken': { status: 409, text: texts.register.usernameTaken },
  'last-administrator': { status: 409, text: texts.users.lastAdministrator },
  oneself: { status: 409, text: texts.users.oneself },
  /** Another number of rows matches the filter than the caller has seen; `fields.count` says how many. */
  'count-changed': { status: 409, text: texts.countChanged(0) },
  decided: { status: 409, text: texts.users.decided },
  'below-scans': { status: 409, text: texts.admission.belowScans(1) },
  'nonce-taken': { status: 409, text: texts.nonceTaken },
  'id-taken': { status: 409, text: texts.idTaken },
  /** The owner has another event of this name, in any spelling, on this day. */
  'event-taken': { status: 409, text: texts.event.taken('') },
  /** The link is unknown, has expired or was revoked, or its device was signed out. */
  'link-ended': { status: 401, text: texts.link.ended },
  /** The maximum number of devices have opened the link and have used it recently. */
  'link-full': { status: 409, text: texts.link.full(50) },
  /** The link has a PIN, and none was sent. */
  'pin-required': { status: 403, text: texts.link.pinRequired },
  'wrong-pin': { status: 403, text: texts.link.wrongPin },
  /** The door link may not admit this many people without a card. */
  'walk-ins-used': { status: 409, text: texts.walkIn.used(0) },
  /** Guests may no longer answer this invitation. */
  'answers-ended': { status: 409, text: texts.guest.answersEnded },
  /** Only the invitation of a guest who has declined, and of whom nobody was admitted, can be given to another guest. */
  'not-declined': { status: 409, text: texts.guest.notDeclined },
  'answers-used': { status: 409, text: texts.guest.answersUsed },
  'too-many-pictures': { status: 409, text: texts.picture.tooMany(50) },
  /** An account has reached its limit of a resource that is free of charge; the text names the limit. */
  'budget-used': { status: 409, text: texts.tooManyForms },
  'over-balance': { status: 409, text: texts.generator.overBalance(1, 0) },
  'too-many-pending': { status: 409, text: texts.generator.tooManyPending(500) },
  /** The installation sends no messages of this kind from a WhatsApp number of its own. */
  'whatsapp-off': { status: 409, text: texts.whatsapp.off },
  'too-large': { status: 413, text: texts.tooLarge },
  'not-json': { status: 415, text: texts.notJson },
  busy: { status: 429, text: texts.busy },
  /** Thrown only by a device that reaches no server, for a call that needs a server. */
  offline: { status: 503, text: texts.offline },
  failed: { status: 500, text: texts.failed },
  unavailable: { status: 503, text: texts.unavailable },
} as const

export type RefusalCode = keyof typeof refusals

/** The error text of each invalid field, in Arabic. The keys are paths in the input; dots separate nested fields. */
export type FieldTexts = Record<string, string>

/** The JSON body of every refusal. */
export type RefusalBody = { success: false; error: string; code: RefusalCode; fields?: FieldTexts }

/** An error with which a rule of the product refuses a call. `message` is the text that users see. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: FieldTexts | undefined
  /** After how many milliseconds the server asks to repeat the call. */
  readonly retryAfterMs: number | undefined

  constructor(
    code: RefusalCode,
    {
      text = refusals[code].text,
      fields,
      retryAfterMs,
      cause,
    }: { text?: string; fields?: FieldTexts | undefined; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(text, { cause })
    this.code = code
    this.fields = fields
    this.retryAfterMs = retryAfterMs
  }

  get status() {
    return refusals[this.code].status
  }

  toBody(): RefusalBody {
    return { success: false, error: this.message, code: this.code, ...(this.fields && { fields: this.fields }) }
  }
}
