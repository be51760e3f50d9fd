import { dayInTimeZone, daysBetween } from '@hudur/core/calendar'
import type { CardLook } from '@hudur/core/cards/look'
import { formatCount } from '@hudur/core/counted'
import type { EventView } from '@hudur/core/events/event-fields'
import { eventTimeText } from '@hudur/core/events/event-time'
import { hijriDayText } from '@hudur/core/events/hijri-day'
import { asksForChildren, houseLines } from '@hudur/core/events/house-lines'
import { cardStyleOf } from '@hudur/core/guests/card-palette'
import { type GuestState, guestStateOf, lastAnswerDay, mayGuestAnswer } from '@hudur/core/guests/guest-state'
import { hasOtherLetters } from '@hudur/core/guests/page-letters'
import { PAGE_TYPEFACES, pageTypefaceOf, typefacePartOf } from '@hudur/core/guests/page-typeface'
import { isTrialCode } from '@hudur/core/id'
import { adultsAndChildren } from '@hudur/core/invitations/adults-and-children'
import type { ToldFacts } from '@hudur/core/invitations/invitation'
import { changeSentences } from '@hudur/core/invitations/told'
import type { View } from '@hudur/core/invitations/views'
import { toInternationalDigits } from '@hudur/core/phone'
import type { PageValues } from '@hudur/core/site/fill-page'
import * as texts from '@hudur/core/texts'

const guestTexts = texts.guestPage

/** The data from which the server makes the page of an invitation. */
export type GuestPageData = {
  /** Undefined where no invitation has the code. */
  found:
    | {
        invitation: View<'guest'>
        event: EventView<'guest'>
        pictureId?: string | undefined
        /** The look of the event's cards, if one was saved. */
        look?: CardLook | undefined
        /** Whether the present card was neither marked as sent nor opened. */
        isUnsent: boolean
        /** What the guest was told before the facts changed. */
        former?: ToldFacts | undefined
        /** Whether the code is the former one of an invitation that was given to another guest. */
        isGivenAway?: boolean
      }
    | undefined
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

const gregorianFormat = new Intl.DateTimeFormat('ar-YE-u-nu-arab-ca-gregory', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const gregorianPartsOf = (day: string) =>
  Object.fromEntries(gregorianFormat.formatToParts(new Date(`${day}T12:00:00Z`)).map(({ type, value }) => [type, value])) as Record<
    string,
    string
  >

const arabicNumberFormat = new Intl.NumberFormat('ar-u-nu-arab', { useGrouping: false })
const formatArabicNumber = (value: number) => arabicNumberFormat.format(value)
const toArabicDigits = (text: string) => text.replace(/[0-9]/g, digit => formatArabicNumber(Number(digit)))

/** Puts a no-break space before each word that begins with «و», so that no line begins with a word such as «وسارة». */
const bindWawWords = (name: string) => name.replace(/ (?=و\p{L})/gu, '\u00A0')

const formatLongDay = (day: string) => {
  const { weekday, day: date, month } = gregorianPartsOf(day)
  return `${weekday} ${date} ${month}`
}

/** Returns a day in words, with its year: «الجمعة ٢٠ نوفمبر ٢٠٢٦». */
export const formatFullDay = (day: string) => `${formatLongDay(day)} ${gregorianPartsOf(day).year}`

/** Returns the adults and the children of an invitation, in words, as a list of one text; an empty list without children. */
const childrenTextOf = ({ maxScans, children }: { maxScans: number; children: number }) =>
  children > 0 ? [adultsAndChildren({ people: maxScans, children }, formatArabicNumber)] : []

const emptyItemIf = (condition: unknown) => (condition ? [{}] : [])
const itemIfPresent = <K extends string>(name: K, value: string | false | null | undefined) => (value ? [{ [name]: value }] : [])

/** Returns the placeholder values of the event, without the guest and the code. */
function eventPlaceholderValues({ invitation, event }: NonNullable<GuestPageData['found']>, callingCode: string) {
  const digits = event.phone && toInternationalDigits(event.phone, callingCode)
  return {
    eventName: toArabicDigits(bindWawWords(invitation.eventName)),
    day: formatFullDay(event.date),
    caller: digits ? [{ phone: event.phone!, phoneLink: `tel:+${digits}`, chatLink: `https://wa.me/${digits}` }] : [],
    hosts: event.hosts ? [{ hosts: toArabicDigits(event.hosts) }] : [],
  }
}

/**
 * Returns the values of the link preview and the colours, without the guest and the code. For an unknown code or a busy server, they are those
 * of the product.
 */
function headPlaceholderValues({ found, origin }: GuestPageData, state: GuestState | 'unknown' | 'busy') {
  const isNamed = found && state !== 'unknown' && state !== 'busy'
  return {
    title: isNamed ? guestTexts.title(found.invitation.eventName) : texts.site.name,
    description: isNamed
      ? [formatLongDay(found.event.date), found.event.place].filter(Boolean).join(' · ')
      : guestTexts.emblems.unknown.title,
    cardStyle: isNamed && found.look ? cardStyleOf(found.look) : '',
    image: isNamed && found.pictureId ? `${origin}/p/${found.pictureId}.jpg` : `${origin}/og.png`,
  }
}

/** Returns the values of the placeholders in the page of an invitation. */
export function guestPageValues(page: GuestPageData): PageValues {
  const values = textValues(page)
  const needsLargerFont = hasOtherLetters(JSON.stringify(values))
  const typeface = needsLargerFont ? null : pageTypefaceOf(page.found?.look, page.found?.invitation.eventName ?? '')
  return {
    ...values,
    ...{ usualLetters: emptyItemIf(!needsLargerFont), otherLetters: emptyItemIf(needsLargerFont), typeface_none: emptyItemIf(!typeface) },
    ...Object.fromEntries(PAGE_TYPEFACES.map(name => [typefacePartOf(name), emptyItemIf(name === typeface)])),
  }
}

function textValues(page: GuestPageData): PageValues {
  const { found, code, now, timeZone, qr, refusal } = page
  const state = page.isBusy ? 'busy' : found ? guestStateOf(found.invitation, code, { now, timeZone }) : 'unknown'
  const head = headPlaceholderValues(page, state)
  const isInvitation = state === 'coming' || state === 'today'
  if (!found || !isInvitation || !qr) {
    const isOver = state === 'over'
    const hasAttended = isOver && found !== undefined && found.invitation.currentScans > 0
    const isUnsent = state === 'replaced' && found?.isUnsent
    const isGivenAway = state === 'replaced' && found?.isGivenAway === true
    const emblem = isGivenAway ? 'givenAway' : hasAttended ? 'attended' : isUnsent ? 'unsent' : isInvitation ? 'pending' : state
    const { title, why } = guestTexts.emblems[emblem]
    return {
      ...head,
      invitation: [],
      emblem: [
        {
          emblemTitle: isOver ? [] : [{ say: title }],
          thanks: isOver ? [{ say: title }] : [],
          why,
          isWithdrawn: emptyItemIf(isGivenAway || (state !== 'replaced' && !isOver)),
          isCrossed: emptyItemIf(state === 'cancelled'),
          isReplaced: emptyItemIf(state === 'replaced' && !isGivenAway),
          isOver: emptyItemIf(isOver),
          event:
            found && state !== 'unknown' && state !== 'busy'
              ? [{ ...eventPlaceholderValues(found, page.callingCode), ...(isOver && { caller: [] }) }]
              : [],
        },
      ],
    }
  }

  const { invitation, event, former } = found
  const isToday = state === 'today'
  // The state `today` lasts until 6 o'clock of the next day, so the event's day may be over.
  const isItsDay = dayInTimeZone(timeZone, now) === event.date
  const { weekday, day, month, year } = gregorianPartsOf(event.date)
  const time = toArabicDigits(eventTimeText(event))
  const lastDay = lastAnswerDay(event)
  const { answer } = invitation
  const isAsked = mayGuestAnswer(state, event, { now, timeZone })
  const codeValues = {
    qrPath: qr.path,
    qrBox: `-4 -4 ${qr.size + 8} ${qr.size + 8}`,
    admits: [formatCount(invitation.maxScans, guestTexts.for, formatArabicNumber), ...childrenTextOf(invitation)].join(': '),
    guestName: toArabicDigits(invitation.guestName) || guestTexts.anyGuest,
    place: itemIfPresent('place', event.place && toArabicDigits(event.place)),
    map: itemIfPresent('mapUrl', event.mapUrl),
  }
  const house = houseLines(event.house)
  const asksChildren = asksForChildren(event)
  const people = answer?.attends ? answer.people : invitation.maxScans
  /** Whether the guest has answered for the present day. An answer for an earlier day is shown as such, and the guest is asked again. */
  const isAnswered = answer !== null && !answer.isForFormerDay
  const isEnded = lastDay !== undefined && !isAsked && !isAnswered
  const hasReply = isAsked || isEnded || answer !== null || refusal !== ''
  return {
    ...head,
    emblem: [],
    invitation: [
      {
        ...eventPlaceholderValues(found, page.callingCode),
        code,
        codeFirst: isToday
          ? [{ ...codeValues, todayLine: isItsDay ? guestTexts.today(event.timeWords || time === '' ? time : guestTexts.hour(time)) : '' }]
          : [],
        // Until the day the guest answers first, and then finds the code.
        codeInCard: isToday || hasReply ? [] : [codeValues],
        codeAfterReply: !isToday && hasReply ? [codeValues] : [],
        cardPicture: itemIfPresent('pictureUrl', found.look?.background.is === 'picture' && found.pictureId && `/p/${found.pictureId}.jpg`),
        call: emptyItemIf(!isToday),
        guestName: codeValues.guestName,
        weekday: weekday!,
        dayOfMonth: day!,
        month: month!,
        year: guestTexts.year(year!),
        time: itemIfPresent('hour', time),
        hijri: guestTexts.hijri(toArabicDigits(hijriDayText(event.date))),
        soon: isToday
          ? []
          : [{ soon: formatCount(daysBetween(dayInTimeZone(timeZone, now), event.date), guestTexts.days, formatArabicNumber) }],
        trial: isTrialCode(code) ? [{ trialText: texts.trial.page }] : [],
        changes: former
          ? changeSentences(
              former,
              { ...event, maxScans: invitation.maxScans, table: null },
              { formatDay: formatLongDay, formatNumber: formatArabicNumber },
            ).map(sentence => ({ change: toArabicDigits(sentence) }))
          : [],
        where: emptyItemIf(event.place || event.mapUrl || event.note || house.length > 0),
        house: house.map(line => ({ line: toArabicDigits(line) })),
        place: isToday ? [] : codeValues.place,
        map: isToday ? [] : codeValues.map,
        note: itemIfPresent('note', event.note),
        reply: emptyItemIf(hasReply),
        refusal: itemIfPresent('refusal', toArabicDigits(refusal)),
        isEnded: isEnded ? [{ ended: texts.guest.answersEnded }] : [],
        answered: answer
          ? [
              {
                answerTitle: isAnswered ? guestTexts.answered : guestTexts.answeredForFormerDay,
                answerText: answer.attends
                  ? guestTexts.attending(
                      childrenTextOf({ maxScans: answer.people, children: answer.children })[0] ??
                        formatCount(answer.people, guestTexts.came, formatArabicNumber),
                    )
                  : guestTexts.declined,
                reduced: answer.announced === null ? [] : [{ reducedText: guestTexts.reduced(formatArabicNumber(answer.announced)) }],
                answerNote: itemIfPresent('said', answer.note && guestTexts.said(answer.note)),
              },
            ]
          : [],
        isAsked: isAsked
          ? [
              {
                until: isAnswered ? guestTexts.changeUntil(formatLongDay(lastDay!)) : guestTexts.until(formatLongDay(lastDay!)),
                isFirst: emptyItemIf(!isAnswered),
                isChange: emptyItemIf(isAnswered),
                open: refusal === '' ? '' : 'open',
                noChildren: event.house.noChildren ? [{ noChildrenText: guestTexts.noChildren }] : [],
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
                          children: asksChildren
                            ? [
                                {
                                  children: String(answer?.attends ? answer.children : invitation.children),
                                  childrenText: toArabicDigits(texts.childrenOfAnswer.onPage),
                                },
                              ]
                            : [],
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
