import { dayIn } from '../calendar.ts'
import { formatCount } from '../counted.ts'
import type { EventDetails } from '../events/contract.ts'
import type { Invitation } from '../invitations/invitation.ts'
import { dialable } from '../phone.ts'
import type { PageValues } from '../site/page.ts'
import { texts } from '../texts.ts'
import { type GuestState, guestState, lastAnswerDay, mayAnswer } from './guest-state.ts'

const words = texts.guest

/** The parts of the page of an invitation that the server supplies. */
export type GuestPage = {
  /** Undefined where no invitation has the code. */
  found: { invitation: Invitation; event: EventDetails; pictureId?: string | undefined } | undefined
  code: string
  /** Whether the caller has tried too many codes that no invitation has. */
  isBusy?: boolean
  /** The modules of the QR code as a path, one unit a module, and the modules of a side. */
  qr?: { path: string; size: number }
  /** The text of a refused answer; empty without one. */
  refusal: string
  origin: string
  now: Date
  timeZone: string
}

const partsOf = (calendar: 'islamic-umalqura' | 'gregory') => {
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
const hijri = partsOf('islamic-umalqura')
const gregorian = partsOf('gregory')

const numbers = new Intl.NumberFormat('ar-u-nu-arab', { useGrouping: false })
const arabicNumber = (value: number) => numbers.format(value)
const arabicDigits = (text: string) => text.replace(/[0-9]/g, digit => arabicNumber(Number(digit)))

/** Formats `20:30` as «٨:٣٠ مساءً», full hours without minutes. */
export function guestHour(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const shown =
    minutes === 0 ? arabicNumber(hours % 12 || 12) : `${arabicNumber(hours % 12 || 12)}:${arabicDigits(String(minutes).padStart(2, '0'))}`
  return `${shown} ${hours < 12 ? words.morning : words.evening}`
}

/** Joins words that begin with «و» to the word before them: a line never begins with «وسارة». */
const joined = (name: string) => name.replace(/ (?=و\p{L})/gu, '\u00A0')

const DAY = 86_400_000
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

const longDay = (day: string) => {
  const { weekday, day: date, month } = gregorian(day)
  return `${weekday} ${date} ${month}`
}

const is = (condition: unknown) => (condition ? [{}] : [])
const shown = <K extends string>(name: K, value: string | null | undefined) => (value ? [{ [name]: value }] : [])

/** The event in the form of a page that shows no guest and no code. */
function eventValues({ invitation, event }: NonNullable<GuestPage['found']>) {
  return {
    eventName: arabicDigits(joined(invitation.eventName)),
    day: `${longDay(event.date)} ${gregorian(event.date).year}`,
    caller: event.phone ? [{ phone: event.phone, phoneLink: `tel:${dialable(event.phone)}` }] : [],
    hosts: event.hosts ? [{ hosts: arabicDigits(event.hosts) }] : [],
  }
}

/** Returns what a preview of the link shows: the event, its day, its place and its picture, no guest and no code. */
function previewValues({ found, origin }: GuestPage, state: GuestState | 'unknown' | 'busy') {
  const isNamed = found && state !== 'unknown' && state !== 'busy'
  return {
    title: isNamed ? words.title(found.invitation.eventName) : texts.site.name,
    description: isNamed ? [longDay(found.event.date), found.event.place].filter(Boolean).join(' · ') : words.emblems.unknown.title,
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
    const { title, why } = words.emblems[hasAttended ? 'attended' : isInvitation ? 'pending' : state]
    return {
      ...preview,
      invitation: [],
      emblem: [
        {
          emblemTitle: isOver ? [] : [{ say: title }],
          thanks: isOver ? [{ say: title }] : [],
          why,
          isWithdrawn: is(state !== 'replaced' && !isOver),
          isCrossed: is(state === 'cancelled'),
          isReplaced: is(state === 'replaced'),
          isOver: is(isOver),
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
  // The state lasts until the next morning.
  const isItsDay = dayIn(timeZone, now) === event.date
  const { weekday, day, month, year } = gregorian(event.date)
  const inHijri = hijri(event.date)
  const time = event.startsAt ? guestHour(event.startsAt) : ''
  const lastDay = lastAnswerDay(event)
  const { answer } = invitation
  const isAsked = mayAnswer(state, event, { now, timeZone })
  const codeValues = {
    qrPath: qr.path,
    qrBox: `-4 -4 ${qr.size + 8} ${qr.size + 8}`,
    admits: formatCount(invitation.maxScans, words.for, arabicNumber),
    guestName: arabicDigits(invitation.guestName) || words.anyGuest,
    place: shown('place', event.place && arabicDigits(event.place)),
    map: shown('mapUrl', event.mapUrl),
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
        codeFirst: isToday ? [{ ...codeValues, todayLine: isItsDay ? words.today(time === '' ? '' : words.hour(time)) : '' }] : [],
        codeLast: isToday ? [] : [codeValues],
        call: is(!isToday),
        guestName: codeValues.guestName,
        weekday: weekday!,
        dayOfMonth: day!,
        month: month!,
        year: words.year(year!),
        time: shown('hour', time),
        hijri: words.hijri(`${inHijri.day} ${inHijri.month} ${inHijri.year}`),
        soon: isToday ? [] : [{ soon: formatCount(daysBetween(dayIn(timeZone, now), event.date), words.days, arabicNumber) }],
        where: is(event.place || event.mapUrl || event.note),
        place: isToday ? [] : codeValues.place,
        map: isToday ? [] : codeValues.map,
        note: shown('note', event.note),
        reply: is(isAsked || isEnded || answer || refusal),
        refusal: shown('refusal', arabicDigits(refusal)),
        isEnded: isEnded ? [{ ended: texts.guest.answersEnded }] : [],
        answered: answer
          ? [
              {
                answerText: answer.attends ? words.attending(formatCount(answer.people, words.came, arabicNumber)) : words.declined,
                answerNote: shown('said', answer.note && words.said(answer.note)),
              },
            ]
          : [],
        isAsked: isAsked
          ? [
              {
                until: answer ? words.changeUntil(longDay(lastDay!)) : words.until(longDay(lastDay!)),
                isFirst: is(!answer),
                isChange: is(answer),
                open: refusal === '' ? '' : 'open',
                yes: answer?.attends === false ? '' : 'checked',
                no: answer?.attends === false ? 'checked' : '',
                several:
                  invitation.maxScans > 1
                    ? [
                        {
                          people: String(people),
                          places: String(invitation.maxScans),
                          peopleText: arabicDigits(words.people(invitation.maxScans)),
                          placesText: words.of(arabicNumber(invitation.maxScans)),
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
