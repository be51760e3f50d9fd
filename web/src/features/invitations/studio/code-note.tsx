import { SHORT_CODE_MODULES } from '@hudur/core/cards/geometry'
import type { CardLook } from '@hudur/core/cards/look'
import { cardSizesOf } from '@hudur/core/cards/parts'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { useDeferredValue, useMemo } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { qrModulesForSize } from '../../../cards/draw-code.ts'
import { text } from '../../../text/ar.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { GeneratorFields } from '../generator-fields.ts'
import { useGuestList } from '../guests/names-field.tsx'
import { sampleInvitation, sampleInvitations } from './card-choice.ts'
import { shownGuests } from './shown-guests.ts'

export type ShortCodeNoteProps = { look: CardLook; invitations: readonly Invitation[] }

/** Shows that some guests get the short code, because a full one may be unreadable once a messenger has shrunk the card image. */
export function ShortCodeNote({ look, invitations }: ShortCodeNoteProps) {
  const fullest = useMemo(() => invitationWithLongestCode(invitations), [invitations])
  const { code: side } = cardSizesOf(look)
  const { holds } = look.code
  const isShortened = useMemo(
    () => holds === 'full' && fullest !== undefined && qrModulesForSize(fullest, side, holds).length === SHORT_CODE_MODULES,
    [fullest, side, holds],
  )
  return isShortened ? <Notice tone="quiet">{text.studio.tooFine}</Notice> : null
}

const invitationWithLongestCode = ([first, ...others]: readonly Invitation[]) => first && shownGuests([first, ...others]).fullest

export type TypedShortCodeNoteProps = { look: CardLook; form: UseFormReturn<GeneratorFields> }

/** Shows a `ShortCodeNote` for the guests in the form, before their invitations are created. */
export function TypedShortCodeNote({ look, form }: TypedShortCodeNoteProps) {
  const { guests } = useGuestList(form)
  const [eventName, kind, guestName] = useDeferredValue(useWatch({ control: form.control, name: ['eventName', 'kind', 'guestName'] }))
  const invitations = useMemo(
    () =>
      kind === 'names'
        ? sampleInvitations({ eventName, guests })
        : [sampleInvitation({ eventName, guestName: kind === 'custom' ? guestName : '' })],
    [eventName, kind, guestName, guests],
  )
  return <ShortCodeNote invitations={invitations} look={look} />
}
