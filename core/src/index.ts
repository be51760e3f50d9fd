import { accounts } from './accounts/contract.ts'
import { activity } from './activity/contract.ts'
import { scanning } from './check-in/contract.ts'
import { events } from './events/contract.ts'
import { guests } from './guests/contract.ts'
import { connection } from './installation/contract.ts'
import { invitations } from './invitations/contract.ts'
import { links } from './links/contract.ts'
import { messages } from './messages/contract.ts'
import { requests } from './requests/contract.ts'

/** All endpoints of the API, grouped by noun. */
export const contract = { accounts, events, links, invitations, guests, scanning, requests, messages, activity, connection }
export type Contract = typeof contract

export * from './accounts/contract.ts'
export * as accountRules from './accounts/rules.ts'
export { DELETED_BY_SELF, LOCAL_ADMIN_USERNAME, Username, usernameKey } from './accounts/username.ts'
export * from './activity/contract.ts'
export { cleanLine, foldSpelling, hasLetterOrDigit, toWesternDigits } from './arabic.ts'
export { dayInTimeZone, momentOfHour, startOfWeek } from './calendar.ts'
export * from './cards/contract.ts'
export { cardFileNames } from './cards/file-names.ts'
export * from './cards/fit.ts'
export * from './cards/geometry.ts'
export { type CardElement, type CardGuestTexts, type CardTexts, layoutBackground, layoutGuest } from './cards/layout.ts'
export * from './cards/look.ts'
export { type Collision, cardSizesOf, eventTextRise, findCollisions, guestNameBox, panelBoxOf } from './cards/parts.ts'
export * from './cards/picture.ts'
export * from './cards/readability.ts'
export { type CardTemplateLayout, INK_ON_PICTURE, nameColours, type TextLine } from './cards/template.ts'
export * from './cards/typefaces.ts'
export { isClockFarOff } from './check-in/clock-offset.ts'
export { qrCodeText, readCode } from './check-in/code.ts'
export * from './check-in/contract.ts'
export * from './check-in/decide.ts'
export { addPendingAdmissions, countPendingPeople, type PendingAdmission } from './check-in/pending-admissions.ts'
export * from './check-in/request.ts'
export * as scanningRules from './check-in/rules.ts'
export * from './check-in/state.ts'
export * from './check-in/undo.ts'
export { type CountedWord, formatCount } from './counted.ts'
export * from './endpoint.ts'
export * from './events/contract.ts'
export { MAX_NAME_LENGTH } from './events/inputs.ts'
export * as eventRules from './events/rules.ts'
export { groupBy } from './group-by.ts'
export { isChat } from './guest-lists/chat.ts'
export { type Doubt, markRepeatedGuests, type ParsedGuestLine, readGuestLines } from './guest-lists/read-lines.ts'
export { splitGuests } from './guest-lists/split-guests.ts'
export { type Contact, isVcard, readVcards } from './guest-lists/vcard.ts'
export * from './guests/contract.ts'
export * from './guests/guest-state.ts'
export * from './guests/page.ts'
export * from './http-backend.ts'
export { ID_BYTES, Id, idFromBytes, SAMPLE_ID } from './id.ts'
export { MAX_INTEGER } from './inputs.ts'
export * from './installation/contract.ts'
export { MAX_ANSWER_NOTE_LENGTH } from './invitations/answer.ts'
export * from './invitations/contract.ts'
export { decideCreation } from './invitations/create/decide.ts'
export {
  type CreationInput,
  type CreationRequest,
  creationFingerprint,
  eventStateKey,
  parseCreationRequest,
  type RequestedInvitation,
} from './invitations/create/request.ts'
export type { CreationChanges, CreationState, OwnerQuota, RequestedEvent } from './invitations/create/state.ts'
export { type CreationStore, createInvitations } from './invitations/create/store.ts'
export { draftInvitation, qrImagePath } from './invitations/draft.ts'
export { computeInvitationStats, countArrivals } from './invitations/figures.ts'
export * from './invitations/invitation.ts'
export * from './invitations/message.ts'
export * as invitationRules from './invitations/rules.ts'
export * from './links/contract.ts'
export { isDoorId } from './links/door-id.ts'
export * from './links/link-end.ts'
export * from './links/sealed.ts'
export * from './messages/contract.ts'
export { findPhoneNumber, quoteText } from './messages/rules.ts'
export { alphabetKey, groupByLetter, type LetterGroup } from './names/alphabet.ts'
export { indexWords, indexWordsOfKey } from './names/index-words.ts'
export {
  leadingTitlesEnd,
  MAX_TYPO_MATCHES,
  matchInvitation,
  matchSearch,
  parseSearch,
  rankMatches,
  type SearchWord,
} from './names/search.ts'
export { toDialableNumber, toInternationalDigits } from './phone.ts'
export { readInput } from './read-input.ts'
export * from './refusals.ts'
export { RELEASE_VERSION } from './release.ts'
export * from './requests/contract.ts'
export * from './scope.ts'
export { SiteContent, SupportContacts } from './site/content.ts'
export { fillPage, publicPageValues } from './site/page.ts'
export { SAMPLE_SITE_CONTENT } from './site/sample-content.ts'
export * as texts from './texts.ts'
export * from './wire.ts'
