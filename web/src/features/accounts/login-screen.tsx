import { zodResolver } from '@hookform/resolvers/zod'
import { Credentials, Refusal, texts } from '@hudur/core'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useHasSessionEnded, useLogin } from './queries.ts'

export function LoginScreen() {
  const login = useLogin()
  const hasSessionEnded = useHasSessionEnded()
  const { control, handleSubmit, formState } = useForm({
    resolver: zodResolver(Credentials),
    defaultValues: { username: '', password: '' },
    reValidateMode: 'onSubmit',
  })
  const { username, password } = formState.errors
  const trouble = username?.message ?? password?.message ?? (login.error ? reasonOf(login.error) : undefined)

  return (
    <>
      <h1 className="display text-3xl md:text-4xl">{text.login.welcome}</h1>
      <p className="mt-1 text-muted">{text.login.lead}</p>
      {hasSessionEnded && (
        <Notice className="mt-6" tone="quiet">
          {text.login.sessionEnded}
        </Notice>
      )}
      <form className="mt-8 grid gap-5" noValidate onSubmit={handleSubmit(credentials => login.mutate(credentials))}>
        <Controller
          control={control}
          name="username"
          render={({ field, fieldState }) => (
            <TextField {...field} autoComplete="username" isInvalid={fieldState.invalid} isLtr isRequired label={text.login.username} />
          )}
        />
        <Controller
          control={control}
          name="password"
          render={({ field, fieldState }) => <PasswordField {...field} isInvalid={fieldState.invalid} />}
        />
        {trouble && <Notice tone="danger">{trouble}</Notice>}
        <Button className="mt-2" fullWidth isPending={login.isPending} size="lg" type="submit">
          {text.login.submit}
        </Button>
      </form>
    </>
  )
}

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'end'>

/** A password that can be looked at while it is typed. */
function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      autoComplete="current-password"
      end={
        <IconButton label={isShown ? text.login.hide : text.login.show} onPress={() => setShown(!isShown)} size="sm">
          <Icon aria-hidden="true" className="size-5 text-muted" strokeWidth={1.7} />
        </IconButton>
      }
      isLtr
      isRequired
      label={text.login.password}
      type={isShown ? 'text' : 'password'}
    />
  )
}

/** What the server said, or that nobody said anything. */
function reasonOf(error: Error) {
  return error instanceof Refusal ? error.message : texts.login.failed(text.errors.unreachable)
}
