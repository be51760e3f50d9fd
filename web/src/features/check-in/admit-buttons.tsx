import { toWesternDigits } from '@hudur/core/arabic'
import type { Direction } from '@hudur/core/invitations/rules'
import { type FormEvent, useEffect, useState } from 'react'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

const words = text.scanner.family

/** The maximum number of buttons. If the invitation admits more people, the user can also type a number. */
const MAX_ADMIT_BUTTONS = 8

/** How long (ms) the buttons ignore presses after they appear: a press that was meant for another button must not admit anybody. */
const IGNORE_PRESSES_FOR_MS = 600

/** `placesLeft`: how many more people can be admitted or, with the direction `out`, can leave. */
type AdmitButtonsProps = { direction?: Direction; placesLeft: number; isWomensHall: boolean; onAdmit: (people: number) => void }

/** Returns the texts of the buttons. */
function textsOf({ direction, isWomensHall }: { direction: Direction | undefined; isWomensHall: boolean }) {
  const { exits, personWord } = text.scanner
  if (direction !== 'out') return { ...(isWomensHall ? words.womensHall : words), left: words.left, word: words.placeWord }
  const { signOut: admit, signThemOut: admitThem } = isWomensHall ? exits.womensHall : exits
  return { admit, admitThem, left: exits.stillInside, word: personWord }
}

/** Shows how many more people the invitation admits, or how many are still inside, with a button for each number of people. */
export function AdmitButtons({ direction = 'in', placesLeft, isWomensHall, onAdmit }: AdmitButtonsProps) {
  const { left, word, admit } = textsOf({ direction, isWomensHall })
  const [isGuarded, setGuarded] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setGuarded(false), IGNORE_PRESSES_FOR_MS)
    return () => clearTimeout(timer)
  }, [])

  const buttons = Array.from({ length: Math.min(placesLeft, MAX_ADMIT_BUTTONS) }, (_, index) => index + 1)
  return (
    <div aria-live="off" className="w-full px-5 pb-4">
      <p className="mb-2 text-center font-semibold">{left(formatCountedNoun(placesLeft, word))}</p>
      <div className="flex flex-wrap gap-2">
        {buttons.map(people => (
          <Button
            className="min-h-14 min-w-18 grow border-2 border-current! bg-transparent px-2 font-semibold text-current! text-lg disabled:opacity-60"
            isDisabled={isGuarded}
            key={people}
            onPress={() => onAdmit(people)}
            variant="outline"
          >
            {admit(people, formatWholeNumber(people))}
          </Button>
        ))}
      </div>
      {placesLeft > MAX_ADMIT_BUTTONS && (
        <PeopleCountForm
          direction={direction}
          isGuarded={isGuarded}
          isWomensHall={isWomensHall}
          placesLeft={placesLeft}
          onAdmit={onAdmit}
        />
      )}
    </div>
  )
}

function PeopleCountForm({ direction, placesLeft, isWomensHall, isGuarded, onAdmit }: AdmitButtonsProps & { isGuarded: boolean }) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const people = Number(toWesternDigits(typed.trim()) || Number.NaN)
  const isPossible = Number.isInteger(people) && people >= 1 && people <= placesLeft

  function admit(event: FormEvent) {
    event.preventDefault()
    setWrong(!isPossible)
    if (isPossible) onAdmit(people)
  }

  return (
    <form className="mt-3 flex items-start gap-2 rounded-lg bg-surface p-3 text-foreground" onSubmit={admit}>
      <TextField
        autoComplete="off"
        className="grow"
        error={isWrong ? words.badNumber(formatWholeNumber(placesLeft)) : undefined}
        inputMode="numeric"
        isLtr
        label={words.people}
        onChange={setTyped}
        value={typed}
      />
      <Button className="mt-7.5" isDisabled={isGuarded} type="submit" variant="secondary">
        {textsOf({ direction, isWomensHall }).admitThem}
      </Button>
    </form>
  )
}
