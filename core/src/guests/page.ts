import { dayInTimeZone } from '../calendar.ts'
import { formatCount } from '../counted.ts'
import type { EventDetails } from '../events/contract.ts'
import type { Invitation } from '../invitations/invitation.ts'
import { dialableNumber } from '../phone.ts'
import type { PageValues } from '../site/page.ts'
import { texts } from '../texts.ts'
import { type GuestState, guestState, lastAnswerDay, mayAnswer } from './guest-state.ts'

const guestTexts = texts.guestPage

/** The data from which the server makes the page of an invitation. */
export type GuestPage = {
  /** Undefined where no invitation has the code. */
  found: { invitation: Invitation; event: EventDetails; pictureId?: string | undefined } | undefined
  code: string
  /** Whether the caller has tried too many codes that no invitation has. */
  isBusy?: boolean
  /** The QR code: its modules as an SVG path with one unit for each module, and the number of modules of a side. */
  qr?: { path: string; size: number }
  /** The text of a refused answer; empty without one. */
  refusal: string
  origin: string
  now: Date
  timeZone: string
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
const hijri = datePartsFormatter('islamic-umalqura')
const gregorian = datePartsFormatter('gregory')

const numbers = new Intl.NumberFormat('ar-u-nu-arab', { useGrouping: false })
const arabicNumber = (value: number) => numbers.format(value)
const arabicDigits = (text: string) => text.replace(/[0-9]/g, digit => arabicNumber(Number(digit)))

/** Formats `20:30` as «٨:٣٠ مساءً», full hours without minutes. */
export function guestHour(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const shown =
    minutes === 0 ? arabicNumber(hours % 12 || 12) : `${arabicNumber(hours % 12 || 12)}:${arabicDigits(String(minutes).padStart(2, '0'))}`
  return `${shown} ${hours < 12 ? guestTexts.morning : guestTexts.evening}`
}

/** Puts a no-break space before each word that begins with «و», so that no line begins with a word such as «وسارة». */
const bindWawWords = (name: string) => name.replace(/ (?=و\p{L})/gu, '\u00A0')

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

const longDay = (day: string) => {
  const { weekday, day: date, month } = gregorian(day)
  return `${weekday} ${date} ${month}`
}

const flagPart = (condition: unknown) => (condition ? [{}] : [])
const optionalPart = <K extends string>(name: K, value: string | null | undefined) => (value ? [{ [name]: value }] : [])

/** Returns the placeholder values of the event, without the guest and the code. */
function eventValues({ invitation, event }: NonNullable<GuestPage['found']>) {
  return {
    eventName: arabicDigits(bindWawWords(invitation.eventName)),
    day: `${longDay(event.date)} ${gregorian(event.date).year}`,
    caller: event.phone ? [{ phone: event.phone, phoneLink: `tel:${dialableNumber(event.phone)}` }] : [],
    hosts: event.hosts ? [{ hosts: arabicDigits(event.hosts) }] : [],
  }
}

/** Returns the placeholder values of the link preview: the event, its day, its place and its picture, without the guest and the code. */
function previewValues({ found, origin }: GuestPage, state: GuestState | 'unknown' | 'busy') {
  const isNamed = found && state !== 'unknown' && state !== 'busy'
  return {
    title: isNamed ? guestTexts.title(found.invitation.eventName) : texts.site.name,
    description: isNamed ? [longDay(found.event.date), found.event.place].filter(Boolean).join(' · ') : guestTexts.emblems.unknown.title,
    image: isNamed && found.pictureId ? `${origin}/p/${found.pictureId}.jpg` : `${origin}/og.png`,
  }
}

/** Returns the values of the placeholders in the page of an invitation. */
export function guestPageValues(page: GuestPage): PageValues {
  const { found, code, now, timeZone, qr, refusal } = page
  const state = page.isBusy ? 'busy' : found ? guestState(found.invitation, code, { now, timeZone }) : 'unknown'
  const preview = previewValues(page, state)
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
          isWithdrawn: flagPart(state !== 'replaced' && !isOver),
          isCrossed: flagPart(state === 'cancelled'),
          isReplaced: flagPart(state === 'replaced'),
          isOver: flagPart(isOver),
          event:
            found && state !== 'unknown' && state !== 'busy'
              ? [{ ...eventValues(found), caller: isOver ? [] : eventValues(found).caller }]
              : [],
        },
      ],
    }
  }

  const { invitation, event } = found
  const isToday = state === 'today'
  // The state `today` lasts until 6 o'clock of the next day, so the event's day may be over.
  const isItsDay = dayInTimeZone(timeZone, now) === event.date
  const { weekday, day, month, year } = gregorian(event.date)
  const inHijri = hijri(event.date)
  const time = event.startsAt ? guestHour(event.startsAt) : ''
  const lastDay = lastAnswerDay(event)
  const { answer } = invitation
  const isAsked = mayAnswer(state, event, { now, timeZone })
  const codeValues = {
    qrPath: qr.path,
    qrBox: `-4 -4 ${qr.size + 8} ${qr.size + 8}`,
    admits: formatCount(invitation.maxScans, guestTexts.for, arabicNumber),
    guestName: arabicDigits(invitation.guestName) || guestTexts.anyGuest,
    place: optionalPart('place', event.place && arabicDigits(event.place)),
    map: optionalPart('mapUrl', event.mapUrl),
  }
  const people = answer?.attends ? Math.min(answer.people, invitation.maxScans) : invitation.maxScans
  const isEnded = lastDay !== undefined && !isAsked && !answer
  return {
    ...preview,
    emblem: [],
    invitation: [
      {
        ...eventValues(found),
        code,
        codeFirst: isToday
          ? [{ ...codeValues, todayLine: isItsDay ? guestTexts.today(time === '' ? '' : guestTexts.hour(time)) : '' }]
          : [],
        codeLast: isToday ? [] : [codeValues],
        call: flagPart(!isToday),
        guestName: codeValues.guestName,
        weekday: weekday!,
        dayOfMonth: day!,
        month: month!,
        year: guestTexts.year(year!),
        time: optionalPart('hour', time),
        hijri: guestTexts.hijri(`${inHijri.day} ${inHijri.month} ${inHijri.year}`),
        soon: isToday ? [] : [{ soon: formatCount(daysBetween(dayInTimeZone(timeZone, now), event.date), guestTexts.days, arabicNumber) }],
        where: flagPart(event.place || event.mapUrl || event.note),
        place: isToday ? [] : codeValues.place,
        map: isToday ? [] : codeValues.map,
        note: optionalPart('note', event.note),
        reply: flagPart(isAsked || isEnded || answer || refusal),
        refusal: optionalPart('refusal', arabicDigits(refusal)),
        isEnded: isEnded ? [{ ended: texts.guest.answersEnded }] : [],
        answered: answer
          ? [
              {
                answerText: answer.attends
                  ? guestTexts.attending(formatCount(answer.people, guestTexts.came, arabicNumber))
                  : guestTexts.declined,
                answerNote: optionalPart('said', answer.note && guestTexts.said(answer.note)),
              },
            ]
          : [],
        isAsked: isAsked
          ? [
              {
                until: answer ? guestTexts.changeUntil(longDay(lastDay!)) : guestTexts.until(longDay(lastDay!)),
                isFirst: flagPart(!answer),
                isChange: flagPart(answer),
                open: refusal === '' ? '' : 'open',
                yes: answer?.attends === false ? '' : 'checked',
                no: answer?.attends === false ? 'checked' : '',
                several:
                  invitation.maxScans > 1
                    ? [
                        {
                          people: String(people),
                          places: String(invitation.maxScans),
                          peopleText: arabicDigits(texts.guest.people(invitation.maxScans)),
                          placesText: guestTexts.of(arabicNumber(invitation.maxScans)),
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
