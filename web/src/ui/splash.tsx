import { text } from '../text/ar.ts'
import { Logo } from './logo.tsx'

/** What a tab shows first: markup that needs no script to move and to go. `splash.js` ends it at a tap or a key, and shows it once a tab. */
export function Splash() {
  return (
    <div aria-label={text.splash.label} className="splash" id="splash" role="status">
      <span className="splash-logo">
        <Logo size="lg" />
      </span>
      <span className="splash-bar" />
      <span aria-hidden="true" className="splash-stages">
        {text.splash.stages.map(stage => (
          <span key={stage}>{stage}</span>
        ))}
        <span>{text.splash.done}</span>
      </span>
      <button className="splash-skip" type="button">
        {text.splash.skip}
      </button>
    </div>
  )
}
