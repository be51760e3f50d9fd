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

/** Every endpoint of the product, by noun. */
export const contract = { accounts, events, links, invitations, guests, scanning, requests, messages, activity, connection }
export type Contract = typeof contract

export * from './accounts/contract.ts'
export * as accountRules from './accounts/rules.ts'
export { LOCAL_ADMIN, SELF, Username, usernameKey } from './accounts/username.ts'
export * from './activity/contract.ts'
export { cleanLine, fold, hasWords, westernDigits } from './arabic.ts'
export { dayIn, hourOn, startOfWeek } from './calendar.ts'
export * from './check-in/decide.ts'
export * from './check-in/request.ts'
export * from './check-in/scope.ts'
export * from './check-in/state.ts'
export * from './check-in/undo.ts'
export * from './connection/contract.ts'
export { type CountedWord, formatCount as counted } from './counted.ts'
export * from './endpoint.ts'
export * from './events/contract.ts'
export { MAX_NAME } from './events/fields.ts'
export * as eventRules from './events/rules.ts'
export { groupBy } from './group-by.ts'
export { guests, MAX_ANSWER_NOTE, MAX_ANSWERS } from './guests/contract.ts'
export * from './guests/guest-state.ts'
export * from './guests/message.ts'
export * from './guests/page.ts'
export * from './http-backend.ts'
export { ID_BYTES, Id, idFrom, SAMPLE_ID } from './id.ts'
export { alphabetKey, byLetter, type LetterGroup } from './invitations/alphabet.ts'
export * from './invitations/card.ts'
export { type Collision, collisions, guestBox, panelOf, riseOf, sizesOf } from './invitations/card-parts.ts'
export { type CardTemplateLayout, nameColours, PICTURE_INK, type TextLine } from './invitations/card-template.ts'
export * from './invitations/contract.ts'
export { decideCreate } from './invitations/create/decide.ts'
export {
  type CreateInput,
  type CreateRequest,
  createFingerprint,
  createRequest,
  eventReference,
  type RequestedInvitation,
} from './invitations/create/request.ts'
export type { CreateChanges, CreateEvent, CreateOwner, CreateState } from './invitations/create/state.ts'
export { type CreateStore, createInvitations } from './invitations/create/store.ts'
export * from './invitations/designs-contract.ts'
export { draftOf, qrAddress } from './invitations/draft.ts'
export * from './invitations/face.ts'
export { arrivalsOf, figuresOf } from './invitations/figures.ts'
export { fileNames } from './invitations/file-name.ts'
export * from './invitations/fit.ts'
export { isChat } from './invitations/guests/chat.ts'
export { type Doubt, markRepeated, type ReadLine, readGuestLines } from './invitations/guests/read-lines.ts'
export { splitGuests } from './invitations/guests/split-guests.ts'
export { type Contact, isVcard, readVcards } from './invitations/guests/vcard.ts'
export * from './invitations/invitation.ts'
export { type CardWords, type GuestWords, layoutBackground, layoutGuest, type Mark } from './invitations/layout.ts'
export * from './invitations/look.ts'
export * from './invitations/picture.ts'
export * from './invitations/readability.ts'
export * as invitationRules from './invitations/rules.ts'
export * from './links/contract.ts'
export { isDoorId } from './links/door-id.ts'
export * from './links/link-end.ts'
export * from './links/sealed.ts'
export * from './messages/contract.ts'
export { phoneIn, quoted } from './messages/rules.ts'
export {
  bestFirst,
  indexWords,
  indexWordsOfKey,
  invitationMatch,
  MAX_SLIPS,
  matchOf,
  readSearch,
  type SearchWord,
  titlesEnd,
} from './name-search.ts'
export { dialable, internationalDigits } from './phone.ts'
export { readInput } from './read-input.ts'
export * from './refusals.ts'
export { RELEASE } from './release.ts'
export * from './requests/contract.ts'
export { codeText, readCode } from './scanning/code.ts'
export * from './scanning/contract.ts'
export { type PendingAdmission, pendingPeople, withPending } from './scanning/replica.ts'
export * as scanningRules from './scanning/rules.ts'
export { SAMPLE_CONTENT, SiteContent, Support } from './site/content.ts'
export { fillPage, pageValues } from './site/page.ts'
export { texts } from './texts.ts'
export * from './wire.ts'
