import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Link } from '../router/link.tsx'
import { Spinner } from './spinner.tsx'

type Variant = 'primary' | 'secondary' | 'outline' | 'ghost' | 'danger' | 'danger-soft'
type Size = 'sm' | 'md' | 'lg'
type Look = {
  variant?: Variant | undefined
  size?: Size | undefined
  fullWidth?: boolean
  isIconOnly?: boolean
  className?: string | undefined
}

/** Returns the classes of HeroUI for a button. */
export const buttonClass = ({ variant = 'primary', size = 'md', fullWidth = false, isIconOnly = false, className = '' }: Look) =>
  `button button--${size} button--${variant}${fullWidth ? ' button--full-width' : ''}${isIconOnly ? ' button--icon-only' : ''} ${className}`

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'disabled' | 'onClick' | 'onBlur' | 'onKeyDown' | 'onKeyUp'> &
  Look & { onPress?: (() => void) | undefined; isDisabled?: boolean; isPending?: boolean; children: ReactNode }

/**
 * A button. Each view has one filled button; the others are `secondary`, `outline` or `ghost`. While `isPending` it keeps its name, its
 * place and the focus. It is an element of HTML with the classes of HeroUI, whose own button would be a fifth of the sign-in's script.
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

  function press(button: HTMLButtonElement) {
    if (isPending) return
    // Safari does not focus a button that is pressed, and a dialog gives the focus back to where it was.
    button.focus({ preventScroll: true })
    onPress?.()
  }

  /**
   * Presses when a key is released, as React Aria's buttons do. It takes the click that a browser makes from a key for one of a screen reader,
   * and would then move the focus into a dialog later.
   */
  function pressByKey(event: KeyboardEvent<HTMLButtonElement>) {
    if (type === 'submit' || !(event.key === 'Enter' || event.key === ' ') || event.metaKey) return
    event.preventDefault()
    if (event.type === 'keydown') {
      if (!event.repeat) pressedKey.current = event.key
    } else if (pressedKey.current === event.key) {
      pressedKey.current = null
      press(event.currentTarget)
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
      onClick={event => press(event.currentTarget)}
      onKeyDown={pressByKey}
      onKeyUp={pressByKey}
      // A pending button must not submit its form again by the Enter key in a field.
      type={type === 'submit' && isPending ? 'button' : type}
    >
      {isPending && <Spinner />}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ButtonProps, 'isIconOnly' | 'aria-label'> & { label: string }

/** A button with only an icon; `label` is its accessible name. */
export function IconButton({ label, variant = 'ghost', ...props }: IconButtonProps) {
  return <Button {...props} aria-label={label} isIconOnly variant={variant} />
}

type ButtonLinkProps = { to: string; children: ReactNode; variant?: 'primary' | 'outline'; onClick?: () => void }

/** A link to another screen that looks like a button. */
export function ButtonLink({ to, children, variant = 'primary', onClick }: ButtonLinkProps) {
  return (
    <Link className={buttonClass({ variant })} onClick={onClick} to={to}>
      {children}
    </Link>
  )
}
