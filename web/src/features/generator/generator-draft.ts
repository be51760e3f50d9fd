import { CardLook, DEFAULT_LOOK } from '@hudur/core/cards/look'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useDraft, useStoredDraft } from '../../backend/hooks/use-draft.ts'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { type CardPicture, cropToCard, encodePicture } from '../../cards/card-picture.ts'
import { STORAGE_TIMEOUT_MS } from '../../device/drafts.ts'
import { claimTabLock } from '../../device/tab-lock.ts'
import { type CardChoice, DEFAULT_CARD_CHOICE, withPicture } from '../cards/card-choice.ts'
import { ImportedList } from '../guest-lists/imported-list.ts'
import { EMPTY_VALUES, type GeneratorValues } from './generator-values.ts'

/**
 * The state of the generator. `choice`: the design of the event in the form. `shown`: the design of the created invitations. `wasStored`:
 * the draft was restored from this device's storage. `replacesStored`: the user began an empty draft before the stored one could be read.
 */
export type GeneratorDraft = {
  fields: GeneratorValues
  choice: CardChoice
  shown: CardChoice
  invitations: Invitation[]
  wasStored: boolean
  replacesStored: boolean
}

const EMPTY_DRAFT: GeneratorDraft = {
  fields: EMPTY_VALUES,
  choice: DEFAULT_CARD_CHOICE,
  shown: DEFAULT_CARD_CHOICE,
  invitations: [],
  wasStored: false,
  replacesStored: false,
}

/** The parts in which a draft is stored. Each large value is a separate part, so that typing in a field does not write it again. */
const DRAFT_PARTS = ['fields', 'lists', 'table', 'look', 'picture', 'pictureName'] as const

/** The version of the stored format, incremented when the shape of a part changes. Drafts of another version are ignored. */
const DRAFT_VERSION = 1

/** The part `fields`: all form fields but the imported lists and the table of the list under review, which are large. */
type StoredFields = Omit<GeneratorValues, 'imported' | 'reviewed'> & {
  reviewed: Omit<ConstructorParameters<typeof ImportedList>[0], 'table'> | null
  place: number
  isOfField: boolean
  version: number
}
type StoredPicture = Pick<CardPicture, 'id' | 'name'> & { keptFor: string | null }

/** Compares arrays of lists element by element, because the form copies its arrays but not the `ImportedList` objects in them. */
const areSameImportedLists = (one: readonly ImportedList[], other: readonly ImportedList[]) =>
  one.length === other.length && one.every((list, index) => list === other[index])

const importedListToObject = ({ name, table, choice, guests }: ImportedList) => ({ name, table, choice, guests })

/** Returns whether this tab is the one that stores the draft (undefined until that is known), and a function that makes it that tab. */
function useIsStoringTab() {
  const { id } = useSignedInUser()
  const [isStoringTab, setStoringTab] = useState<boolean>()
  const tabClaim = useRef<ReturnType<typeof claimTabLock>>(undefined)
  useEffect(() => {
    tabClaim.current = claimTabLock(`hudur-draft generator ${id}`, setStoringTab)
    return () => tabClaim.current?.release()
  }, [id])
  return { isStoringTab, takeOver: () => tabClaim.current?.steal() }
}

/**
 * Reads the draft from memory or from this device's storage; `draft` is undefined until it is read. `isSlow`: reading takes long, so the user
 * may begin an empty draft. Only one of several tabs stores what is typed, so that tabs do not overwrite each other's draft.
 */
export function useGeneratorDraft() {
  const tab = useIsStoringTab()
  const { draft, keep } = useDraft<GeneratorDraft>('generator')
  const storedDraft = useStoredDraft('generator', DRAFT_PARTS)
  const [read, setRead] = useState(draft)
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (read) return
    const timer = setTimeout(() => setSlow(true), STORAGE_TIMEOUT_MS)
    void storedDraft
      .read()
      .then(restoreDraft)
      .catch(() => EMPTY_DRAFT)
      // The user may have begun an empty draft in the meantime.
      .then(restored => setRead(begun => begun ?? restored))
    return () => clearTimeout(timer)
  }, [read, storedDraft])
  return {
    draft: tab.isStoringTab === undefined ? undefined : read,
    isSlow: isSlow && !read,
    beginEmpty: () => setRead({ ...EMPTY_DRAFT, replacesStored: true }),
    keep,
    isStoringTab: tab.isStoringTab ?? false,
    takeOver: tab.takeOver,
  }
}

/** Returns a stored list with the present names of its columns' uses: version 0.9 had `vip` for `isVip`. */
const withPresentUses = <List extends Pick<ImportedList, 'choice'>>(list: List): List => ({
  ...list,
  choice: { ...list.choice, uses: list.choice.uses.map(use => ((use as string) === 'vip' ? 'isVip' : use)) },
})

async function restoreDraft(parts: Partial<Record<(typeof DRAFT_PARTS)[number], unknown>>): Promise<GeneratorDraft> {
  const lists = (parts.lists ?? []) as ConstructorParameters<typeof ImportedList>[0][]
  const {
    reviewed,
    place = -1,
    isOfField = false,
    version,
    ...fields
  } = (parts.fields ?? { version: DRAFT_VERSION }) as Partial<StoredFields>
  if (version !== DRAFT_VERSION) return EMPTY_DRAFT
  const table = parts.table as ImportedList['table'] | undefined
  const choice = await restoreChoice(parts.look, parts.picture, parts.pictureName)
  const restoredFields: GeneratorValues = {
    ...EMPTY_VALUES,
    // Version 0.9 stored the time and the place with the design.
    ...{ timeWords: choice.look.time, place: choice.look.place },
    ...fields,
    imported: lists.map(list => new ImportedList(withPresentUses(list))),
    reviewed: reviewed && table ? { list: new ImportedList({ ...withPresentUses(reviewed), table }), place, isOfField } : null,
  }
  const wasStored = JSON.stringify(restoredFields) !== JSON.stringify(EMPTY_VALUES) || choice !== DEFAULT_CARD_CHOICE
  return { ...EMPTY_DRAFT, fields: restoredFields, choice, shown: choice, wasStored }
}

/** Restores look and background image. An invalid look is ignored; a missing or damaged image is replaced by the first template. */
async function restoreChoice(storedLook: unknown, bytes: unknown, storedName: unknown): Promise<CardChoice> {
  const { data: look } = CardLook.safeParse(storedLook)
  if (!look || JSON.stringify(look) === JSON.stringify(DEFAULT_LOOK)) return DEFAULT_CARD_CHOICE
  const choice = { look, picture: undefined }
  if (!(bytes instanceof Blob) || !storedName) return look.background.is === 'picture' ? withPicture(choice, undefined) : choice
  const { keptFor, ...picture } = storedName as StoredPicture
  try {
    return { look, picture: { ...picture, canvas: await cropToCard(bytes), ...(keptFor !== null && { keptFor }) } }
  } catch {
    return withPicture(choice, undefined)
  }
}

type StoredGeneratorOptions = {
  form: UseFormReturn<GeneratorValues>
  choice: CardChoice
  isPrefilled: boolean
  /** Whether all parts are stored, so that no stored part remains. */
  replacesStored: boolean
  isStoringTab: boolean
}

/** The value of `lastStored` while this tab has not stored any part of its draft. */
const NOTHING_STORED = { imported: null, table: null, look: null, picture: null }

/** Stores every change of the form and of the look; all parts when this tab takes the draft over. Returns whether the device can store. */
export function useStoredGenerator({ form, choice: { look, picture }, isPrefilled, replacesStored, isStoringTab }: StoredGeneratorOptions) {
  const storedDraft = useStoredDraft('generator', DRAFT_PARTS)
  const [canStore, setCanStore] = useState(true)
  const [initialParts] = useState(() => ({
    imported: form.getValues('imported'),
    table: form.getValues('reviewed')?.list.table,
    look,
    picture,
  }))
  const lastStored = useRef<{ [Part in keyof typeof initialParts]: (typeof initialParts)[Part] | null }>(
    replacesStored ? { ...NOTHING_STORED } : initialParts,
  )

  const writePart = useEffectEvent((part: (typeof DRAFT_PARTS)[number], value: unknown) => {
    if (isStoringTab) void storedDraft.write(part, value).then(setCanStore)
  })

  const writeFields = useEffectEvent(({ imported, reviewed, ...fields }: GeneratorValues) => {
    if (!lastStored.current.imported || !areSameImportedLists(imported, lastStored.current.imported))
      writePart('lists', imported.map(importedListToObject))
    if (reviewed?.list.table !== lastStored.current.table) writePart('table', reviewed?.list.table)
    Object.assign(lastStored.current, { imported, table: reviewed?.list.table })
    const { table: _, ...list } = reviewed ? importedListToObject(reviewed.list) : { table: undefined }
    writePart('fields', {
      ...fields,
      reviewed: reviewed && list,
      place: reviewed?.place ?? -1,
      isOfField: reviewed?.isOfField ?? false,
      version: DRAFT_VERSION,
    })
  })
  useEffect(() => {
    if (isPrefilled || replacesStored) writeFields(form.getValues())
  }, [form, isPrefilled, replacesStored])
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => writeFields(values) }), [form])

  const wasStoringTab = useRef(isStoringTab)
  useEffect(() => {
    if (isStoringTab && !wasStoringTab.current) {
      lastStored.current = { ...NOTHING_STORED }
      writeFields(form.getValues())
    }
    wasStoringTab.current = isStoringTab
  }, [form, isStoringTab])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `isStoringTab`: the part is stored again when this tab takes the draft over
  useEffect(() => {
    if (look === lastStored.current.look) return
    lastStored.current.look = look
    writePart('look', look)
  }, [look, isStoringTab])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `isStoringTab`: the part is stored again when this tab takes the draft over
  useEffect(() => {
    if (picture === lastStored.current.picture) return
    lastStored.current.picture = picture
    writePart('pictureName', picture && { id: picture.id, name: picture.name, keptFor: picture.keptFor ?? null })
    if (!picture) return writePart('picture', undefined)
    let isCurrent = true
    void encodePicture(picture).then(bytes => isCurrent && writePart('picture', bytes))
    return () => {
      isCurrent = false
    }
  }, [picture, isStoringTab])

  return canStore
}
