import { zodResolver } from '@hookform/resolvers/zod'
import { contract } from '@hudur/core/contract'
import { isUnansweredError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useMe } from '../../backend/hooks/use-session.ts'
import { useLocation, useNavigate } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { formErrorOf, showFieldErrors } from '../../ui/form-errors.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useClearErrorsOnChange } from '../../ui/use-corrections.ts'
import { errorTextOf } from './error-text.ts'
import { OfficeContacts } from './office-contacts.tsx'
import { useSetFirstPassword, useWelcome } from './queries.ts'

const words = text.welcome
const PATH = '/welcome'

const isEnded = (error: unknown): error is Refusal => error instanceof Refusal && error.code === 'link-ended'

/** Renders the page on which a customer sets the first password. The token after `#` stays in memory and not in the address. */
export function WelcomeScreen() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState<string>()
  const owner = useWelcome(token)

  // The token must not stay in the URL, where another person could read or copy it.
  useEffect(() => {
    if (hash === '') return
    setToken(hash.slice(1))
    void navigate(PATH, { replace: true })
  }, [hash, navigate])

  if (isEnded(owner.error)) return <LinkMessage lead={owner.error.message} title={words.ended} />
  if (token !== undefined && owner.data) return <PasswordForm {...owner.data} token={token} />
  if (token === undefined && hash === '') return <LinkMessage lead={words.missingAdvice} title={words.missing} />
  return (
    <>
      {owner.isPending && (
        <div aria-busy="true" aria-label={words.opening} role="status">
          <Skeleton className="h-60" />
        </div>
      )}
      <LoadFailure query={owner}>{words.openFailed}</LoadFailure>
    </>
  )
}

function LinkMessage({ title, lead }: { title: string; lead: string }) {
  return (
    <>
      <h1 className="display text-3xl md:text-4xl">{title}</h1>
      <p className="mt-1 text-muted leading-7">{lead}</p>
      <OfficeContacts />
    </>
  )
}

/** Validates the form. It reports that the two typed passwords differ, even if one is too short. */
const FirstPassword = z
  .extend(z.pick(contract.accounts.setFirstPassword.input, { password: true }), { passwordConfirmation: z.string() })
  .check(
    z.refine(({ password, passwordConfirmation }) => password === passwordConfirmation, {
      error: text.register.mismatch,
      path: ['passwordConfirmation'],
      when: () => true,
    }),
  )
type FirstPassword = z.input<typeof FirstPassword>

const REPEATED_FIELDS = { password: 'passwordConfirmation' } as const

function PasswordForm({ token, fullName, username }: { token: string; fullName: string; username: string }) {
  const setFirstPassword = useSetFirstPassword()
  const navigate = useNavigate()
  const { data: signedIn, isPlaceholderData } = useMe()
  const [errorText, setErrorText] = useState<string>()
  const form = useForm({
    resolver: zodResolver(FirstPassword),
    defaultValues: { password: '', passwordConfirmation: '' },
    reValidateMode: 'onSubmit',
  })
  useClearErrorsOnChange(form, REPEATED_FIELDS)
  const { control, handleSubmit, setError } = form

  function submit({ password }: FirstPassword) {
    if (setFirstPassword.isPending) return
    setErrorText(undefined)
    setFirstPassword.mutate(
      { token, password },
      {
        onSuccess: () => void navigate('/requests', { replace: true }),
        onError(error) {
          setErrorText(isUnansweredError(error) ? words.unreachable : errorTextOf(error, { failed: words.failed }))
          showFieldErrors(setError, error)
        },
      },
    )
  }

  if (isEnded(setFirstPassword.error)) return <LinkMessage lead={setFirstPassword.error.message} title={words.ended} />
  return (
    <>
      <h1 className="display break-words text-3xl md:text-4xl">{words.title(fullName)}</h1>
      <p className="mt-1 text-muted">{words.lead}</p>
      {signedIn && !isPlaceholderData && (
        <Notice className="mt-6" tone="quiet">
          {words.signedIn(signedIn.fullName)}
        </Notice>
      )}
      <form
        className="mt-7 grid gap-5"
        noValidate
        onSubmit={handleSubmit(submit, errors => setErrorText(formErrorOf(errors, [text.register.mismatch, texts.register.tooShort])))}
      >
        <div>
          <p className="text-muted text-sm">{words.username}</p>
          <p className="break-words font-semibold text-lg">
            <bdi>{username}</bdi>
          </p>
          {/* Password managers store the password under this name. */}
          <input autoComplete="username" hidden name="username" readOnly type="text" value={username} />
        </div>
        <FormField
          as={PasswordField}
          control={control}
          name="password"
          autoComplete="new-password"
          description={text.register.passwordHint}
          label={text.login.password}
        />
        <FormField
          as={PasswordField}
          control={control}
          name="passwordConfirmation"
          autoComplete="new-password"
          label={text.register.passwordConfirmation}
        />
        <FormFailure control={control} text={errorText} />
        <Button className="mt-2" fullWidth isPending={setFirstPassword.isPending} size="lg" type="submit">
          {words.submit}
        </Button>
      </form>
    </>
  )
}
