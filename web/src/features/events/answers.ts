import type { GuestAnswer, Invitation } from '@hudur/core/invitations/invitation'

export type AnsweredInvitation = Invitation & { answer: GuestAnswer }

export const ANSWER_FILTERS = ['all', 'attending', 'declined', 'wishes'] as const
export type AnswerFilter = (typeof ANSWER_FILTERS)[number]

const MATCHES: Record<AnswerFilter, (answer: GuestAnswer) => boolean> = {
  all: () => true,
  attending: ({ attends }) => attends,
  declined: ({ attends }) => !attends,
  wishes: ({ note }) => note !== null && note !== '',
}

/** Returns the invitations with an answer that matches the filter, the latest answer first. */
export const answersOf = (invitations: readonly Invitation[], filter: AnswerFilter) =>
  invitations
    .filter((invitation): invitation is AnsweredInvitation => invitation.answer !== null && MATCHES[filter](invitation.answer))
    .sort((one, other) => Date.parse(other.answer.at) - Date.parse(one.answer.at))
