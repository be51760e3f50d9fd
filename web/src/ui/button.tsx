import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Link } from '../router/link.tsx'
import { Spinner } from './spinner.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'outline' | 'ghost' | 'danger' | 'danger-soft'
type ButtonSize = 'sm' | 'md' | 'lg'
type ButtonStyle = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  fullWidth?: boolean
  isIconOnly?: boolean
  className?: string | undefined
}

export const buttonClass = ({ variant = 'primary', size = 'md', fullWidth = false, isIconOnly = false, className = '' }: ButtonStyle) =>
  `button button--${size} button--${variant}${fullWidth ? ' button--full-width' : ''}${isIconOnly ? ' button--icon-only' : ''} ${className}`

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'disabled' | 'onClick' | 'onBlur' | 'onKeyDown' | 'onKeyUp'> &
  ButtonStyle & { onPress?: (() => void) | undefined; isDisabled?: boolean; isPending?: boolean; children: ReactNode }

/**
 * Renders a button. Each view has one filled (`primary`) button. While `isPending`, the button keeps its accessible name, its position and
 * the focus. It is a plain element with HeroUI's classes: HeroUI's component would be a fifth of the sign-in screen's script.
 */
export function Button({
  variant,
  size,
  fullWidth,
  isIconOnly,
  className,
  onPress,
  isDisabled = false,
  isPending = false,
  type = 'button',
  children,
  ...props
}: ButtonProps) {
  const pressedKey = useRef<string>(null)

  function pressButton(button: HTMLButtonElement) {
    if (isPending) return
    // Safari does not focus a button on a click. A dialog that closes returns the focus to the element that had it, so the button
    // focuses itself.
    button.focus({ preventScroll: true })
    onPress?.()
  }

  /**
   * Presses the button when Enter or Space is released. React Aria would take the browser's click event for a key press for a click by a
   * screen reader, and would then move the focus into an opened dialog too late.
   */
  function pressByKey(event: KeyboardEvent<HTMLButtonElement>) {
    if (type === 'submit' || !(event.key === 'Enter' || event.key === ' ') || event.metaKey) return
    event.preventDefault()
    if (event.type === 'keydown') {
      if (!event.repeat) pressedKey.current = event.key
    } else if (pressedKey.current === event.key) {
      pressedKey.current = null
      pressButton(event.currentTarget)
    }
  }

  return (
    <button
      {...props}
      aria-disabled={isPending || undefined}
      className={buttonClass({ variant, size, className, ...(fullWidth && { fullWidth }), ...(isIconOnly && { isIconOnly }) })}
      data-pending={isPending || undefined}
      data-slot="button"
      disabled={isDisabled}
      onBlur={() => {
        pressedKey.current = null
      }}
      onClick={event => pressButton(event.currentTarget)}
      onKeyDown={pressByKey}
      onKeyUp={pressByKey}
      // A pending button must not submit its form again when the user presses Enter in a field.
      type={type === 'submit' && isPending ? 'button' : type}
    >
      {isPending && <Spinner />}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ButtonProps, 'isIconOnly' | 'aria-label'> & { label: string }

/** Renders a button with only an icon. `label` is its accessible name. */
export function IconButton({ label, variant = 'ghost', ...props }: IconButtonProps) {
  return <Button {...props} aria-label={label} isIconOnly variant={variant} />
}

type ButtonLinkProps = { to: string; children: ReactNode; variant?: 'primary' | 'outline'; onClick?: () => void }

export function ButtonLink({ to, children, variant = 'primary', onClick }: ButtonLinkProps) {
  return (
    <Link className={buttonClass({ variant })} onClick={onClick} to={to}>
      {children}
    </Link>
  )
}
