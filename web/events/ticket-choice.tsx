/** The tickets of an event: the kinds with their prices, how many, and one button. The dialog that pays is loaded when it is
 * pressed. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useHydrated } from '#web/data/use-hydrated.ts'
import { Dollars } from '#web/format/dollars.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatMoment } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { buyText, type ConcertWire, formatPrice } from './times.ts'

const OwnSeats = lazy(async () => ({ default: (await import('./own-seats.tsx')).OwnSeats }))
const BuyDialog = lazy(async () => ({ default: (await import('./buy-dialog.tsx')).BuyDialog }))

type Tier = ConcertWire['tiers'][number]

/** Fewer are counted out. */
const FEW = 50

/** In the text colour of the ground: browsers draw their own for the page, which may be as light or dark as the ground. */
const RADIO = classNames(
  'size-5 shrink-0 appearance-none rounded-full border-2 border-current bg-clip-content p-[3px]',
  'checked:bg-current disabled:opacity-45 forced-colors:appearance-auto',
)

export function TicketChoice({ concert }: { concert: ConcertWire }) {
  const sellable = concert.tiers.filter(({ left, msatNow }) => left > 0 && msatNow !== null)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [count, setCount] = useState(1)
  const [isBuying, setIsBuying] = useState(false)
  // Until then, several presses on "more" would count as one.
  const isHydrated = useHydrated()
  const list = useRef<HTMLUListElement>(null)
  // What was chosen before the page hydrated.
  useEffect(() => setChosenId(list.current?.querySelector<HTMLInputElement>(':checked')?.value ?? null), [])
  const chosen = sellable.find(({ id }) => id === chosenId) ?? sellable[0]
  const max = Math.max(1, Math.min(concert.personMax, chosen?.left ?? 1))
  const isOpen = concert.sale === 'open'
  const wanted = Math.min(count, max)
  return (
    <section aria-labelledby="tickets" className="mt-4 md:mt-6">
      <h2 id="tickets" className="title-2 max-md:sr-only">
        {t('events.tickets')}
      </h2>
      <SaleNote concert={concert} />
      {isHydrated && (
        <Suspense fallback={null}>
          <OwnSeats concert={concert} />
        </Suspense>
      )}
      <ul ref={list} className="mt-3 border-t border-line">
        {concert.tiers.map((tier) => (
          <TierRow
            key={tier.id}
            tier={tier}
            isChoice={isOpen && sellable.length > 1}
            isChosen={tier.id === chosen?.id}
            onChoose={() => setChosenId(tier.id)}
          />
        ))}
      </ul>
      {isOpen && chosen && (
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
          {max > 1 && <CountChoice count={wanted} max={isHydrated ? max : 1} onChange={setCount} />}
          <Button kind="zap" size="large" onClick={() => setIsBuying(true)} className="max-md:w-full">
            {buyText(wanted, (chosen.msatNow ?? 0) * wanted)}
          </Button>
        </div>
      )}
      {isBuying && chosen && (
        <Suspense fallback={null}>
          <BuyDialog concert={concert} tier={chosen} count={wanted} onClose={() => setIsBuying(false)} />
        </Suspense>
      )}
    </section>
  )
}

function SaleNote({ concert }: { concert: ConcertWire }) {
  const { sale, saleFrom, timeZone, tiers } = concert
  const words =
    sale === 'not-yet' && saleFrom !== null
      ? t('events.saleFrom', {
          date: formatMoment(new Date(saleFrom), { dateStyle: 'long', timeStyle: 'short', timeZone }),
        })
      : sale !== 'open'
        ? t('events.saleOver')
        : tiers.every(({ left }) => left === 0)
          ? t(concert.mayFree ? 'events.soldOutNote' : 'events.soldOut')
          : null
  return words && <p className="mt-2 text-lg font-semi">{words}</p>
}

function TierRow({
  tier,
  isChoice,
  isChosen,
  onChoose,
}: {
  tier: Tier
  isChoice: boolean
  isChosen: boolean
  onChoose: () => void
}) {
  const isSellable = tier.left > 0 && tier.msatNow !== null
  return (
    <li className="border-b border-line">
      <label className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 py-3">
        {isChoice && (
          <input
            type="radio"
            name="tier"
            value={tier.id}
            checked={isChosen}
            disabled={!isSellable}
            onChange={onChoose}
            className={RADIO}
          />
        )}
        <span className="min-w-0 flex-1 basis-32">
          <span className="title-3 block wrap-anywhere">{tier.name}</span>
          <span className="block text-sm">
            {tier.left === 0
              ? t('events.soldOut')
              : tier.left <= FEW
                ? t('events.left', { count: tier.left })
                : t('events.available')}
          </span>
        </span>
        <span className="ms-auto min-w-0 text-end">
          <span className="numeral block text-2xl md:text-3xl">{formatPrice(tier)}</span>
          <PriceNote tier={tier} />
        </span>
      </label>
    </li>
  )
}

function PriceNote({ tier }: { tier: Tier }) {
  if (tier.centsPrice !== null) {
    return (
      <span className="block text-sm">
        {tier.msatNow === null ? t('events.noRate') : t('events.now', { sats: formatSats(tier.msatNow) })}
      </span>
    )
  }
  return tier.msatPrice ? <Dollars amountMsat={tier.msatPrice} className="text-sm" /> : null
}

function CountChoice({ count, max, onChange }: { count: number; max: number; onChange: (count: number) => void }) {
  const button =
    'grid size-11 place-items-center rounded-pill border-[1.5px] border-current text-xl font-strong disabled:opacity-45'
  return (
    <div role="group" aria-label={t('events.count')} className="flex items-center gap-3">
      <button
        type="button"
        aria-label={t('events.fewer')}
        disabled={count <= 1}
        onClick={() => onChange(count - 1)}
        className={button}
      >
        −
      </button>
      <span aria-live="polite" className="numeral min-w-8 text-center text-2xl">
        {count}
      </span>
      <button
        type="button"
        aria-label={t('events.more')}
        disabled={count >= max}
        onClick={() => onChange(count + 1)}
        className={button}
      >
        +
      </button>
    </div>
  )
}
