import { type ReactNode, useState } from 'react'
import { text } from '../text/ar.ts'
import { AlertBox } from '../ui/alert-box.tsx'
import { ForwardIcon, LeaveIcon, NextIcon, PreviousIcon, RedoIcon, RepeatIcon, UndoIcon } from '../ui/arrows.tsx'
import { BalanceBar } from '../ui/balance-bar.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { Chip } from '../ui/chip.tsx'
import { ComboField } from '../ui/combo-field.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DateField } from '../ui/date-field.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { GrowingList } from '../ui/growing-list.tsx'
import { CardsSkeleton, RowsSkeleton } from '../ui/list-skeletons.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Logo } from '../ui/logo.tsx'
import { Notice } from '../ui/notice.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { Numeric } from '../ui/numeric.tsx'
import { ExternalLinkButton } from '../ui/out-link.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Pagination } from '../ui/pages.tsx'
import { Panel } from '../ui/panel.tsx'
import { PhoneLinks } from '../ui/phone-links.tsx'
import { RefreshButton } from '../ui/refresh-button.tsx'
import { Rosette } from '../ui/rosette.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { SegmentedField } from '../ui/segmented-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Stats } from '../ui/stats.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { notify } from '../ui/toast.tsx'

const { login, register, generator, ui } = text

const KIND_OPTIONS = Object.entries(generator.kinds).map(([id, label]) => ({ id, label }))
const OWNER_OPTIONS = [generator.sampleGuest].map(name => ({ id: name, label: name, face: name }))

/** Renders every component of `ui/` twice, side by side: in the light theme and in the dark theme. */
export function Gallery() {
  return (
    <main className="grid min-h-dvh lg:grid-cols-2">
      <div className="bg-background p-8 text-foreground">
        <AllComponents />
      </div>
      <div className="dark bg-background p-8 text-foreground">
        <AllComponents />
      </div>
    </main>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-4">{children}</div>
}

function AllComponents() {
  const [day, setDay] = useState('2027-01-14')
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [kind, setKind] = useState('names')
  const [owner, setOwner] = useState('')
  const [uses, setUses] = useState(1)
  const [isChecked, setChecked] = useState(true)
  return (
    <div className="grid gap-7">
      <PageHeading actions={<Button size="sm">{ui.retry}</Button>} note={login.lead} title={login.welcome} />
      <Row>
        <span className="text-accent">
          <Logo />
        </span>
        <Numeric>+967 770 000 000</Numeric>
        <Rosette className="size-24 bg-grove" />
      </Row>
      <Row>
        {(['primary', 'secondary', 'outline', 'ghost', 'danger'] as const).map(variant => (
          <Button key={variant} variant={variant}>
            {login.submit}
          </Button>
        ))}
        <Button isPending>{login.submit}</Button>
        <Button isDisabled>{login.submit}</Button>
        <IconButton label={ui.close}>×</IconButton>
      </Row>
      <TextField label={register.fullName} placeholder={generator.sampleGuest} />
      <TextField description={register.passwordHint} error={register.mismatch} isLtr label={login.password} type="password" />
      <TextAreaField description={generator.namesHint} label={generator.names} />
      <DateField label={generator.eventDate} onChange={setDay} value={day} />
      <NumberField label={generator.persons} maxValue={1000} minValue={1} onChange={setUses} value={uses} />
      <SegmentedField label={generator.kind} onChange={setKind} options={KIND_OPTIONS} value={kind} />
      <SelectField label={generator.kind} onChange={setKind} options={KIND_OPTIONS} value={kind} />
      <ComboField
        clearLabel={ui.close}
        label={generator.owner}
        nothing={register.lead}
        onChange={setOwner}
        options={OWNER_OPTIONS}
        placeholder={ui.choose}
        value={owner}
      />
      <CheckboxField isSelected={isChecked} label={register.lead} onChange={setChecked} />
      {[40, 75, 95].map(usedCount => (
        <BalanceBar account={{ generationLimit: 100, usedGenerations: usedCount }} key={usedCount} requested={10} />
      ))}
      <Row>
        {[ForwardIcon, NextIcon, PreviousIcon, UndoIcon, RedoIcon, RepeatIcon, LeaveIcon].map((Arrow, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never change their order
          <Arrow aria-hidden="true" key={at} />
        ))}
      </Row>
      {(['danger', 'warning', 'success', 'quiet'] as const).map(tone => (
        <Notice
          action={
            <Button size="sm" variant="outline">
              {ui.retry}
            </Button>
          }
          key={tone}
          tone={tone}
        >
          {register.lead}
        </Notice>
      ))}
      <Skeleton className="h-20" />
      <Stats
        stats={[
          { label: login.username, value: '12' },
          { label: login.password, value: undefined },
        ]}
      />
      <Panel note={register.lead} title={register.title}>
        <DescriptionList items={[[register.phone, <Numeric key="phone">+967 770 000 000</Numeric>]]} />
      </Panel>
      <EmptyState action={<Button>{login.submit}</Button>} title={ui.noMatch}>
        {register.lead}
      </EmptyState>
      <LoadFailure isRetrying={false} onRetry={() => {}}>
        {text.errors.unreachable}
      </LoadFailure>
      <Row>
        <SearchField label={ui.calendar} onSearch={() => {}} placeholder={generator.sampleGuest} value="" />
        <PhoneLinks callingCode="967" name={generator.sampleGuest} phone="0770000000" />
        <ExternalLinkButton to="mailto:salam@hudur.example">{register.email}</ExternalLinkButton>
      </Row>
      <ListComponents />
      <Row>
        <Button onPress={() => setOpen(true)} variant="outline">
          {generator.customize}
        </Button>
        <Button onPress={() => setAsking(true)} variant="outline">
          {text.logout.action}
        </Button>
        {(['done', 'news', 'warning', 'failure'] as const).map(kind => (
          <Button key={kind} onPress={() => notify[kind](register.lead)} variant="ghost">
            {kind}
          </Button>
        ))}
      </Row>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={generator.customize}>
        {register.lead}
      </Dialog>
      <ConfirmDialog
        confirm={text.logout.action}
        isDanger
        isOpen={isAsking}
        onConfirm={() => setAsking(false)}
        onOpenChange={setAsking}
        title={text.logout.question}
      >
        {register.lead}
      </ConfirmDialog>
    </div>
  )
}

/** Renders the components that lists use, in each of their states. */
function ListComponents() {
  const [isAlertOpen, setAlertOpen] = useState(false)
  return (
    <>
      <Row>
        {(['waiting', 'going', 'good', 'bad', 'quiet'] as const).map(tone => (
          <Chip key={tone} tone={tone}>
            {text.orders.statuses.pending}
          </Chip>
        ))}
        <RefreshButton isPending={false} onPress={() => setAlertOpen(true)} />
      </Row>
      <GrowingList className="grid" items={[1, 2, 3]} step={2}>
        {row => <li key={row}>{row}</li>}
      </GrowingList>
      <Pagination isOld={false} size={50} total={1240}>
        <CardsSkeleton className="h-20" />
      </Pagination>
      <RowsSkeleton />
      <AlertBox onClose={() => setAlertOpen(false)} title={isAlertOpen ? text.orders.refused : undefined} />
    </>
  )
}
