import { text } from '../text/ar.ts'
import { Logo } from './logo.tsx'

/**
 * Renders the splash screen, which CSS alone animates. `splash.js` shows it once per browser tab, leaves only the progress and the skip
 * button when the app shows a screen, and ends it early at a click or a key.
 */
export function Splash() {
  return (
    <div aria-label={text.splash.label} className="splash" id="splash" role="status">
      <span className="splash-logo">
        <Logo size="lg" />
      </span>
      <span className="splash-progress">
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
      </span>
    </div>
  )
}
