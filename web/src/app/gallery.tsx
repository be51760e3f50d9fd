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

const { login: loginTexts, register: registerTexts, generator: generatorTexts, ui: uiTexts } = text

const KIND_OPTIONS = Object.entries(generatorTexts.kinds).map(([id, label]) => ({ id, label }))
const OWNER_OPTIONS = [generatorTexts.sampleGuest].map(name => ({ id: name, label: name, face: name }))

/** Renders most components of `ui/` twice, side by side: in the light theme and in the dark theme. */
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

function GalleryRow({ children }: { children: ReactNode }) {
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
      <PageHeading actions={<Button size="sm">{uiTexts.retry}</Button>} note={loginTexts.lead} title={loginTexts.welcome} />
      <GalleryRow>
        <span className="text-accent">
          <Logo />
        </span>
        <Numeric>+967 770 000 000</Numeric>
        <Rosette className="size-24 bg-grove" />
      </GalleryRow>
      <GalleryRow>
        {(['primary', 'secondary', 'outline', 'ghost', 'danger'] as const).map(variant => (
          <Button key={variant} variant={variant}>
            {loginTexts.submit}
          </Button>
        ))}
        <Button isPending>{loginTexts.submit}</Button>
        <Button isDisabled>{loginTexts.submit}</Button>
        <IconButton label={uiTexts.close}>×</IconButton>
      </GalleryRow>
      <TextField label={registerTexts.fullName} placeholder={generatorTexts.sampleGuest} />
      <TextField
        description={registerTexts.passwordHint}
        error={registerTexts.mismatch}
        isLtr
        label={loginTexts.password}
        type="password"
      />
      <TextAreaField description={generatorTexts.namesHint} label={generatorTexts.names} />
      <DateField label={generatorTexts.eventDate} onChange={setDay} value={day} />
      <NumberField label={generatorTexts.persons} maxValue={1000} minValue={1} onChange={setUses} value={uses} />
      <SegmentedField label={generatorTexts.kind} onChange={setKind} options={KIND_OPTIONS} value={kind} />
      <SelectField label={generatorTexts.kind} onChange={setKind} options={KIND_OPTIONS} value={kind} />
      <ComboField
        clearLabel={uiTexts.close}
        label={generatorTexts.owner}
        nothing={registerTexts.lead}
        onChange={setOwner}
        options={OWNER_OPTIONS}
        placeholder={uiTexts.choose}
        value={owner}
      />
      <CheckboxField isSelected={isChecked} label={registerTexts.lead} onChange={setChecked} />
      {[40, 75, 95].map(usedCount => (
        <BalanceBar account={{ generationLimit: 100, usedGenerations: usedCount }} key={usedCount} requested={10} />
      ))}
      <GalleryRow>
        {[ForwardIcon, NextIcon, PreviousIcon, UndoIcon, RedoIcon, RepeatIcon, LeaveIcon].map((Arrow, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never change their order
          <Arrow aria-hidden="true" key={at} />
        ))}
      </GalleryRow>
      {(['danger', 'warning', 'success', 'quiet'] as const).map(tone => (
        <Notice
          action={
            <Button size="sm" variant="outline">
              {uiTexts.retry}
            </Button>
          }
          key={tone}
          tone={tone}
        >
          {registerTexts.lead}
        </Notice>
      ))}
      <Skeleton className="h-20" />
      <Stats
        stats={[
          { label: loginTexts.username, value: '12' },
          { label: loginTexts.password, value: undefined },
        ]}
      />
      <Panel note={registerTexts.lead} title={registerTexts.title}>
        <DescriptionList items={[[registerTexts.phone, <Numeric key="phone">+967 770 000 000</Numeric>]]} />
      </Panel>
      <EmptyState action={<Button>{loginTexts.submit}</Button>} title={uiTexts.noMatch}>
        {registerTexts.lead}
      </EmptyState>
      <LoadFailure isRetrying={false} onRetry={() => {}}>
        {text.errors.unreachable}
      </LoadFailure>
      <GalleryRow>
        <SearchField label={uiTexts.calendar} onSearch={() => {}} placeholder={generatorTexts.sampleGuest} value="" />
        <PhoneLinks callingCode="967" name={generatorTexts.sampleGuest} phone="0770000000" />
        <ExternalLinkButton to="mailto:salam@hudur.example">{registerTexts.email}</ExternalLinkButton>
      </GalleryRow>
      <ListComponents />
      <GalleryRow>
        <Button onPress={() => setOpen(true)} variant="outline">
          {generatorTexts.customize}
        </Button>
        <Button onPress={() => setAsking(true)} variant="outline">
          {text.logout.action}
        </Button>
        {(['done', 'news', 'warning', 'failure'] as const).map(kind => (
          <Button key={kind} onPress={() => notify[kind](registerTexts.lead)} variant="ghost">
            {kind}
          </Button>
        ))}
      </GalleryRow>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={generatorTexts.customize}>
        {registerTexts.lead}
      </Dialog>
      <ConfirmDialog
        confirm={text.logout.action}
        isDanger
        isOpen={isAsking}
        onConfirm={() => setAsking(false)}
        onOpenChange={setAsking}
        title={text.logout.question}
      >
        {registerTexts.lead}
      </ConfirmDialog>
    </div>
  )
}

/** Renders components that lists use. */
function ListComponents() {
  const [isAlertOpen, setAlertOpen] = useState(false)
  return (
    <>
      <GalleryRow>
        {(['waiting', 'going', 'good', 'bad', 'quiet'] as const).map(tone => (
          <Chip key={tone} tone={tone}>
            {text.orders.statuses.pending}
          </Chip>
        ))}
        <RefreshButton isPending={false} onPress={() => setAlertOpen(true)} />
      </GalleryRow>
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
