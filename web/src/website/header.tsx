import { Menu } from 'lucide-react'
import { websiteText } from '../text/website.ts'
import { Logo } from '../ui/logo.tsx'
import { Container } from './layout.tsx'

const sectionLinks = Object.entries(websiteText.nav)

export function Header() {
  return (
    <header className="sticky top-0 z-30 border-separator border-b bg-background" id="header">
      <Container className="flex min-h-16 flex-wrap items-center gap-2 md:gap-8">
        <a aria-label={websiteText.home} className="text-accent" href="#home">
          <Logo />
        </a>
        <nav aria-label={websiteText.sections} className="ms-auto hidden gap-5 font-medium text-sm lg:flex">
          {sectionLinks.map(([anchor, name]) => (
            <a className="target py-2.5 hover:text-accent" href={`#${anchor}`} key={anchor}>
              {name}
            </a>
          ))}
        </nav>
        <div className="flex min-w-0 items-center gap-2 max-lg:ms-auto">
          <a className="button button--outline px-[18px]! max-[22rem]:px-[12px]!" href="/login">
            <span className="max-w-[10rem] truncate leading-6" data-who="">
              {websiteText.login}
            </span>
          </a>
          <button
            aria-controls="menu"
            aria-expanded="false"
            aria-label={websiteText.menu}
            className="button button--ghost button--icon-only -me-2 lg:hidden"
            id="menu-button"
            type="button"
          >
            <Menu aria-hidden="true" />
          </button>
        </div>
      </Container>
      <nav aria-label={websiteText.menu} className="border-separator border-t bg-surface lg:hidden" hidden id="menu">
        <Container className="grid py-2">
          {sectionLinks.map(([anchor, name]) => (
            <a className="border-separator border-b py-3 font-medium last:border-0" href={`#${anchor}`} key={anchor}>
              {name}
            </a>
          ))}
        </Container>
      </nav>
    </header>
  )
}

export function Footer() {
  return (
    <footer className="bg-grove text-grove-foreground">
      <Container className="grid gap-10 py-14 md:grid-cols-[1.4fr_1fr_1fr]">
        <div>
          <span className="text-grove-gold">
            <Logo size="lg" />
          </span>
          <p className="mt-4 max-w-xs text-grove-muted text-sm">{websiteText.footer.motto}</p>
        </div>
        <nav aria-label={websiteText.footerSections} className="grid grid-cols-2 content-start gap-x-4 text-sm">
          {sectionLinks.map(([anchor, name]) => (
            <a className="py-2.5" href={`#${anchor}`} key={anchor}>
              {name}
            </a>
          ))}
        </nav>
        <div className="grid content-start justify-items-start text-sm">
          {[
            ['/login', websiteText.login],
            ['/register', websiteText.register],
          ].map(([href, name]) => (
            <a className="py-2.5 underline decoration-grove-gold underline-offset-8" href={href} key={href}>
              {name}
            </a>
          ))}
        </div>
      </Container>
      <div className="border-grove-line border-t">
        <Container className="flex flex-wrap justify-between gap-2 py-5 text-grove-muted text-xs">
          <span>{websiteText.footer.rights}</span>
          <span>{websiteText.footer.madeIn}</span>
        </Container>
      </div>
    </footer>
  )
}
