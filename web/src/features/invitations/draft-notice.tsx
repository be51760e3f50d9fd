import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type GeneratorFields, NOTHING_TYPED } from './generator-fields.ts'

const words = text.generator.draft

type DraftNoticeProps = {
  form: UseFormReturn<GeneratorFields>
  /** What is on the screen was typed before the page was loaded. */
  wasStored: boolean
  /** Whether this device keeps what is typed. */
  isKept: boolean
  /** Empties what the form does not hold. */
  onEmpty: () => void
}

/** Says that a draft is back, with a way to begin anew; or that this device cannot keep what is typed. */
export function DraftNotice({ form, wasStored, isKept, onEmpty }: DraftNoticeProps) {
  const [isOver, setOver] = useState(!wasStored)
  const [isAsked, setAsked] = useState(false)
  if (!isKept)
    return (
      <Notice className="mb-5" tone="warning">
        {words.notKept}
      </Notice>
    )
  if (isOver) return null
  return (
    <>
      <Notice
        action={
          <Button onPress={() => setAsked(true)} variant="outline">
            {words.empty}
          </Button>
        }
        className="mb-5"
        tone="quiet"
      >
        {words.restored}
      </Notice>
      <ConfirmDialog
        confirm={words.empty}
        isDanger
        isOpen={isAsked}
        onConfirm={() => {
          form.reset(NOTHING_TYPED)
          onEmpty()
          setOver(true)
        }}
        onOpenChange={setAsked}
        title={words.question}
      >
        {words.emptyMeans}
      </ConfirmDialog>
    </>
  )
}
