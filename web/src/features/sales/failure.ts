import { isUnansweredError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { text } from '../../text/ar.ts'

/** Returns what a form says of a failed call: that it may be repeated, or why the server refused it. */
export const failureOf = (error: unknown) => ({
  title: text.orderMoney.failed,
  text: !isUnansweredError(error) && error instanceof Refusal ? error.message : text.orderMoney.unanswered,
})
