import { contract } from '@hudur/core/contract'
import { API_PREFIX } from '@hudur/core/wire'
import { Check } from 'lucide-react'
import { websiteText } from '../text/website.ts'
import { StarPattern } from './drawings.tsx'
import { DateParts, InputField, SelectField, SiteForm, TextAreaField } from './fields.tsx'
import { Container } from './layout.tsx'

export function OrderSection() {
  const words = websiteText.order
  return (
    <section className="relative overflow-hidden bg-grove text-grove-foreground" id="order">
      <div className="absolute inset-y-0 end-0 w-1/3 text-grove-gold opacity-10 max-lg:hidden">
        <StarPattern id="order-lattice" />
      </div>
      <Container className="relative grid items-start gap-12 py-20 md:py-28 lg:grid-cols-[1fr_1.15fr]">
        <div className="lg:sticky lg:top-28">
          <h2 className="display text-3xl md:text-4xl">{words.title}</h2>
          <p className="mt-4 max-w-md text-grove-muted md:text-lg">{words.lead}</p>
          <ul className="mt-8 space-y-3">
            {words.points.map(point => (
              <li className="flex gap-3" key={point}>
                <Check aria-hidden="true" className="mt-1.5 size-5 shrink-0 text-grove-gold" />
                {point}
              </li>
            ))}
          </ul>
        </div>
        <SiteForm
          action={API_PREFIX + contract.requests.order.path}
          className="rounded-xl bg-surface p-6 text-foreground shadow-overlay outline outline-gold/50 -outline-offset-8 md:p-9"
          is="order"
          submit={words.submit}
        >
          <InputField
            className="sm:col-span-2"
            id="order-name"
            label={words.eventName}
            name="eventName"
            placeholder={words.eventNameExample}
          />
          <DateParts id="order-date" label={words.eventDate} name="eventDate" />
          <SelectField id="order-type" label={words.eventType} name="eventType" options={words.types} />
          <InputField
            autoComplete="name"
            className="sm:col-span-2"
            hint={words.optional}
            id="order-customer"
            label={words.customerName}
            name="customerName"
            required={false}
          />
          <InputField autoComplete="tel" id="order-phone" label={words.phone} name="phone" placeholder="05xxxxxxxx" type="tel" />
          <InputField
            autoComplete="off"
            className="field-count"
            data-count=""
            defaultValue="1"
            dir="ltr"
            hint={words.countHint}
            id="order-count"
            inputMode="numeric"
            label={words.count}
            name="invitationCount"
          />
          <TextAreaField
            className="sm:col-span-2"
            hint={words.notesHint}
            id="order-notes"
            label={words.notes}
            name="notes"
            required={false}
            rows={3}
          />
        </SiteForm>
      </Container>
      <dialog aria-labelledby="past-title" className="site-dialog" id="past">
        <form className="grid gap-4" method="dialog">
          <h2 className="display text-2xl" id="past-title">
            {words.past}
          </h2>
          <p data-past="" />
          <div className="mt-2 flex flex-wrap gap-3">
            <button className="button button--primary" type="submit" value="send">
              {words.pastYes}
            </button>
            <button className="button button--outline" type="submit" value="">
              {words.pastNo}
            </button>
          </div>
        </form>
      </dialog>
    </section>
  )
}
