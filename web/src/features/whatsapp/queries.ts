import type { SentKind } from '@hudur/core/whatsapp/contract'
import { useCall, useRead } from '../../backend/hooks/use-call.ts'
import { invitationsKey } from '../../backend/hooks/use-refresh.ts'

export type Sending = { ids: readonly string[]; kind: SentKind; again: boolean }

/** Reads what a sending would do. */
export const useSendingPreview = ({ ids, ...sending }: Sending) =>
  useRead(['whatsapp', 'preview', sending, ids], ({ whatsapp }) => whatsapp.send({ ids: [...ids], ...sending, isPreview: true }), {
    gcTime: 0,
    staleTime: 0,
  })

/** Adds the messages of a sending to the queue, which for one guest is also how it is sent again. */
export const useSendAll = () => useCall(({ whatsapp }) => whatsapp.send, invitationsKey)

/** Reads the steps of the set-up, which asks Meta. */
export const useSetupSteps = () => useRead(['whatsapp', 'check'], ({ whatsapp }) => whatsapp.check({}), { gcTime: 0, staleTime: 0 })

const planKey = ['whatsapp', 'plan']

export const usePlan = (eventId: string) => useRead([...planKey, eventId], ({ whatsapp }) => whatsapp.plan({ eventId }))

export const useSavePlan = () => useCall(({ whatsapp }) => whatsapp.savePlan, planKey)
