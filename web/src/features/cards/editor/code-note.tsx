import { SHORT_CODE_MODULES } from '@hudur/core/cards/geometry'
import type { CardLook } from '@hudur/core/cards/look'
import { cardSizesOf } from '@hudur/core/cards/parts'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { useMemo } from 'react'
import { qrModulesForSize } from '../../../cards/draw-code.ts'
import { text } from '../../../text/ar.ts'
import { Notice } from '../../../ui/notice.tsx'
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
