import { type ReactNode, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { EMPTY_VALUES, type GeneratorValues } from './generator-values.ts'

const words = text.generator.draft

type DraftNoticeProps = {
  form: UseFormReturn<GeneratorValues>
  /** Whether the form was restored from a draft that was typed before the page was loaded. */
  isStored: boolean
  /** Whether this device can store the draft; false if its storage is full. */
  canStore: boolean
  isStoringTab: boolean
  onTakeOver: () => void
  /** Resets the card's design, which is not a form value. */
  onDiscard: () => void
}

/** Shows that a draft was restored, with a button that empties it; or that this tab does not store the draft, and why. */
export function DraftNotice({ form, isStored, canStore, isStoringTab, onTakeOver, onDiscard }: DraftNoticeProps) {
  const [isEmptied, setEmptied] = useState(false)
  const [isConfirming, setAsked] = useState(false)
  if (!canStore) return <DraftLine tone="warning">{words.notKept}</DraftLine>
  if (!isStoringTab)
    return (
      <DraftLine action={words.take} onAction={onTakeOver} tone="warning">
        {words.elsewhere}
      </DraftLine>
    )
  if (isEmptied || !isStored) return null
  return (
    <>
      <DraftLine action={words.empty} onAction={() => setAsked(true)} tone="quiet">
        {words.restored}
      </DraftLine>
      <ConfirmDialog
        confirm={words.empty}
        isDanger
        isOpen={isConfirming}
        onConfirm={() => {
          form.reset(EMPTY_VALUES)
          onDiscard()
          setEmptied(true)
        }}
        onOpenChange={setAsked}
        title={words.question}
      >
        {words.emptyMeans}
      </ConfirmDialog>
    </>
  )
}

/** Renders the screen while the stored draft has not been read for a long time. The button begins an empty draft instead. */
export function UnreadDraft({ onBeginEmpty }: { onBeginEmpty: () => void }) {
  return (
    <>
      <PageHeading title={text.generator.title} />
      <DraftLine action={words.empty} onAction={onBeginEmpty} tone="warning">
        {words.unread}
      </DraftLine>
      <ScreenSkeleton />
    </>
  )
}

type DraftLineProps = { tone: 'warning' | 'quiet'; children: ReactNode; action?: string; onAction?: () => void }

function DraftLine({ tone, children, action, onAction }: DraftLineProps) {
  const button = action && onAction && (
    <Button onPress={onAction} variant="outline">
      {action}
    </Button>
  )
  return (
    <Notice action={button} className="mb-5" tone={tone}>
      {children}
    </Notice>
  )
}
