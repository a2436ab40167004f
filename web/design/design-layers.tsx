/** Overlays and sorting: menus loaded on demand, the full-screen dialog, choices, sortable rows. */
import { useEffect, useState } from 'react'
import { AmountChoice, type Amount } from '#web/ui/controls/amount-choice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ShareFile } from '#web/ui/controls/share-file.tsx'
import { MarkdownBlocks } from '#web/ui/markdown-blocks.tsx'
import { parseMarkdown } from '#protocols/markdown.ts'
import { whenNear } from '#web/ui/when-near.tsx'
import { FileButton } from '#web/ui/controls/file-button.tsx'
import { DialogButtons } from '#web/ui/overlays/dialog-buttons.tsx'
import { FullScreen } from '#web/ui/overlays/full-screen.tsx'
import { MoreIcon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { LateMenu, type LateMenuProps } from '#web/ui/overlays/late-menu.tsx'
import { DrawnArcs, GreatMark } from '#web/ui/mark.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SortableList, type SortableTexts } from '#web/ui/controls/sortable.tsx'
import { SuggestField } from '#web/ui/controls/suggest-field.tsx'

const WORDS: SortableTexts = {
  help: 'Press space to lift, the arrow keys to move, space again to put down.',
  grip: (name) => `Move ${name}`,
  lifted: (name, place, count) => `${name} lifted, place ${place} of ${count}`,
  moved: (name, place, count) => `${name} is at place ${place} of ${count}`,
  dropped: (name, place, count) => `${name} put down at place ${place} of ${count}`,
  cancelled: (name, place, count) => `${name} stays at place ${place} of ${count}`,
}
const SONGS = ['Slow Lightning', 'Paper Boats', 'Kite String'].map((name) => ({ key: name, name }))
const PEOPLE = ['mara', 'teodor', 'ines', 'noor'].map((name) => ({ key: name, name, aside: `${name}@peal` }))
const PRESETS = ['1000', '10000', '50000'].map((text) => ({ text, name: Number(text).toLocaleString('en') }))

const loadMenu = async () => (menu: LateMenuProps) => (
  <Menu {...menu} entries={[{ key: 'own', isText: true, label: 'Loaded when the pointer is near' }]} />
)
const LINER_NOTES = parseMarkdown('## Liner notes\n\nRecorded in *one* room, in **two** nights.\n\n- Piano\n- Rain')
const LateNotes = whenNear(async () => () => <MarkdownBlocks blocks={LINER_NOTES} />)
const CARD = {
  href: '/icon-512.png',
  name: 'card.png',
  type: 'image/png',
  text: 'A card',
  link: 'https://peal.example',
}

export function DesignLayers() {
  const [amount, setAmount] = useState<Amount>({ isOwn: false, text: '10000' })
  const [typed, setTyped] = useState('')
  const [selected, setSelected] = useState<(typeof PEOPLE)[number] | null>(null)
  const [text, setText] = useState('')
  return (
    <Section title="Layers and orders">
      <div className="grid items-start gap-8 *:min-w-0 md:grid-cols-2">
        <Songs />
        <AmountChoice
          label="How many sats"
          presets={PRESETS}
          amount={amount}
          onChange={setAmount}
          ownLabel="Other"
          fieldLabel="Amount"
          unit="sats"
          hint="From 1 to 100,000 sats."
          error={amount.isOwn && amount.text === '' ? 'Enter an amount.' : undefined}
        />
        <SuggestField
          label="Somebody here"
          placeholder="Begin to write a name"
          selected={selected}
          options={PEOPLE.filter(({ name }) => name.startsWith(typed.toLowerCase()))}
          note="Nobody is called that."
          onType={setTyped}
          onChoose={setSelected}
        />
        <div className="flex flex-wrap items-center gap-3">
          <LateMenu
            label="More, late"
            button={
              <span className="grid size-11 place-items-center rounded-pill border border-line bg-highlight">
                <MoreIcon size={20} aria-hidden="true" />
              </span>
            }
            load={loadMenu}
          />
          <FileButton label="Read a text" accept="text/*" onText={setText} />
          <Screen />
          {text !== '' && <p className="text-sm text-ink-2">{text.slice(0, 60)}</p>}
        </div>
        <div className="flex flex-col gap-3">
          <Problem words="Nothing was sent. The other wallet did not respond." />
          <DialogButtons cancelLabel="Keep it" onCancel={() => setText('')} kind="danger" onClick={() => setText('')}>
            Delete it
          </DialogButtons>
        </div>
        <div className="flex flex-col gap-3">
          <LateNotes />
          <ShareFile
            file={CARD}
            labels={{ share: 'Share', download: 'Download', copyLink: 'Copy the link', copied: 'Copied' }}
          />
        </div>
        <div className="flex items-center gap-6">
          <DrawnArcs className="text-ink-3" />
          <GreatMark className="h-28 text-ink-3" />
        </div>
      </div>
    </Section>
  )
}

/** The library numbers its lists differently on the server and
 * in the browser, so they are rendered in the browser only. */
function Songs() {
  const [songs, setSongs] = useState(SONGS)
  const [isHere, setIsHere] = useState(false)
  useEffect(() => setIsHere(true), [])
  if (!isHere) return <div className="h-36" />
  return (
    <SortableList
      entries={songs}
      label="Songs in order"
      words={WORDS}
      onSort={setSongs}
      rowClassName="flex items-center gap-3 py-1"
    >
      {({ name }, _index, grip) => (
        <>
          {grip}
          <span className="font-semi">{name}</span>
        </>
      )}
    </SortableList>
  )
}

function Screen() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setIsOpen(true)}>
        Open the full screen
      </Button>
      <FullScreen isOpen={isOpen} onClose={() => setIsOpen(false)} title="Now playing" closeLabel="Close">
        <p className="p-6">Slow Lightning</p>
      </FullScreen>
    </>
  )
}
