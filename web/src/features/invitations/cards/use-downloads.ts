import { fileNames, type Invitation } from '@hudur/core'
import { downloadZip } from 'client-zip'
import { useCallback, useEffect, useRef, useState } from 'react'
import { saveFile } from '../../../device/download.ts'
import { text } from '../../../text/ar.ts'
import type { CardDrawing } from './draw-card.ts'
import { cardRenderer } from './render-card.ts'

/** Between two files, in milliseconds: browsers refuse many downloads at once. */
const PAUSE = 800

export type Downloading =
  | { is: 'idle' }
  | { is: 'working'; done: number; all: number }
  | { is: 'stopped'; saved: number }
  | { is: 'failed'; why: string }

const pause = (signal: AbortSignal) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, PAUSE)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Saving the cards of an event: one, one by one, or all in a ZIP. Only one of these runs at a time, and it can be stopped. */
export function useDownloads(drawing: CardDrawing, invitations: readonly Invitation[]) {
  const [state, setState] = useState<Downloading>({ is: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  /** Renders card after card and hands each on, until all are done or it is stopped. */
  async function* files(signal: AbortSignal) {
    const { renderCard } = await cardRenderer(drawing, invitations)
    const names = fileNames(invitations, 'png')
    for (const [index, invitation] of invitations.entries()) {
      signal.throwIfAborted()
      yield { name: names[index] ?? '', input: await renderCard(invitation), lastModified: new Date() }
      setState({ is: 'working', done: index + 1, all: invitations.length })
    }
  }

  async function run(work: (signal: AbortSignal, save: typeof saveFile) => Promise<void>) {
    if (running.current) return
    if (invitations.length === 0) return setState({ is: 'failed', why: text.generator.nothingToDownload })
    const controller = new AbortController()
    running.current = controller
    let saved = 0
    const save = (file: Blob, name: string) => {
      saveFile(file, name)
      saved++
    }
    setState({ is: 'working', done: 0, all: invitations.length })
    try {
      await work(controller.signal, save)
      setState({ is: 'idle' })
    } catch {
      setState(controller.signal.aborted ? { is: 'stopped', saved } : { is: 'failed', why: text.generator.downloadFailed })
    } finally {
      running.current = undefined
    }
  }

  const one = useCallback(
    async (invitation: Invitation) => {
      try {
        const { renderCard } = await cardRenderer(drawing, [invitation])
        const name = fileNames(invitations, 'png')[invitations.indexOf(invitation)]
        saveFile(await renderCard(invitation), name ?? 'hudur.png')
      } catch {
        setState({ is: 'failed', why: text.generator.downloadFailed })
      }
    },
    [drawing, invitations],
  )

  return {
    state,
    stop: () => running.current?.abort(),
    all: () =>
      run(async (signal, save) => {
        let isFirst = true
        for await (const { name, input } of files(signal)) {
          if (!isFirst) await pause(signal)
          isFirst = false
          signal.throwIfAborted()
          save(input, name)
        }
      }),
    zip: () =>
      run(async (signal, save) => {
        const archive = await downloadZip(files(signal)).blob()
        const [stem] = fileNames([{ guestName: '', eventName: invitations[0]?.eventName ?? '' }], 'zip')
        save(archive, stem ?? 'hudur.zip')
      }),
    one,
  }
}

export type Downloads = ReturnType<typeof useDownloads>
