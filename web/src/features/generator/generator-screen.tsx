import type { House } from '@hudur/core/events/house'
import * as eventRules from '@hudur/core/events/rules'
import type { GenerationType, Invitation } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import { SlidersHorizontal } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import type { CardDrawing } from '../../cards/paint-card.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { useLocation, useNavigate } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.tsx'
import {
  type CardChoice,
  cardDrawingOf,
  DEFAULT_CARD_CHOICE,
  sampleInvitation,
  sampleInvitations,
  withEventTexts,
} from '../cards/card-choice.ts'
import { CardList } from '../cards/card-list.tsx'
import { CardPreview, useCardPainter } from '../cards/card-preview.tsx'
import { DesignSavingLine } from '../cards/designs/design-saving-line.tsx'
import { useDesignSaving } from '../cards/designs/use-design-saving.ts'
import { useEventDesign } from '../cards/designs/use-event-design.ts'
import { DownloadButtons, DownloadProgress } from '../cards/downloads/download-progress.tsx'
import { DownloadTypeChoice } from '../cards/downloads/download-type.tsx'
import { useDownloads } from '../cards/downloads/use-downloads.ts'
import { CardEditor } from '../cards/editor/card-editor.tsx'
import type { ShortCodeNoteProps } from '../cards/editor/code-note.tsx'
import type { EventIdentity } from '../cards/event-identity.ts'
import { readGuestList } from '../guest-lists/guest-list.ts'
import { DraftNotice, UnreadDraft } from './draft-notice.tsx'
import { type GeneratorDraft, useGeneratorDraft, useStoredGenerator } from './generator-draft.ts'
import { GeneratorForm } from './generator-form.tsx'
import { type GeneratorValues, valuesAfterCreation } from './generator-values.ts'
import { useGuestList } from './names-field.tsx'
import { readPrefill } from './prefill.ts'
import { useCreateInvitations, useOwner } from './queries.ts'
import { unsavedInvitationsOf } from './unsaved-invitations.ts'
import { useExistingQuestion } from './use-existing-question.tsx'
import { useTimeAndPlace } from './use-time-and-place.ts'

const ShortCodeNote = deferredComponent<ShortCodeNoteProps>(async () => (await import('../cards/editor/code-note.tsx')).ShortCodeNote)

export function GeneratorScreen() {
  const { draft, isSlow, beginEmpty, ...others } = useGeneratorDraft()
  if (draft) return <Generator draft={draft} {...others} />
  return isSlow ? <UnreadDraft onBeginEmpty={beginEmpty} /> : <ScreenSkeleton />
}

type GeneratorProps = Pick<ReturnType<typeof useGeneratorDraft>, 'keep' | 'isStoringTab' | 'takeOver'> & { draft: GeneratorDraft }

function Generator({ draft, keep, isStoringTab, takeOver }: GeneratorProps) {
  const prefill = usePrefill()
  const form = useForm<GeneratorValues>({ defaultValues: { ...draft.fields, ...prefill } })
  const { create, isPending, error } = useCreateInvitations()
  const existing = useExistingQuestion()
  // A link to another event starts with the first template instead of the draft's design, so that the event's saved design is applied.
  const isOtherEvent = prefill !== undefined && !eventRules.isSameEvent(draft.fields, prefill)
  const [design, setChoice] = useState<CardChoice>(isOtherEvent ? DEFAULT_CARD_CHOICE : draft.choice)
  const [startsAt, timeWords, place] = useWatch({ control: form.control, name: ['startsAt', 'timeWords', 'place'] })
  const [house, setHouse] = useState<House>()
  const choice = useMemo(() => withEventTexts(design, { startsAt, timeWords, place, house }), [design, startsAt, timeWords, place, house])
  const [shownChoice, setShownChoice] = useState<CardChoice>(draft.shown)
  const [invitations, setInvitations] = useState<Invitation[]>(draft.invitations)
  const keepDraft = useEffectEvent(() =>
    keep({ fields: form.getValues(), choice, shown: shownChoice, invitations, wasStored: false, replacesStored: false }),
  )
  useEffect(() => () => keepDraft(), [])
  const { replacesStored } = draft
  const canStore = useStoredGenerator({ form, choice, isPrefilled: prefill !== undefined, replacesStored, isStoringTab })
  const [isEditing, setEditing] = useState(false)
  const isFormEvent = useIsFormForSameEvent(form, invitations)
  // While the form names another event than the created invitations, changes of the design do not affect their cards.
  if (isFormEvent && shownChoice !== choice) setShownChoice(choice)
  const drawing = useMemo(() => cardDrawingOf(shownChoice), [shownChoice])
  const editedDrawing = useMemo(() => cardDrawingOf(choice), [choice])
  const [samples, setSamples] = useState<readonly [Invitation, ...Invitation[]]>(() => sampleInvitations({ guests: [] }))
  const downloads = useDownloads(drawing, invitations)
  const kind = useWatch({ control: form.control, name: 'kind' })
  const sample = useSampleInvitation(form)
  const event = useShownEvent(form, invitations)
  const eventDesign = useEventDesign(event, choice, setChoice)
  const { save: saveTimeAndPlace, event: formEvent } = useTimeAndPlace(
    form,
    isFormEvent ? (invitations[0]?.eventId ?? eventDesign.eventId) : undefined,
  )
  if (JSON.stringify(formEvent?.house) !== JSON.stringify(house)) setHouse(formEvent?.house)
  const designSaving = useDesignSaving(shownChoice, invitations[0], eventDesign.isUndecided || isEditing)
  const heading = useRef<HTMLHeadingElement>(null)

  async function createInvitations(fields: GeneratorValues) {
    const drafts = await existing.ask(fields, unsavedInvitationsOf(fields))
    if (!drafts) return
    try {
      const created = await create(drafts)
      if (!created) return
      // Invitations created earlier for the same event stay in the list.
      setInvitations(previous => [...created, ...previous.filter(earlier => created[0] && isSameEventAndOwner(earlier, created[0]))])
      void saveTimeAndPlace(created[0]?.eventId ?? undefined)
      form.reset(valuesAfterCreation(form.getValues(), fields, created.length))
      notify.done(text.generator.made(formatCountedNoun(created.length, text.generator.invitationWord)))
      heading.current?.focus()
    } catch (cause) {
      if (cause instanceof Refusal) showFieldErrors(form, cause)
    }
  }

  /** Opens the card editor. Until the form's event has created invitations, the editor shows sample cards with the typed values. */
  function openCardEditor() {
    const { names, imported, ...event } = form.getValues()
    const { guests } = readGuestList(names, imported)
    setSamples(kind === 'names' ? sampleInvitations({ ...event, guests }) : [sample])
    setEditing(true)
  }

  return (
    <>
      <PageHeading title={text.generator.title} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,27.5rem)_minmax(0,1fr)]">
        <section aria-labelledby="generator-event" className="rounded-xl bg-surface p-5 shadow-surface md:p-7">
          <h2 className="mb-5 font-semibold text-lg" id="generator-event">
            {text.generator.event}
          </h2>
          <DraftNotice
            form={form}
            canStore={canStore}
            isStoringTab={isStoringTab}
            isStored={draft.wasStored && invitations.length === 0}
            onDiscard={() => setChoice(DEFAULT_CARD_CHOICE)}
            onTakeOver={takeOver}
          />
          <GeneratorForm
            choice={choice}
            error={error}
            form={form}
            isPending={isPending || existing.isComparing}
            onChoice={setChoice}
            onSubmit={createInvitations}
            onTimeAndPlace={() => isFormEvent && invitations.length > 0 && void saveTimeAndPlace()}
          />
        </section>
        <section aria-labelledby="generator-cards" className="grid min-w-0 gap-5">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="me-auto font-semibold text-lg outline-none" id="generator-cards" ref={heading} tabIndex={-1}>
              {text.generator.cards}{' '}
              {invitations.length > 0 && (
                <span className="font-normal text-muted text-sm">{formatCountedNoun(invitations.length, text.generator.cardWord)}</span>
              )}
            </h2>
            <Button onPress={openCardEditor} variant="outline">
              <SlidersHorizontal aria-hidden="true" className="size-5" strokeWidth={1.6} />
              {text.generator.customize}
            </Button>
            {invitations.length > 0 && <DownloadButtons downloads={downloads} />}
            {invitations[0]?.eventId && (
              <>
                <ButtonLink to={`/events/${invitations[0].eventId}`} variant="outline">
                  {text.event.open}
                </ButtonLink>
                <ButtonLink to={`/events/${invitations[0].eventId}/send`}>{text.generator.send}</ButtonLink>
              </>
            )}
          </div>
          {invitations.length > 0 && <DownloadTypeChoice downloads={downloads} />}
          {invitations.length > 0 && <ShortCodeNote invitations={invitations} look={shownChoice.look} />}
          <DownloadProgress downloads={downloads} />
          <DesignSavingLine
            designSaving={invitations.length > 0 && eventDesign.isFailed ? { ...eventDesign, status: 'error' } : designSaving}
          />
          {invitations.length > 0 ? (
            <CardList invitations={invitations} drawing={drawing} onDownload={downloads.saveCard} />
          ) : (
            <NoInvitationsYet drawing={drawing} kind={kind} sample={sample} />
          )}
        </section>
      </div>
      {existing.dialog}
      <CardEditor
        choice={choice}
        downloads={downloads}
        invitations={isFormEvent && hasInvitations(invitations) ? invitations : samples}
        isOpen={isEditing}
        drawing={editedDrawing}
        onChoice={setChoice}
        onOpenChange={setEditing}
      />
    </>
  )
}

const isSameEventAndOwner = (one: Invitation, other: Invitation) => one.userId === other.userId && eventRules.isSameEvent(one, other)

/** Returns the form values that the query string contains, and removes the query string from the URL. */
function usePrefill() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [prefill] = useState(() => readPrefill(new URLSearchParams(search)))
  useEffect(() => {
    if (search) void navigate(pathname, { replace: true })
  }, [navigate, pathname, search])
  return prefill
}

/** Returns the form's field name for each field name of the server. */
const formFieldNamesOf = (kind: GenerationType) =>
  ({
    eventName: 'eventName',
    eventDate: 'eventDate',
    userId: 'owner',
    guestName: kind === 'custom' ? 'guestName' : 'names',
    maxScans: kind === 'custom' ? 'scans' : 'uses',
    phone: 'guestPhone',
    children: 'children',
  }) as const satisfies Record<string, keyof GeneratorValues>

const hasInvitations = (invitations: readonly Invitation[]): invitations is readonly [Invitation, ...Invitation[]] => invitations.length > 0

function showFieldErrors(form: UseFormReturn<GeneratorValues>, { fields = {} }: Refusal) {
  const formFields = Object.entries(formFieldNamesOf(form.getValues('kind')))
  for (const [path, message] of Object.entries(fields)) {
    const name = formFields.find(([field]) => path.endsWith(field))?.[1]
    if (name) form.setError(name, { type: 'server', message }, { shouldFocus: true })
  }
}

/** Returns whether the form's event, with its owner, is the event of the given invitations; true if there are none. */
function useIsFormForSameEvent(form: UseFormReturn<GeneratorValues>, [created]: readonly Invitation[]) {
  const signedInUser = useSignedInUser()
  const [eventName, eventDate, owner] = useWatch({ control: form.control, name: ['eventName', 'eventDate', 'owner'] })
  if (!created) return true
  return created.userId === (owner || signedInUser.id) && eventRules.isSameEvent(created, { eventName: eventName.trim(), eventDate })
}

/** Returns the event whose cards are shown: the event of the created invitations, or the typed event before any are created. */
function useShownEvent(form: UseFormReturn<GeneratorValues>, [created]: readonly Invitation[]): EventIdentity {
  const owner = useOwner(form)
  const [eventName, eventDate] = useWatch({ control: form.control, name: ['eventName', 'eventDate'] })
  return created ?? { eventName, eventDate, userId: owner?.id }
}

/** Returns a sample invitation with the values typed so far. */
function useSampleInvitation(form: UseFormReturn<GeneratorValues>): Invitation {
  const [firstGuest] = useGuestList(form).guests
  const watchedValues = useWatch({ control: form.control, name: ['eventName', 'eventDate', 'kind', 'guestName', 'scans', 'uses'] })
  const [eventName, eventDate, kind, guestName, scans, uses] = useDeferredValue(watchedValues)
  const guest = kind === 'custom' ? guestName.trim() : firstGuest?.name
  const maxScans = { names: firstGuest?.persons, count: uses, custom: scans }[kind]
  return useMemo(() => {
    const sample = sampleInvitation({ eventName, eventDate, guestName: guest, maxScans })
    return kind === 'count' ? { ...sample, generationType: kind, guestName: '' } : sample
  }, [eventName, eventDate, kind, guest, maxScans])
}

const SAMPLE_CARD_WIDTH = 520

/** Shows a hint for the chosen kind, and a sample card with the values typed so far. */
function NoInvitationsYet({ kind, sample, drawing }: { kind: GenerationType; sample: Invitation; drawing: CardDrawing }) {
  const samples = useMemo(() => [sample], [sample])
  const painter = useCardPainter(drawing, samples, SAMPLE_CARD_WIDTH)
  return (
    <div className="grid justify-items-center gap-5 rounded-xl border border-border border-dashed px-5 py-8 text-center">
      <div className="grid gap-1">
        <p className="font-medium">{text.generator.empty}</p>
        <p className="max-w-md text-muted text-sm">{text.generator.emptyAdvice[kind]}</p>
      </div>
      <div className="w-56 overflow-hidden rounded-md shadow-surface md:w-72">
        <CardPreview painter={painter} invitation={sample} label={text.generator.sample} />
      </div>
    </div>
  )
}
