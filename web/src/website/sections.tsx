import { ChartColumn, Palette, ScanLine, ShieldCheck, UserRoundCheck, WifiOff } from 'lucide-react'
import { websiteText } from '../text/website.ts'
import { ForwardIcon } from '../ui/arrows.tsx'
import { starPoints } from '../ui/star-pattern.ts'
import { ArchFrame, ConferenceDrawing, GraduationDrawing, PartyDrawing, WeddingDrawing } from './drawings.tsx'
import { HeroScene } from './hero-scene.tsx'
import { Container, contentPlaceholder, RepeatedPart, SectionHeading } from './layout.tsx'

export function HeroSection() {
  const words = websiteText.hero
  const claims = Object.entries(words.claims)
  return (
    <section className="overflow-hidden" id="home">
      <Container className="grid grid-cols-[minmax(0,1fr)] items-center gap-10 pt-10 lg:grid-cols-[1.08fr_1fr] lg:gap-12 lg:pt-14">
        <div className="lg:pb-14">
          <h1 className="display text-[2.75rem] leading-[1.4] md:text-6xl md:leading-[1.35]">
            <span className="block">{words.first}</span>
            <span className="block text-accent">{words.second}</span>
          </h1>
          <p className="mt-5 max-w-xl text-lg text-muted">{words.lead}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <a className="button button--primary button--lg" href="#order">
              {words.order}
            </a>
            <a className="button button--ghost button--lg" href="#how">
              {words.how}
              <ForwardIcon aria-hidden="true" />
            </a>
          </div>
          <dl className="mt-12 flex flex-wrap gap-x-8 gap-y-4 md:gap-x-14">
            {claims.map(([claim, name]) => (
              <div className="flex flex-col-reverse justify-end" key={claim}>
                <dt className="text-muted text-sm">{name}</dt>
                <dd className="font-semibold text-2xl">
                  <bdi className="ltr">{contentPlaceholder(claim)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <HeroScene />
      </Container>
    </section>
  )
}

export function AboutSection() {
  const { title, first, second, third } = websiteText.about
  return (
    <section className="border-separator border-y bg-surface" id="about">
      <Container className="grid gap-8 py-20 md:grid-cols-[1fr_1.2fr] md:gap-20 md:py-28">
        <SectionHeading title={title} />
        <div className="space-y-5 text-muted md:pt-2 md:text-lg">
          <p className="text-foreground">{first}</p>
          <p>{second}</p>
          <p>{third}</p>
        </div>
      </Container>
    </section>
  )
}

const serviceDrawings = { wedding: WeddingDrawing, graduation: GraduationDrawing, private: PartyDrawing, conference: ConferenceDrawing }

export function ServicesSection() {
  const { title, ...services } = websiteText.services
  return (
    <section id="services">
      <Container className="py-20 md:py-28">
        <SectionHeading title={title} />
        <ul className="mt-12 grid grid-cols-2 gap-x-5 gap-y-12 md:gap-x-8 lg:grid-cols-4">
          {Object.entries(services).map(([service, { name, about }]) => {
            const Drawing = serviceDrawings[service as keyof typeof serviceDrawings]
            return (
              <li key={service}>
                <ArchFrame className="aspect-[4/5] w-full max-w-52 text-accent">
                  <Drawing />
                </ArchFrame>
                <h3 className="mt-5 font-semibold text-lg md:text-xl">{name}</h3>
                <p className="mt-1 text-muted text-sm">{about}</p>
              </li>
            )
          })}
        </ul>
      </Container>
    </section>
  )
}

/** The packages that the office shows to visitors. Without any, the page has no such section. */
export function PackagesSection() {
  const { title, lead, order } = websiteText.packages
  return (
    <RepeatedPart of="packageSection">
      <section className="border-separator border-t" id="packages">
        <Container className="py-20 md:py-28">
          <SectionHeading lead={lead} title={title} />
          <ul className="mt-12 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            <RepeatedPart of="packages">
              <li className="rounded-xl bg-surface p-6 shadow-surface">
                <h3 className="break-words font-semibold text-lg">{contentPlaceholder('name')}</h3>
                <p className="mt-1 text-muted text-sm">{contentPlaceholder('invitations')}</p>
                <p className="mt-4 font-semibold text-xl">{contentPlaceholder('price')}</p>
              </li>
            </RepeatedPart>
          </ul>
          <p className="mt-8">
            <a className="button button--ghost" href="#order">
              {order}
              <ForwardIcon aria-hidden="true" />
            </a>
          </p>
        </Container>
      </section>
    </RepeatedPart>
  )
}

const featureIcons = { names: UserRoundCheck, scan: ScanLine, offline: WifiOff, cards: Palette, count: ChartColumn, backup: ShieldCheck }

export function FeaturesSection() {
  const { title, lead, list } = websiteText.features
  return (
    <section className="border-separator border-y bg-surface" id="features">
      <Container className="grid gap-12 py-20 md:py-28 lg:grid-cols-[1fr_2fr]">
        <SectionHeading className="self-start lg:sticky lg:top-28" lead={lead} title={title} />
        <ul className="grid gap-x-12 md:grid-cols-2">
          {Object.entries(list).map(([feature, { name, about }]) => {
            const Icon = featureIcons[feature as keyof typeof featureIcons]
            const item = (
              <li className="flex gap-4 border-border border-t py-7" key={feature}>
                <Icon aria-hidden="true" className="mt-1 size-6 shrink-0 text-gold-ink" strokeWidth={1.5} />
                <div>
                  <h3 className="font-semibold text-lg">{name}</h3>
                  <p className="mt-1 text-muted text-sm">{about}</p>
                </div>
              </li>
            )
            // The page advertises backups only when the server makes them.
            return feature === 'backup' ? (
              <RepeatedPart key={feature} of="backups">
                {item}
              </RepeatedPart>
            ) : (
              item
            )
          })}
        </ul>
      </Container>
    </section>
  )
}

export function CardsSection() {
  const { title, lead, list } = websiteText.cards
  return (
    <section id="cards">
      <Container className="py-20 md:py-28">
        <SectionHeading lead={lead} title={title} />
        <ul className="mt-12 grid grid-cols-2 gap-x-5 gap-y-10 md:grid-cols-3 md:gap-x-10">
          {Object.entries(list).map(([design, { name, picture }]) => (
            <li key={design}>
              <img
                alt={picture}
                className="w-full rounded-md shadow-overlay"
                height="720"
                loading="lazy"
                src={`./src/website/pictures/${design}.webp`}
                width="480"
              />
              <p className="mt-3 text-center text-muted text-sm">{name}</p>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  )
}

export function StepsSection() {
  const { title, list } = websiteText.how
  return (
    <section className="border-separator border-t bg-surface" id="how">
      <Container className="py-20 md:py-28">
        <SectionHeading title={title} />
        <ol className="mt-12 grid gap-8 md:grid-cols-3 md:gap-0">
          {list.map(({ number, name, about }, step) => (
            <li className="relative flex gap-5 md:block md:pe-10" key={number}>
              {step < list.length - 1 && (
                <span aria-hidden="true" className="absolute start-[5.5rem] end-4 top-9 hidden h-px bg-gold/50 md:block" />
              )}
              <span aria-hidden="true" className="relative grid size-14 shrink-0 place-items-center md:size-[4.5rem]">
                <svg
                  aria-hidden="true"
                  className="absolute inset-0 size-full text-gold"
                  fill="none"
                  stroke="currentColor"
                  viewBox="0 0 72 72"
                >
                  <polygon points={starPoints({ x: 36, y: 36, radius: 34 })} strokeWidth="1.4" />
                  <polygon points={starPoints({ x: 36, y: 36, radius: 28.5 })} strokeWidth=".7" />
                </svg>
                <span className="display relative pb-1 text-2xl text-gold-ink leading-none md:text-3xl">{number}</span>
              </span>
              <div>
                <h3 className="font-semibold text-lg md:mt-4">{name}</h3>
                <p className="mt-1 text-muted text-sm">{about}</p>
              </div>
            </li>
          ))}
        </ol>
      </Container>
    </section>
  )
}

export function TestimonialsSection() {
  return (
    <section id="Testimonials">
      <Container className="py-20 md:py-28">
        <SectionHeading title={websiteText.testimonials.title} />
        <div className="mt-12 grid gap-10 md:grid-flow-col md:auto-cols-fr md:gap-0 md:divide-x md:divide-border">
          <RepeatedPart of="testimonials">
            <figure className="flex flex-col md:px-8 md:last:pe-0 md:first:ps-0">
              <blockquote className="display flex-1 text-xl leading-[1.9]">«{contentPlaceholder('words')}»</blockquote>
              <figcaption className="mt-5 text-sm">
                <span className="font-semibold">{contentPlaceholder('name')}</span>
                <span className="block text-muted">{contentPlaceholder('role')}</span>
              </figcaption>
            </figure>
          </RepeatedPart>
        </div>
      </Container>
    </section>
  )
}

export function FaqSection() {
  const { title, list } = websiteText.questions
  return (
    <section className="border-separator border-t bg-surface" id="questions">
      <Container className="grid gap-10 py-20 md:py-28 lg:grid-cols-[1fr_2fr]">
        <SectionHeading title={title} />
        <div className="border-border border-t">
          {list.map(({ question, answer }) => (
            <details className="group border-border border-b" key={question}>
              <summary className="flex cursor-pointer items-center gap-4 py-5 font-semibold text-lg marker:content-['']">
                <span className="flex-1">{question}</span>
                <span aria-hidden="true" className="plus text-gold-ink" />
              </summary>
              <p className="max-w-2xl pb-6 text-muted">{answer}</p>
            </details>
          ))}
        </div>
      </Container>
    </section>
  )
}
