import type { ReactNode } from 'react'
import { text } from '../../text/ar.ts'
import { Logo } from '../../ui/logo.tsx'
import { Rosette } from '../../ui/rosette.tsx'
import { ConnectionButton } from './connection-state.tsx'
import { Page } from './page.tsx'

/** Renders the layout of the screens before sign-in: the form with a green area beside it, or above it on a phone. */
export function SignedOutLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-surface lg:grid-cols-[1fr_1.05fr] lg:grid-rows-1">
      <div className="relative order-1 flex flex-col px-5 py-7 max-lg:-mt-8 max-lg:rounded-t-[20px] max-lg:bg-surface md:px-14 lg:order-none">
        <header className="hidden text-accent lg:block">
          <a aria-label={text.shell.home} className="inline-block" href="/website">
            <Logo />
          </a>
        </header>
        <Page className="m-auto w-full max-w-sm py-6">{children}</Page>
        <footer className="text-muted">
          <ConnectionButton />
        </footer>
      </div>
      <aside className="relative flex min-h-56 items-center justify-center overflow-hidden bg-grove text-grove-foreground lg:min-h-0">
        <Rosette className="absolute inset-0 size-full" />
        <div className="relative px-6 text-center">
          <a aria-label={text.shell.home} className="inline-block text-grove-gold lg:hidden" href="/website">
            <Logo size="lg" />
          </a>
          <p className="display hidden text-3xl leading-[1.7] lg:block">
            {text.login.motto.map(line => (
              <span className="block" key={line}>
                {line}
              </span>
            ))}
          </p>
        </div>
      </aside>
    </div>
  )
}
