import { Sparkles } from 'lucide-react'
import { text } from '../../text/ar.ts'
import { BalanceBar } from '../../ui/balance-bar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useSignedIn } from '../accounts/queries.ts'

/** Where a host begins: what is left to make, and the way to make it. */
export function RequestsScreen() {
  const account = useSignedIn()
  return (
    <>
      <PageHeading title={text.requests.title} />
      <section className="grid max-w-xl gap-5 rounded-xl bg-surface p-5 shadow-surface md:p-7">
        <BalanceBar account={account} />
        <div className="flex flex-wrap items-center gap-4">
          <p className="min-w-56 grow text-muted text-sm">{text.requests.lead}</p>
          <ButtonLink to="/requests/generate">
            <Sparkles aria-hidden="true" className="size-5" strokeWidth={1.6} />
            {text.requests.generate}
          </ButtonLink>
        </div>
      </section>
    </>
  )
}
