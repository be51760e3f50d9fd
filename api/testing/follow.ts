import { API_PREFIX } from '@hudur/core/wire'

/** A stream of live figures that a test reads. */
export type FiguresStream<Figures> = {
  status: number
  /** Returns the next value; undefined once the stream has ended. */
  next: () => Promise<Figures | undefined>
  /** Returns the first value, the next one included, that fulfils a condition. */
  until: (isWanted: (figures: Figures) => boolean) => Promise<Figures>
  close: () => void
}

/** Follows the live figures of an event, or of all events in scope. */
export async function followFigures<Figures>(fetchAs: typeof fetch, base: string, id?: string): Promise<FiguresStream<Figures>> {
  const end = new AbortController()
  const address = `${base}${API_PREFIX}/events/live.php${id === undefined ? '' : `?id=${id}`}`
  const { status, body } = await fetchAs(address, { headers: { accept: 'text/event-stream' }, signal: end.signal })
  const chunks = body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''

  async function readNext(): Promise<Figures | undefined> {
    for (;;) {
      const at = rest.indexOf('\n\n')
      if (at >= 0) {
        const message = rest.slice(0, at)
        rest = rest.slice(at + 2)
        if (message.startsWith('data: ')) return JSON.parse(message.slice('data: '.length)) as Figures
        continue
      }
      const { value, done } = await chunks.read()
      if (done) return undefined
      rest += value
    }
  }

  return {
    status,
    next: readNext,
    async until(isWanted) {
      for (;;) {
        const figures = await readNext()
        if (figures === undefined) throw new Error('the stream has ended')
        if (isWanted(figures)) return figures
      }
    },
    close: () => end.abort(),
  }
}
