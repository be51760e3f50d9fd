import { cardFileNames } from '@hudur/core/cards/file-names'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CARD_FILE_TYPES, type CardFileType, joinCardFile } from '../../../cards/card-files.ts'
import type { CardDrawing } from '../../../cards/paint-card.ts'
import { saveFile } from '../../../device/download.ts'
import { fetchPartWhenIdle } from '../../../loading/idle.ts'
import { withRetries } from '../../../loading/retry.ts'
import { text } from '../../../text/ar.ts'
import type { ArchiveFile } from './card-archives.ts'

const importRenderCards = withRetries(() => import('../../../cards/render-cards.ts'))
const importCardRenderer = withRetries(() => import('../../../cards/card-renderer.ts'))
const importCardArchives = withRetries(() => import('./card-archives.ts'))
for (const load of [importRenderCards, importCardRenderer, importCardArchives]) fetchPartWhenIdle(load)

/** The pause between two downloaded files, in milliseconds: browsers refuse many downloads at once. */
const PAUSE_BETWEEN_FILES_MS = 800

export type DownloadState =
  | { is: 'idle' }
  | { is: 'working'; done: number; all: number }
  | { is: 'stopped'; saved: number }
  | { is: 'failed'; why: string }

const IDLE_STATE: DownloadState = { is: 'idle' }

const waitBetweenFiles = (signal: AbortSignal) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, PAUSE_BETWEEN_FILES_MS)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Returns functions that save cards of an event. Only one of `saveAllCards` and `saveZip` runs at a time, and `stop` stops it. */
export function useDownloads(drawing: CardDrawing, invitations: readonly Invitation[]) {
  const [state, setState] = useState<DownloadState>(IDLE_STATE)
  const [reportedInvitations, setReportedInvitations] = useState(invitations)
  // When the list of invitations changes, the error or the number of saved cards of the former list is hidden.
  if (reportedInvitations !== invitations) {
    setReportedInvitations(invitations)
    if (state.is !== 'working') setState(IDLE_STATE)
  }
  const [type, setType] = useState<CardFileType>('png')
  const runningDownload = useRef<AbortController>(undefined)
  useEffect(() => () => runningDownload.current?.abort(), [])

  /** Yields the cards as files as the renderer draws them. Throws if `signal` is aborted. */
  async function* renderFiles(signal: AbortSignal): AsyncGenerator<ArchiveFile, void, void> {
    const { renderCards } = await importRenderCards()
    const names = cardFileNames(invitations, CARD_FILE_TYPES[type].ending)
    const lastModified = new Date()
    let doneCount = 0
    for await (const file of renderCards({ drawing, invitations, type }, signal)) {
      yield { name: names[doneCount] ?? '', file, lastModified }
      setState({ is: 'working', done: ++doneCount, all: invitations.length })
    }
  }

  /** Runs a download of several cards. `work` calls `save` with each file and the number of cards in it. */
  async function runDownload(work: (signal: AbortSignal, save: (file: Blob, name: string, cards: number) => void) => Promise<void>) {
    if (runningDownload.current) return
    if (invitations.length === 0) return setState({ is: 'failed', why: text.generator.nothingToDownload })
    const controller = new AbortController()
    runningDownload.current = controller
    let saved = 0
    setState({ is: 'working', done: 0, all: invitations.length })
    try {
      await work(controller.signal, (file, name, cards) => {
        controller.signal.throwIfAborted()
        saveFile(file, name)
        saved += cards
      })
      setState(IDLE_STATE)
    } catch {
      setState(controller.signal.aborted ? { is: 'stopped', saved } : { is: 'failed', why: text.generator.downloadFailed })
    } finally {
      // Aborting stops the renderer if it is still drawing.
      controller.abort()
      runningDownload.current = undefined
    }
  }

  const saveCard = useCallback(
    async (invitation: Invitation) => {
      try {
        const { drawCardFile } = await importCardRenderer()
        const file = await drawCardFile(drawing, invitation, type)
        // `cardFileNames` gives cards of guests with the same name different file names.
        saveFile(file, cardFileNames(invitations, CARD_FILE_TYPES[type].ending)[invitations.indexOf(invitation)] ?? file.name)
        setState(before => (before.is === 'working' ? before : IDLE_STATE))
      } catch {
        setState({ is: 'failed', why: text.generator.downloadFailed })
      }
    },
    [drawing, invitations, type],
  )

  return {
    state,
    type,
    setType,
    /** Cards with an uploaded image become much larger files than drawn templates. */
    isPhotograph: drawing.look.background.is === 'picture',
    stop: () => runningDownload.current?.abort(),
    saveAllCards: () =>
      runDownload(async (signal, save) => {
        let isFirst = true
        for await (const { name, file } of renderFiles(signal)) {
          if (!isFirst) await waitBetweenFiles(signal)
          isFirst = false
          save(joinCardFile(file, type), name, 1)
        }
      }),
    saveZip: () =>
      runDownload(async (signal, save) => {
        const { packArchives } = await importCardArchives()
        const [archiveName = 'hudur.zip'] = cardFileNames([{ guestName: '', eventName: invitations[0]?.eventName ?? '' }], 'zip')
        let partNumber = 0
        for await (const { content, files: cards, isOnly } of packArchives(renderFiles(signal))) {
          partNumber++
          save(content, isOnly ? archiveName : archiveName.replace(/\.zip$/, ` (${partNumber}).zip`), cards)
        }
      }),
    saveCard,
  }
}

export type Downloads = ReturnType<typeof useDownloads>
