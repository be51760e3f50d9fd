import { renderToStaticMarkup } from 'react-dom/server'
import splashStyle from '../styles/splash.css?raw'
import { siteText } from '../text/site.ts'
import { Splash } from '../ui/splash.tsx'
import { Contact } from './contact.tsx'
import { Footer, Header } from './header.tsx'
import { placeholder } from './layout.tsx'
import { Order } from './order.tsx'
import { About, Cards, Features, Hero, Questions, Services, Steps, Testimonials } from './sections.tsx'

/** Returns the HTML of the splash screen with its style and script, for the beginning of a page's body. */
const splash = () =>
  `<style>${splashStyle.replace(/\/\*.*?\*\/|\n\s*/gs, '')}</style>${renderToStaticMarkup(<Splash />)}<script src="/splash.js"></script>`

function Page() {
  return (
    <>
      <a className="skip button button--primary" href="#main">
        {siteText.skip}
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        <Hero />
        <About />
        <Services />
        <Features />
        <Cards />
        <Steps />
        <Order />
        <Testimonials />
        <Questions />
        <Contact />
      </main>
      <Footer />
    </>
  )
}

const questions = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: siteText.questions.list.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}

const structured = (json: string) => `<script type="application/ld+json">${json}</script>`

/** Returns the head elements that search engines and messengers read. */
const head = () =>
  renderToStaticMarkup(
    <>
      <title>{siteText.title}</title>
      <meta content={siteText.description} name="description" />
      <link href={`${placeholder('origin')}/website`} rel="canonical" />
      <meta content="website" property="og:type" />
      <meta content="ar_YE" property="og:locale" />
      <meta content={siteText.title} property="og:title" />
      <meta content={siteText.description} property="og:description" />
      <meta content={`${placeholder('origin')}/website`} property="og:url" />
      <meta content={`${placeholder('origin')}/og.png`} property="og:image" />
      <meta content="1200" property="og:image:width" />
      <meta content="630" property="og:image:height" />
      <meta content={siteText.pictureText} property="og:image:alt" />
      <meta content="summary_large_image" name="twitter:card" />
    </>,
  ) +
  structured('{{=business}}') +
  structured(JSON.stringify(questions))

/** Returns the HTML that replaces each placeholder comment in the HTML files, at build time. */
export const parts = (): Record<string, string> => ({
  splash: splash(),
  'website-head': head(),
  website: renderToStaticMarkup(<Page />),
})
