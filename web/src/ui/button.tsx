import { buttonVariants, Button as HeroButton, Spinner } from '@heroui/react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'

type ButtonProps = Omit<ComponentProps<typeof HeroButton>, 'children'> & { children: ReactNode }

/**
 * A button. Each view has one filled button; the others are `secondary`, `outline` or `ghost`. While `isPending` it keeps its name, its
 * place and the focus.
 */
export function Button({ children, ...props }: ButtonProps) {
  return (
    <HeroButton {...props}>
      {props.isPending && <Spinner aria-hidden="true" color="current" size="sm" />}
      {children}
    </HeroButton>
  )
}

type IconButtonProps = Omit<ButtonProps, 'isIconOnly' | 'aria-label'> & { label: string }

/** A button with only an icon; `label` is its accessible name. */
export function IconButton({ label, variant = 'ghost', ...props }: IconButtonProps) {
  return <Button {...props} aria-label={label} isIconOnly variant={variant} />
}

/** A link to another screen that looks like a button. */
export function ButtonLink({ to, children, variant = 'primary' }: { to: string; children: ReactNode; variant?: 'primary' | 'outline' }) {
  return (
    <Link className={buttonVariants({ variant })} to={to}>
      {children}
    </Link>
  )
}
