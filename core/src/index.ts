import { accounts } from './accounts/contract.ts'
import { activity } from './activity/contract.ts'
import { connection } from './connection/contract.ts'
import { events } from './events/contract.ts'
import { guests } from './guests/contract.ts'
import { invitations } from './invitations/contract.ts'
import { links } from './links/contract.ts'
import { messages } from './messages/contract.ts'
import { requests } from './requests/contract.ts'
import { scanning } from './scanning/contract.ts'

/** All endpoints of the API, grouped by noun. */
export const contract = { accounts, events, links, invitations, guests, scanning, requests, messages, activity, connection }
export type Contract = typeof contract

export * from './accounts/contract.ts'
export * as accountRules from './accounts/rules.ts'
export { DELETED_BY_SELF, LOCAL_ADMIN_USERNAME, Username, usernameKey } from './accounts/username.ts'
export * from './activity/contract.ts'
export { cleanLine, foldSpelling, hasLetterOrDigit, toWesternDigits } from './arabic.ts'
export { dayInTimeZone, momentOfHour, startOfWeek } from './calendar.ts'
export * from './check-in/decide.ts'
export * from './check-in/request.ts'
export * from './check-in/scope.ts'
export * from './check-in/state.ts'
export * from './check-in/undo.ts'
export * from './connection/contract.ts'
export { type CountedWord, formatCount } from './counted.ts'
export * from './endpoint.ts'
export * from './events/contract.ts'
export { MAX_NAME_LENGTH } from './events/fields.ts'
export * as eventRules from './events/rules.ts'
export { MAX_INTEGER } from './fields.ts'
export { groupBy } from './group-by.ts'
export { guests, MAX_ANSWER_NOTE_LENGTH, MAX_ANSWERS } from './guests/contract.ts'
export * from './guests/guest-state.ts'
export * from './guests/message.ts'
export * from './guests/page.ts'
export * from './http-backend.ts'
export { ID_BYTES, Id, idFromBytes, SAMPLE_ID } from './id.ts'
export { indexWords, indexWordsOfKey } from './index-words.ts'
export { alphabetKey, groupByLetter, type LetterGroup } from './invitations/alphabet.ts'
export * from './invitations/card.ts'
export { type Collision, cardSizesOf, eventTextRise, findCollisions, guestNameBox, panelBoxOf } from './invitations/card-parts.ts'
export { type CardTemplateLayout, INK_ON_PICTURE, nameColours, type TextLine } from './invitations/card-template.ts'
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
export * from './invitations/designs-contract.ts'
export { draftInvitation, qrImagePath } from './invitations/draft.ts'
export * from './invitations/face.ts'
export { computeInvitationStats, countArrivals } from './invitations/figures.ts'
export { cardFileNames } from './invitations/file-name.ts'
export * from './invitations/fit.ts'
export { isChat } from './invitations/guests/chat.ts'
export { type Doubt, markRepeatedGuests, type ParsedGuestLine, readGuestLines } from './invitations/guests/read-lines.ts'
export { splitGuests } from './invitations/guests/split-guests.ts'
export { type Contact, isVcard, readVcards } from './invitations/guests/vcard.ts'
export * from './invitations/invitation.ts'
export { type CardElement, type CardGuestTexts, type CardTexts, layoutBackground, layoutGuest } from './invitations/layout.ts'
export * from './invitations/look.ts'
export * from './invitations/picture.ts'
export * from './invitations/readability.ts'
export * as invitationRules from './invitations/rules.ts'
export * from './links/contract.ts'
export { isDoorId } from './links/door-id.ts'
export * from './links/link-end.ts'
export * from './links/sealed.ts'
export * from './messages/contract.ts'
export { findPhoneNumber, quoteText } from './messages/rules.ts'
export {
  leadingTitlesEnd,
  MAX_TYPO_MATCHES,
  matchInvitation,
  matchSearch,
  parseSearch,
  rankMatches,
  type SearchWord,
} from './name-search.ts'
export { toDialableNumber, toInternationalDigits } from './phone.ts'
export { readInput } from './read-input.ts'
export * from './refusals.ts'
export { RELEASE_VERSION } from './release.ts'
export * from './requests/contract.ts'
export { isClockFarOff } from './scanning/clock-offset.ts'
export { qrCodeText, readCode } from './scanning/code.ts'
export * from './scanning/contract.ts'
export { addPendingAdmissions, countPendingPeople, type PendingAdmission } from './scanning/replica.ts'
export * as scanningRules from './scanning/rules.ts'
export { SiteContent, SupportContacts } from './site/content.ts'
export { fillPage, publicPageValues } from './site/page.ts'
export { SAMPLE_SITE_CONTENT } from './site/sample-content.ts'
export { texts } from './texts.ts'
export * from './wire.ts'
