import { dayInTimeZone } from '@hudur/core/calendar'
import { formatCount } from '@hudur/core/counted'
import type { EventView } from '@hudur/core/events/event-fields'
import { eventTimeText } from '@hudur/core/events/event-time'
import { type GuestState, guestStateOf, lastAnswerDay, mayGuestAnswer } from '@hudur/core/guests/guest-state'
import type { View } from '@hudur/core/invitations/views'
import { toInternationalDigits } from '@hudur/core/phone'
import type { PageValues } from '@hudur/core/site/fill-page'
import * as texts from '@hudur/core/texts'

const guestTexts = texts.guestPage

/** The data from which the server makes the page of an invitation. */
export type GuestPageData = {
  /** Undefined where no invitation has the code. */
  found: { invitation: View<'guest'>; event: EventView<'guest'>; pictureId?: string | undefined } | undefined
  code: string
  /** Whether the caller has tried too many codes that no invitation has. */
  isBusy?: boolean
  /** The QR code: its modules as an SVG path with one unit for each module, and the number of modules of a side. */
  qr?: { path: string; size: number }
  /** The message that tells the guest why the server refused the answer. Empty when no answer was refused. */
  refusal: string
  origin: string
  now: Date
  timeZone: string
  /** The calling code of telephone numbers that are written without one: digits alone. */
  callingCode: string
}

const datePartsFormatter = (calendar: 'islamic-umalqura' | 'gregory') => {
  const format = new Intl.DateTimeFormat(`ar-YE-u-nu-arab-ca-${calendar}`, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return (day: string) =>
    Object.fromEntries(format.formatToParts(new Date(`${day}T12:00:00Z`)).map(({ type, value }) => [type, value])) as Record<string, string>
}
const hijriPartsOf = datePartsFormatter('islamic-umalqura')
const gregorianPartsOf = datePartsFormatter('gregory')

const arabicNumberFormat = new Intl.NumberFormat('ar-u-nu-arab', { useGrouping: false })
const formatArabicNumber = (value: number) => arabicNumberFormat.format(value)
const toArabicDigits = (text: string) => text.replace(/[0-9]/g, digit => formatArabicNumber(Number(digit)))

/** Puts a no-break space before each word that begins with «و», so that no line begins with a word such as «وسارة». */
const bindWawWords = (name: string) => name.replace(/ (?=و\p{L})/gu, '\u00A0')

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

const formatLongDay = (day: string) => {
  const { weekday, day: date, month } = gregorianPartsOf(day)
  return `${weekday} ${date} ${month}`
}

const emptyItemIf = (condition: unknown) => (condition ? [{}] : [])
const itemIfPresent = <K extends string>(name: K, value: string | null | undefined) => (value ? [{ [name]: value }] : [])

/** Returns the placeholder values of the event, without the guest and the code. */
function eventPlaceholderValues({ invitation, event }: NonNullable<GuestPageData['found']>, callingCode: string) {
  const digits = event.phone && toInternationalDigits(event.phone, callingCode)
  return {
    eventName: toArabicDigits(bindWawWords(invitation.eventName)),
    day: `${formatLongDay(event.date)} ${gregorianPartsOf(event.date).year}`,
    caller: digits ? [{ phone: event.phone!, phoneLink: `tel:+${digits}`, chatLink: `https://wa.me/${digits}` }] : [],
    hosts: event.hosts ? [{ hosts: toArabicDigits(event.hosts) }] : [],
  }
}

/** Returns the values of the link preview, without the guest and the code; of the product for an unknown code or a busy server. */
function previewPlaceholderValues({ found, origin }: GuestPageData, state: GuestState | 'unknown' | 'busy') {
  const isNamed = found && state !== 'unknown' && state !== 'busy'
  return {
    title: isNamed ? guestTexts.title(found.invitation.eventName) : texts.site.name,
    description: isNamed
      ? [formatLongDay(found.event.date), found.event.place].filter(Boolean).join(' · ')
      : guestTexts.emblems.unknown.title,
    image: isNamed && found.pictureId ? `${origin}/p/${found.pictureId}.jpg` : `${origin}/og.png`,
  }
}

/** Returns the values of the placeholders in the page of an invitation. */
export function guestPageValues(page: GuestPageData): PageValues {
  const { found, code, now, timeZone, qr, refusal } = page
  const state = page.isBusy ? 'busy' : found ? guestStateOf(found.invitation, code, { now, timeZone }) : 'unknown'
  const preview = previewPlaceholderValues(page, state)
  const isInvitation = state === 'coming' || state === 'today'
  if (!found || !isInvitation || !qr) {
    const isOver = state === 'over'
    const hasAttended = isOver && found !== undefined && found.invitation.currentScans > 0
    const { title, why } = guestTexts.emblems[hasAttended ? 'attended' : isInvitation ? 'pending' : state]
    return {
      ...preview,
      invitation: [],
      emblem: [
        {
          emblemTitle: isOver ? [] : [{ say: title }],
          thanks: isOver ? [{ say: title }] : [],
          why,
          isWithdrawn: emptyItemIf(state !== 'replaced' && !isOver),
          isCrossed: emptyItemIf(state === 'cancelled'),
          isReplaced: emptyItemIf(state === 'replaced'),
          isOver: emptyItemIf(isOver),
          event:
            found && state !== 'unknown' && state !== 'busy'
              ? [{ ...eventPlaceholderValues(found, page.callingCode), ...(isOver && { caller: [] }) }]
              : [],
        },
      ],
    }
  }

  const { invitation, event } = found
  const isToday = state === 'today'
  // The state `today` lasts until 6 o'clock of the next day, so the event's day may be over.
  const isItsDay = dayInTimeZone(timeZone, now) === event.date
  const { weekday, day, month, year } = gregorianPartsOf(event.date)
  const inHijri = hijriPartsOf(event.date)
  const time = toArabicDigits(eventTimeText(event))
  const lastDay = lastAnswerDay(event)
  const { answer } = invitation
  const isAsked = mayGuestAnswer(state, event, { now, timeZone })
  const codeValues = {
    qrPath: qr.path,
    qrBox: `-4 -4 ${qr.size + 8} ${qr.size + 8}`,
    admits: formatCount(invitation.maxScans, guestTexts.for, formatArabicNumber),
    guestName: toArabicDigits(invitation.guestName) || guestTexts.anyGuest,
    place: itemIfPresent('place', event.place && toArabicDigits(event.place)),
    map: itemIfPresent('mapUrl', event.mapUrl),
  }
  const people = answer?.attends ? Math.min(answer.people, invitation.maxScans) : invitation.maxScans
  const isEnded = lastDay !== undefined && !isAsked && !answer
  return {
    ...preview,
    emblem: [],
    invitation: [
      {
        ...eventPlaceholderValues(found, page.callingCode),
        code,
        codeFirst: isToday
          ? [{ ...codeValues, todayLine: isItsDay ? guestTexts.today(event.timeWords || time === '' ? time : guestTexts.hour(time)) : '' }]
          : [],
        codeLast: isToday ? [] : [codeValues],
        call: emptyItemIf(!isToday),
        guestName: codeValues.guestName,
        weekday: weekday!,
        dayOfMonth: day!,
        month: month!,
        year: guestTexts.year(year!),
        time: itemIfPresent('hour', time),
        hijri: guestTexts.hijri(`${inHijri.day} ${inHijri.month} ${inHijri.year}`),
        soon: isToday
          ? []
          : [{ soon: formatCount(daysBetween(dayInTimeZone(timeZone, now), event.date), guestTexts.days, formatArabicNumber) }],
        where: emptyItemIf(event.place || event.mapUrl || event.note),
        place: isToday ? [] : codeValues.place,
        map: isToday ? [] : codeValues.map,
        note: itemIfPresent('note', event.note),
        reply: emptyItemIf(isAsked || isEnded || answer || refusal),
        refusal: itemIfPresent('refusal', toArabicDigits(refusal)),
        isEnded: isEnded ? [{ ended: texts.guest.answersEnded }] : [],
        answered: answer
          ? [
              {
                answerText: answer.attends
                  ? guestTexts.attending(formatCount(answer.people, guestTexts.came, formatArabicNumber))
                  : guestTexts.declined,
                answerNote: itemIfPresent('said', answer.note && guestTexts.said(answer.note)),
              },
            ]
          : [],
        isAsked: isAsked
          ? [
              {
                until: answer ? guestTexts.changeUntil(formatLongDay(lastDay!)) : guestTexts.until(formatLongDay(lastDay!)),
                isFirst: emptyItemIf(!answer),
                isChange: emptyItemIf(answer),
                open: refusal === '' ? '' : 'open',
                yes: answer?.attends === false ? '' : 'checked',
                no: answer?.attends === false ? 'checked' : '',
                several:
                  invitation.maxScans > 1
                    ? [
                        {
                          people: String(people),
                          places: String(invitation.maxScans),
                          peopleText: toArabicDigits(texts.guest.people(invitation.maxScans)),
                          placesText: guestTexts.of(formatArabicNumber(invitation.maxScans)),
                        },
                      ]
                    : [],
                answerField: answer?.note ?? '',
              },
            ]
          : [],
      },
    ],
  }
}
