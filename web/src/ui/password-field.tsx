import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { text } from '../text/ar.ts'
import { IconButton } from './button.tsx'
import { TextField } from './text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end'>

/** Renders a password field with a button that shows the password. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      isRequired
      {...props}
      end={
        <IconButton label={isShown ? text.login.hide : text.login.show} onPress={() => setShown(!isShown)} size="sm">
          <Icon aria-hidden="true" className="size-5 text-muted" strokeWidth={1.7} />
        </IconButton>
      }
      isLtr
      type={isShown ? 'text' : 'password'}
    />
  )
}
