/** Form components. */
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { ReasonedButton } from '#web/ui/controls/reasoned-button.tsx'
import { Field, SelectField, SwitchField, TextArea } from '#web/ui/controls/field.tsx'
import { FormButtons } from '#web/ui/controls/form-buttons.tsx'
import { FileDrop } from '#web/ui/controls/file-drop.tsx'
import { MoreIcon, UploadIcon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { OrderChoice } from '#web/ui/controls/order-choice.tsx'
import { Progress } from '#web/ui/states/progress.tsx'
import { RadioLabels } from '#web/ui/controls/radio-labels.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Slider } from '#web/ui/controls/slider.tsx'
import { Tabs } from '#web/ui/controls/tab-panels.tsx'
import { TabLinks } from '#web/ui/controls/tabs.tsx'
import { showToast, showErrorToast } from '#web/ui/overlays/toast.tsx'

export function DesignForms() {
  return (
    <>
      <Fields />
      <Choices />
    </>
  )
}

function Fields() {
  const [isOn, setIsOn] = useState(true)
  const [names, setNames] = useState<string[]>([])
  return (
    <Section title="Fields">
      <div className="grid gap-5 md:grid-cols-2">
        <Field label="Title" placeholder="Slow Lightning" hint="As it is on the cover." />
        <Field label="E-mail" type="email" defaultValue="mara@" error="Please enter a complete e-mail address." />
        <Field label="Amount" inputMode="numeric" defaultValue="1000" suffix="sats" />
        <Field label="Not now" disabled defaultValue="Switched off" />
        <SelectField label="Genre" defaultValue="folk">
          <option value="folk">Folk</option>
          <option value="electronic">Electronic</option>
        </SelectField>
        <ReasonedButton kind="zap" reason="The smallest amount is 10 sats.">
          Pay
        </ReasonedButton>
        <SwitchField label="Explicit" hint="Marked with an E in lists." isOn={isOn} onChange={setIsOn} />
        <TextArea label="Description" placeholder="What should listeners know?" />
        <FileDrop
          label="Drop a cover here, or choose one"
          hint={names.length > 0 ? names.join(', ') : 'JPEG, PNG or WebP, up to 20 MB'}
          accept="image/*"
          icon={<UploadIcon size={26} aria-hidden="true" />}
          onFiles={(files) => setNames(files.map((file) => file.name))}
        />
      </div>
    </Section>
  )
}

function Choices() {
  const [volume, setVolume] = useState(0.6)
  return (
    <Section title="Choosing">
      <div className="grid gap-8 *:min-w-0 md:grid-cols-2">
        <SampleTabs />
        <TabLinks
          label="Sample links"
          links={[
            { href: '/design', name: 'Studio', isSelected: true },
            { href: '/design?2', name: 'Analytics', isSelected: false },
            { href: '/design?3', name: 'Releases', isSelected: false },
          ]}
        />
        <div className="flex items-center gap-4">
          <SampleMenu />
          <Slider label="Volume" value={volume} onChange={setVolume} className="max-w-48" />
        </div>
        <div className="flex flex-wrap gap-2.5">
          <Button kind="quiet" onClick={() => showToast('Copied to clipboard')}>
            Say done
          </Button>
          <Button kind="quiet" onClick={() => showErrorToast('Your balance is too low for this.')}>
            Say failed
          </Button>
        </div>
        <FormButtons onClick={() => showToast('Saved')} cancelLabel="Cancel" onCancel={() => showToast('Not saved')}>
          Save
        </FormButtons>
        <SampleChoices />
        <Progress label="kite-string.flac" part={0.62} note="31 of 50 MB" />
        <Progress label="Being prepared" part={null} note="About a minute" />
      </div>
    </Section>
  )
}

function SampleChoices() {
  const [order, setOrder] = useState('top')
  const [speed, setSpeed] = useState(1)
  return (
    <>
      <OrderChoice
        label="Sample order"
        orders={[
          { value: 'top', name: 'Most first' },
          { value: 'new', name: 'Newest first' },
        ]}
        selected={order}
        onChoose={setOrder}
        className="flex flex-wrap gap-x-5"
        buttonClassName="min-h-11 font-semi decoration-2 underline-offset-[6px] hover:underline aria-pressed:underline"
      />
      <fieldset className="flex flex-wrap gap-2.5">
        <legend className="sr-only">Speed</legend>
        <RadioLabels
          options={[1, 1.5, 2].map((value) => ({ value, name: `${value} ×` }))}
          selected={speed}
          onChoose={setSpeed}
          className="grid min-h-11 place-items-center rounded-field border-[1.5px] border-line-2 px-4 has-checked:border-purple has-checked:bg-purple-soft"
        />
      </fieldset>
    </>
  )
}

function SampleMenu() {
  return (
    <Menu
      label="More"
      button={
        <span className="grid size-11 place-items-center rounded-pill border border-line bg-highlight">
          <MoreIcon size={20} aria-hidden="true" />
        </span>
      }
      entries={[
        { key: 'text', isText: true, label: 'Slow Lightning' },
        {
          key: 'edit',
          label: 'Edit',
          onSelect: () => showToast('Saved'),
        },
        {
          key: 'delete',
          label: 'Delete',
          isDanger: true,
          onSelect: () => showErrorToast('Error deleting track'),
        },
      ]}
    />
  )
}

/** In server-rendered HTML the library's tabs begin with a hidden button that takes the focus, so they are rendered in
 * the browser only, as everywhere else. */
function SampleTabs() {
  const [isHere, setIsHere] = useState(false)
  useEffect(() => setIsHere(true), [])
  if (!isHere) return <div className="h-24" />
  const names = ['Notifications', 'Transactions', 'Receive']
  return (
    <Tabs label="Sample tabs" tabs={names.map((name) => ({ key: name, name, panel: `${name} are shown here.` }))} />
  )
}
