import { renderToStaticMarkup } from 'react-dom/server'
import splashStyle from '../styles/splash.css?raw'
import { websiteText } from '../text/website.ts'
import { Splash } from '../ui/splash.tsx'
import { ContactSection } from './contact.tsx'
import { Footer, Header } from './header.tsx'
import { contentPlaceholder } from './layout.tsx'
import { OrderSection } from './order.tsx'
import {
  AboutSection,
  CardsSection,
  FaqSection,
  FeaturesSection,
  HeroSection,
  PackagesSection,
  ServicesSection,
  StepsSection,
  TestimonialsSection,
} from './sections.tsx'

const renderSplashHtml = () =>
  `<style>${splashStyle.replace(/\/\*.*?\*\/|\n\s*/gs, '')}</style>${renderToStaticMarkup(<Splash />)}<script src="/splash.js"></script>`

function PublicPage() {
  return (
    <>
      <a className="skip button button--primary" href="#main">
        {websiteText.skip}
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        <HeroSection />
        <AboutSection />
        <ServicesSection />
        <FeaturesSection />
        <CardsSection />
        <StepsSection />
        <PackagesSection />
        <OrderSection />
        <TestimonialsSection />
        <FaqSection />
        <ContactSection />
      </main>
      <Footer />
    </>
  )
}

const faqData = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: websiteText.questions.list.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}

const renderJsonLdScript = (json: string) => `<script type="application/ld+json">${json}</script>`

const renderHeadHtml = () =>
  renderToStaticMarkup(
    <>
      <title>{websiteText.title}</title>
      <meta content={websiteText.description} name="description" />
      <link href={`${contentPlaceholder('origin')}/website`} rel="canonical" />
      <meta content="website" property="og:type" />
      <meta content="ar_YE" property="og:locale" />
      <meta content={websiteText.title} property="og:title" />
      <meta content={websiteText.description} property="og:description" />
      <meta content={`${contentPlaceholder('origin')}/website`} property="og:url" />
      <meta content={`${contentPlaceholder('origin')}/og.png`} property="og:image" />
      <meta content="1200" property="og:image:width" />
      <meta content="630" property="og:image:height" />
      <meta content={websiteText.pictureText} property="og:image:alt" />
      <meta content="summary_large_image" name="twitter:card" />
    </>,
  ) +
  renderJsonLdScript('{{=business}}') +
  renderJsonLdScript(JSON.stringify(faqData))

/** Returns the HTML by the name of the placeholder comment that it replaces in the HTML files at build time. */
export const htmlByPlaceholder = (): Record<string, string> => ({
  splash: renderSplashHtml(),
  'website-head': renderHeadHtml(),
  website: renderToStaticMarkup(<PublicPage />),
})
