import { zodResolver } from '@hookform/resolvers/zod'
import { DEFAULT_QUOTA, type User } from '@hudur/core/accounts/contract'
import { contract } from '@hudur/core/contract'
import { useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useSignedInUser } from '../../../backend/hooks/use-session.ts'
import { text } from '../../../text/ar.ts'
import { formatWholeNumber } from '../../../text/format.ts'
import { AlertBox } from '../../../ui/alert-box.tsx'
import { BalanceBar } from '../../../ui/balance-bar.tsx'
import { FormCheckbox } from '../../../ui/form-checkbox.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { formErrorOf, showFieldErrors } from '../../../ui/form-errors.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { notify } from '../../../ui/toast.tsx'
import { useClearErrorsOnChange } from '../../../ui/use-corrections.ts'
import { TrailButton } from '../../trail/trail-button.tsx'
import { useAddUser, useUpdateUser } from '../administration-queries.ts'
import { EndLinksCheckbox } from '../end-links-checkbox.tsx'
import { refusalMessageOf } from '../error-text.ts'
import { useOwnPassword } from '../own-password.tsx'

const words = text.users
const fieldLabels = text.register

const limitSchema = { generationLimit: z.int(words.limitTooSmall).check(z.minimum(1, words.limitTooSmall)) }
// A second dialog asks for the administrator's own password when the server needs it.
const NewUser = z.extend(z.omit(contract.accounts.create.input, { currentPassword: true }), limitSchema)
// The server reports a missing current password, which is required only if administrators change their own password.
const ChangedUser = z.extend(z.omit(contract.accounts.update.input, { id: true }), { ...limitSchema, currentPassword: z.string() })

/** The largest value of the column `generation_limit` on PostgreSQL: a signed 32-bit integer. */
const MAX_GENERATION_LIMIT = 2_147_483_647

type UserValues = {
  fullName: string
  username: string
  password: string
  currentPassword: string
  phone: string
  email: string
  generationLimit: number
  isAdmin: boolean
  endsLinks: boolean
}

type Failure = { title: string | undefined; why?: string | undefined }

const formValuesOf = (user: User | undefined): UserValues => ({
  fullName: user?.fullName ?? '',
  username: user?.username ?? '',
  password: '',
  currentPassword: '',
  phone: user?.phone ?? '',
  email: user?.email ?? '',
  generationLimit: user?.generationLimit ?? DEFAULT_QUOTA,
  isAdmin: user?.isAdmin ?? false,
  endsLinks: false,
})

/** Creates a user, or changes the given one. The dialog stays open until the server has saved the input. */
export function UserDialog({ user, onClose }: { user: User | undefined; onClose: () => void }) {
  const add = useAddUser()
  const update = useUpdateUser()
  const ownPassword = useOwnPassword()
  const [failure, setFailure] = useState<Failure>()
  const form = useForm<UserValues>({
    resolver: zodResolver(user ? ChangedUser : NewUser) as unknown as Resolver<UserValues>,
    defaultValues: formValuesOf(user),
    reValidateMode: 'onSubmit',
  })
  useClearErrorsOnChange(form)
  const { control, handleSubmit, setError, formState, watch } = form
  const { dirtyFields } = formState
  const isOneself = useSignedInUser().id === user?.id
  const isSaving = add.isPending || update.isPending

  async function save(fields: UserValues) {
    setFailure(undefined)
    try {
      const outcome = await ownPassword.execute(async own => {
        if (user) await update.mutateAsync({ id: user.id, ...changedFieldsOf(fields, dirtyFields), ...own })
        else await add.mutateAsync({ ...fields, ...own })
      })
      if (outcome === 'cancelled') return
    } catch (error) {
      return showError(error)
    }
    notify.done(user ? words.updated : words.added)
    onClose()
  }

  function showError(error: unknown) {
    const why = refusalMessageOf(error)
    setFailure(showFieldErrors(setError, error) ? { title: why } : { title: words.saveFailed, why })
  }

  return (
    <FormDialog
      alert={
        <>
          <AlertBox onClose={() => setFailure(undefined)} title={failure?.title}>
            {failure?.why}
          </AlertBox>
          {ownPassword.question}
        </>
      }
      isChanged={formState.isDirty}
      isSaving={isSaving}
      onClose={onClose}
      onSubmit={handleSubmit(save, errors => setFailure({ title: formErrorOf(errors) }))}
      title={user ? words.editTitle(user.fullName) : words.addTitle}
    >
      <FormField as={TextField} control={control} name="fullName" autoComplete="off" isRequired label={fieldLabels.fullName} />
      <FormField as={TextField} control={control} name="username" autoComplete="off" isLtr isRequired label={text.login.username} />
      <FormField
        as={PasswordField}
        control={control}
        name="password"
        autoComplete="new-password"
        description={user ? words.passwordKept : fieldLabels.passwordHint}
        isRequired={!user}
        label={text.login.password}
      />
      {isOneself && watch('password') !== '' && (
        <FormField
          as={PasswordField}
          control={control}
          name="currentPassword"
          autoComplete="current-password"
          label={text.profile.current}
        />
      )}
      {user && watch('password') !== '' && <EndLinksCheckbox control={control} name="endsLinks" userId={user.id} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField
          as={TextField}
          control={control}
          name="phone"
          autoComplete="off"
          description={fieldLabels.optional}
          label={fieldLabels.phone}
          type="tel"
        />
        <FormField
          as={TextField}
          control={control}
          name="email"
          autoComplete="off"
          description={fieldLabels.optional}
          label={fieldLabels.email}
          type="email"
        />
      </div>
      <FormField
        as={NumberField}
        control={control}
        name="generationLimit"
        description={user ? words.limitHint(formatWholeNumber(user.usedGenerations)) : words.newLimitHint}
        // An empty field or a number out of range becomes 0, which the form refuses.
        fallback={0}
        label={words.limit}
        maxValue={MAX_GENERATION_LIMIT}
        minValue={0}
      />
      {user && <BalanceBar account={{ ...user, generationLimit: watch('generationLimit') }} />}
      <FormCheckbox control={control} label={words.isAdmin} name="isAdmin" />
      {user && <TrailButton about="user" className="justify-self-start" id={user.id} />}
    </FormDialog>
  )
}

const changedFieldsOf = (fields: UserValues, dirtyFields: Partial<Record<keyof UserValues, boolean>>): Partial<UserValues> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => dirtyFields[name as keyof UserValues]))
