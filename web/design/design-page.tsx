/** Every component of the design system in every state, for developers. Its sample texts are not translated. */
import { useState } from 'react'
import { Head } from '#web/frame/head.tsx'
import { Button, ButtonLink, type ButtonKind } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { Poster } from '#web/ui/images/poster.tsx'
import { HeartIcon, PlayIcon, QueueIcon, ShareIcon, ShuffleIcon } from '#web/ui/icon.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { MoreButton } from '#web/ui/controls/more-button.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { Bolt, Mark } from '#web/ui/mark.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DesignFigures } from './design-figures.tsx'
import { DesignForms } from './design-forms.tsx'
import { DesignLayers } from './design-layers.tsx'
import { DesignMoney } from './design-money.tsx'
import { DesignStates } from './design-states.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const COLOURS = [
  ['beige', 'bg-beige'],
  ['highlight', 'bg-highlight'],
  ['sunken', 'bg-sunken'],
  ['ink', 'bg-ink'],
  ['ink-2', 'bg-ink-2'],
  ['ink-3', 'bg-ink-3'],
  ['purple', 'bg-purple'],
  ['pink', 'bg-pink'],
  ['orange', 'bg-orange'],
  ['mint', 'bg-mint'],
  ['purple-soft', 'bg-purple-soft'],
  ['pink-soft', 'bg-pink-soft'],
  ['orange-soft', 'bg-orange-soft'],
  ['mint-soft', 'bg-mint-soft'],
] as const
const SIZES = [
  ['76', 'text-4xl'],
  ['46', 'text-3xl'],
  ['30', 'text-2xl'],
  ['24', 'text-xl'],
  ['18', 'text-lg'],
  ['15', 'text-base'],
  ['13.5', 'text-sm'],
  ['12', 'text-xs'],
] as const
const KINDS: ButtonKind[] = ['solid', 'zap', 'outline', 'quiet', 'danger']

export function Page() {
  return (
    <>
      <Head title="Design" isHidden />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Design</h1>
        <ThemeSwitch />
      </div>
      <Featured />
      <Colours />
      <TypeSizes />
      <Buttons />
      <Badges />
      <Covers />
      <DesignMoney />
      <DesignFigures />
      <DesignForms />
      <DesignLayers />
      <DesignStates />
    </>
  )
}

function Colours() {
  return (
    <Section title="Colour">
      <ul className="grid grid-cols-3 gap-3 sm:grid-cols-4 lg:grid-cols-7">
        {COLOURS.map(([name, className]) => (
          <li key={name} className="text-sm">
            <span className={`mb-1.5 block h-14 rounded-item border border-line ${className}`} />
            {name}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function TypeSizes() {
  return (
    <Section title="Type">
      {SIZES.map(([size, className], index) => (
        <p
          key={size}
          className={classNames(
            'flex items-baseline gap-4 overflow-hidden',
            index < 4 && 'font-display font-heavy tracking-[-0.012em]',
          )}
        >
          <span className="w-8 shrink-0 font-text text-xs font-regular tracking-normal text-ink-3">{size}</span>
          <span className={`truncate ${className}`}>Thunder, then bells 0123</span>
        </p>
      ))}
    </Section>
  )
}

const PAGES = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => Promise.resolve() }

function Buttons() {
  return (
    <Section title="Buttons">
      <div className="flex flex-wrap gap-2.5">
        {KINDS.map((kind) => (
          <Button key={kind} kind={kind} {...(kind === 'zap' && { icon: <Bolt /> })}>
            {kind}
          </Button>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2.5">
        <Button size="small">small</Button>
        <Button>regular</Button>
        <Button size="large" icon={<PlayIcon />}>
          large
        </Button>
        <Button disabled>disabled</Button>
        <Waiting />
        <ButtonLink to="/design" kind="quiet">
          a link
        </ButtonLink>
        <MoreButton pages={PAGES} label="more" />
        <IconButton label="Like">
          <HeartIcon size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label="Shuffle" isOn>
          <ShuffleIcon size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label="Queue" kind="strong">
          <QueueIcon size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label="Share" kind="raised">
          <ShareIcon size={19} aria-hidden="true" />
        </IconButton>
        <IconButton label="Play" kind="solid">
          <PlayIcon className="ml-0.5" />
        </IconButton>
        <IconButton label="Share, switched off" disabled>
          <ShareIcon size={19} aria-hidden="true" />
        </IconButton>
      </div>
    </Section>
  )
}

function Badges() {
  return (
    <Section title="Badges and mark">
      <div className="flex flex-wrap items-center gap-2.5">
        <Mark size={40} />
        <Badge>Draft</Badge>
        <Badge tone="purple">PREVIEW</Badge>
        <Badge tone="pink">New</Badge>
        <Badge tone="mint">Settled</Badge>
        <Badge tone="money" icon={<Bolt size={10} />}>
          1,000 sats
        </Badge>
      </div>
    </Section>
  )
}

function Covers() {
  return (
    <Section title="Covers">
      <div className="grid grid-cols-3 gap-4 sm:grid-cols-4 lg:grid-cols-6">
        {['Field Notes', 'Rooms With Rain', 'Copper Sun', 'Long Division', 'Mothlight', 'Tenfold'].map((title) => (
          <figure key={title} className="min-w-0">
            <Cover src={null} seed={title} alt={title} />
            <figcaption className="mt-2 truncate text-sm font-semi">{title}</figcaption>
          </figure>
        ))}
      </div>
      <p className="mt-6 mb-2 text-sm text-ink-2">Other shapes: an artist, and as it is shown large.</p>
      <div className="flex items-end gap-4">
        <Cover src={null} seed="Ines" alt="Ines" shape="round" className="size-24" />
        <Cover src={null} seed="Field Notes" alt="Field Notes" className="size-24 rounded-item" />
      </div>
    </Section>
  )
}

function Waiting() {
  const [isWaiting, setIsWaiting] = useState(true)
  return (
    <Button kind="quiet" isWaiting={isWaiting} onClick={() => setIsWaiting(false)}>
      waiting
    </Button>
  )
}

/** Colours as the server extracts them from an image. */
const COVER_COLOURS = {
  day: { flood: '#ff8fb8', on: '#2b1547', two: '#8a0f45', three: '#fff3e0', under: '#1e1033' },
  night: { flood: '#2b1547', on: '#ff8fb8', two: '#ffd9e8', three: '#ffd27a', under: '#170c28' },
}

function Featured() {
  return (
    <div style={floodStyle(COVER_COLOURS)} className="flood bleed gut pt-12 pb-8">
      <FeaturedPoster />
    </div>
  )
}

function FeaturedPoster() {
  return (
    <Poster
      title="Slow Lightning"
      fit={{ wide: { em: 4.72, breaks: [] }, narrow: { em: 2.97, breaks: [4] }, lineEm: 4.72 }}
      isPageTitle={false}
      byline="Mara Okafor"
      coverUrl={null}
      seed="Slow Lightning"
      actions={
        <>
          <Button size="large" icon={<PlayIcon />}>
            Play
          </Button>
          <Button size="large" kind="zap" icon={<Bolt />}>
            Zap 1,000
          </Button>
          <WordButton label="Save: Slow Lightning">Save</WordButton>
        </>
      }
    >
      Ten songs recorded in one week of storms, with every take left in. 412 listeners have sent 1.2 million sats since
      Friday.
    </Poster>
  )
}
