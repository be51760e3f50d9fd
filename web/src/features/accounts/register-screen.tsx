import { zodResolver } from '@hookform/resolvers/zod'
import { contract } from '@hudur/core/contract'
import { isUnansweredError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useNavigate } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { formErrorOf } from '../../ui/form-errors.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useClearErrorsOnChange } from '../../ui/use-corrections.ts'
import { useLeaveQuestion } from '../../ui/use-leave-question.ts'
import { OfficeContacts } from './office-contacts.tsx'
import { useRegister } from './queries.ts'

/** How long the success message is shown before the sign-in screen opens, in milliseconds. */
const SUCCESS_MESSAGE_DISPLAY_MS = 2000

const words = text.register

const RegisterInput = contract.accounts.register.input
/** Validates the form. It reports that the two typed passwords differ, even if one is too short. */
const Registration = z.extend(RegisterInput, { passwordConfirmation: z.string() }).check(
  z.refine(({ password, passwordConfirmation }) => password === passwordConfirmation, {
    error: words.mismatch,
    path: ['passwordConfirmation'],
    when: () => true,
  }),
)
type Registration = z.input<typeof Registration>

const REPEATED_FIELDS = { password: 'passwordConfirmation' } as const

export function RegisterScreen() {
  const register = useRegister()
  const navigate = useNavigate()
  const [errorText, setErrorText] = useState<string>()
  const isSending = useRef(false)
  const form = useForm({
    resolver: zodResolver(Registration),
    defaultValues: { fullName: '', username: '', password: '', passwordConfirmation: '', phone: '', email: '' },
    reValidateMode: 'onSubmit',
  })
  useClearErrorsOnChange(form, REPEATED_FIELDS)
  const { control, handleSubmit, setError } = form
  const isDone = register.isSuccess
  useLeaveQuestion(form.formState.isDirty && !isDone)

  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void navigate('/login'), SUCCESS_MESSAGE_DISPLAY_MS)
    return () => clearTimeout(timer)
  }, [isDone, navigate])

  function showError(error: Error) {
    if (isUnansweredError(error)) return setErrorText(words.unreachable)
    if (!(error instanceof Refusal)) return setErrorText(words.failed)
    setErrorText(error.message || words.failed)
    const fieldErrors = error.code === 'username-taken' ? { username: error.message } : (error.fields ?? {})
    for (const [name, message] of Object.entries(fieldErrors)) setError(name as keyof Registration, { message }, { shouldFocus: true })
  }

  function submit({ passwordConfirmation: _, ...person }: Registration) {
    // The second click of a double click comes before the next render disables the button, and must not send a second request.
    if (isSending.current) return
    isSending.current = true
    setErrorText(undefined)
    register.mutate(person, {
      onError: showError,
      onSettled: () => {
        isSending.current = false
      },
    })
  }

  if (isDone) {
    return (
      <>
        <h1 className="display text-3xl md:text-4xl">{words.title}</h1>
        <Notice className="mt-6" tone="success">
          <p>{register.data.message}</p>
          <p className="mt-1">{words.toLogin}</p>
        </Notice>
        <p className="mt-6 text-sm">{words.whenReviewed}</p>
        <OfficeContacts />
      </>
    )
  }

  return (
    <>
      <h1 className="display text-3xl md:text-4xl">{words.title}</h1>
      <p className="mt-1 text-muted">{words.lead}</p>
      <form
        className="mt-7 grid gap-5"
        noValidate
        onSubmit={handleSubmit(submit, errors => setErrorText(formErrorOf(errors, [words.mismatch, texts.register.tooShort])))}
      >
        <FormField as={TextField} control={control} name="fullName" autoComplete="name" isRequired label={words.fullName} />
        <FormField as={TextField} control={control} name="username" autoComplete="username" isLtr isRequired label={text.login.username} />
        <FormField
          as={PasswordField}
          control={control}
          name="password"
          autoComplete="new-password"
          description={words.passwordHint}
          label={text.login.password}
        />
        <FormField
          as={PasswordField}
          control={control}
          name="passwordConfirmation"
          autoComplete="new-password"
          label={words.passwordConfirmation}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField
            as={TextField}
            control={control}
            name="phone"
            autoComplete="tel"
            description={words.optional}
            label={words.phone}
            placeholder="05xxxxxxxx"
            type="tel"
          />
          <FormField
            as={TextField}
            control={control}
            name="email"
            autoComplete="email"
            description={words.optional}
            label={words.email}
            type="email"
          />
        </div>
        <FormFailure control={control} text={errorText} />
        <Button className="mt-2" fullWidth isPending={register.isPending} size="lg" type="submit">
          {words.submit}
        </Button>
      </form>
      <p className="mt-6 text-muted text-sm">
        {words.haveAccount}{' '}
        <Link className="font-medium text-foreground underline decoration-gold underline-offset-8" to="/login">
          {text.login.title}
        </Link>
      </p>
    </>
  )
}
