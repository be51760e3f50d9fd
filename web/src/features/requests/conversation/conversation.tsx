import type { ComponentProps } from 'react'
import { ReplyForm } from './reply-form.tsx'
import { Timeline } from './timeline.tsx'

/** Renders the reply to the customer of an order or a request, and its timeline. */
export function Conversation(props: ComponentProps<typeof ReplyForm>) {
  return (
    <div className="grid gap-5 border-separator border-t pt-5">
      <ReplyForm {...props} />
      <Timeline subject={props.subject} />
    </div>
  )
}
