/** Components for money and audio. */
import { useState } from 'react'
import { usePlayer } from '#web/player/state/store.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Bolt, Ripple } from '#web/ui/mark.tsx'
import { Qr } from '#web/ui/images/qr.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SplitBar, type SplitPart } from '#web/ui/charts/split-bar.tsx'
import { Table } from '#web/ui/layout/table.tsx'
import { Waveform } from '#web/ui/images/waveform.tsx'

const PARTS: SplitPart[] = [
  { key: 'mara', name: 'Mara Okafor', weight: 541.5, amount: '541.500' },
  { key: 'teodor', name: 'Teodor Lind', weight: 408.5, amount: '408.500' },
  { key: 'house', name: 'Peal, 5 %', weight: 50, amount: '50.000', isHouse: true },
]
const LABELS = { idle: 'Tap to copy', copied: 'Copied to clipboard' }
const INVOICE = 'lnbcrt10u1p5qexample0pp5z9w3c7w5jv2f6m0q4h8k2n5t7r9d3s6a8f4g2h7j5k3l9q0w8e7'
const PEAKS = Array.from({ length: 1000 }, (_, index) =>
  Math.round(
    70 + 120 * Math.abs(Math.sin(index / 90)) * Math.abs(Math.sin(index / 7.3)) + 50 * Math.abs(Math.sin(index * 1.7)),
  ),
)
const ROWS = [
  { id: '1', title: 'Slow Lightning', kind: 'Zap Sent', amount: '−1,000', when: 'Today' },
  { id: '2', title: 'Kite String', kind: 'Earnings', amount: '+541', when: 'Yesterday' },
  { id: '3', title: 'Deposit', kind: 'Deposit', amount: '+50,000', when: '3 May 2026' },
]

const demoTrack = (id: string, title: string, artist: string) => ({
  id,
  title,
  artist,
  artworkUrl: null,
  audioUrl: `/design-sample-${id}.mp3`,
  durationSeconds: 238,
  contentType: 'track' as const,
  contentHref: '/design',
  parentContentHref: '/design',
})

export function DesignMoney() {
  const [playedSeconds, setPlayedSeconds] = useState(102)
  const [isOpen, setIsOpen] = useState(false)
  const [rippled, setRippled] = useState(0)
  const playList = usePlayer((state) => state.playList)
  const tracks = [demoTrack('boats', 'Paper Boats', 'The Quiet Hours'), demoTrack('kite', 'Kite String', 'Ines Valdés')]
  return (
    <>
      <Section title="Money">
        <div className="grid gap-8 *:min-w-0 lg:grid-cols-2">
          <SplitBar parts={PARTS} />
          <div className="flex flex-wrap items-center gap-4">
            <span className="relative">
              <Button kind="zap" icon={<Bolt />} onClick={() => setRippled(rippled + 1)}>
                Send 1,000 sats
              </Button>
              {rippled > 0 && <Ripple key={rippled} className="size-44" />}
            </span>
            <Button kind="quiet" onClick={() => setIsOpen(true)}>
              Open dialog
            </Button>
            <CopyButton text={INVOICE} labels={LABELS} />
          </div>
        </div>
        <div className="mt-8 grid items-start gap-8 lg:grid-cols-[280px_1fr]">
          <Qr text={INVOICE.toUpperCase()} label="Invoice" labels={LABELS} />
          <Table
            caption="Transactions"
            rows={ROWS}
            rowKey={(row) => row.id}
            columns={[
              { key: 'title', head: 'What', cell: (row) => <span className="font-semi">{row.title}</span> },
              { key: 'kind', head: 'Kind', cell: (row) => row.kind, isWideOnly: true },
              { key: 'when', head: 'When', cell: (row) => <span className="text-ink-2">{row.when}</span> },
              { key: 'amount', head: 'Sats', cell: (row) => row.amount, isFigure: true },
            ]}
          />
        </div>
      </Section>
      <Section title="Sound">
        <Waveform
          peaks={PEAKS}
          durationSeconds={238}
          playedSeconds={playedSeconds}
          label="Position"
          valueText={`${Math.round(playedSeconds)} seconds`}
          onSeek={setPlayedSeconds}
          className="h-20"
        />
        <Waveform
          peaks={null}
          durationSeconds={0}
          playedSeconds={0}
          label="Unknown shape"
          valueText=""
          onSeek={() => undefined}
          className="mt-4 h-6"
        />
        <Button className="mt-4" kind="quiet" onClick={() => playList(tracks, 0)}>
          Show the player
        </Button>
      </Section>
      <ZapSample isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

function ZapSample({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Zap Slow Lightning" aside="at 1:42" closeLabel="Close">
      <div className="grid grid-cols-4 gap-2">
        {['100', '1,000', '5,000', 'Other'].map((amount, index) => (
          <button
            key={amount}
            type="button"
            aria-pressed={index === 1}
            className={classNames(
              'min-h-12 rounded-field border-[1.5px] border-line-2 font-semi',
              'aria-pressed:border-orange aria-pressed:bg-orange-soft',
            )}
          >
            {amount}
          </button>
        ))}
      </div>
      <p className="mt-3.5 text-sm text-ink-2">1,000 sats · $0.94 from your balance</p>
      <h3 className="mt-4 mb-2 font-text text-base font-semi tracking-normal">Where it goes</h3>
      <SplitBar parts={PARTS} />
      <Field label="Message" isLabelHidden placeholder="Add a message…" className="my-4" />
      <Button kind="zap" size="large" className="w-full">
        Send 1,000 sats
      </Button>
    </Dialog>
  )
}
