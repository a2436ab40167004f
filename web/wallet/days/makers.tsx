/** The recipients of the zaps of the last days: blocks in the colours of what was zapped, as tall as their share. */
import type { CSSProperties } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { formatAmount, formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import type { WalletDays } from './query.ts'

type Maker = WalletDays['makers'][number]

/** All other recipients together are one block. */
const SHOWN = 8

/** Renders nothing if nothing was zapped. */
export function Makers({ makers }: { makers: readonly Maker[] }) {
  if (makers.length === 0) return null
  const shown = makers.slice(0, makers.length > SHOWN + 1 ? SHOWN : SHOWN + 1)
  const others = makers.slice(shown.length)
  const sats = formatSats(sumOf(makers))
  const hasShows = makers.some(({ contentType }) => contentType === 'podcast')
  const count = makers.length
  return (
    <section aria-labelledby="makers" className="flex min-h-full flex-col bg-highlight">
      <h2 id="makers" className="title-2 px-(--gut) pt-[clamp(2rem,4vw,3.5rem)] pb-6 lg:px-7">
        {hasShows ? t('wallet.makersAndShows', { sats, count }) : t('wallet.makers', { sats, count })}
      </h2>
      <ul className="flex grow flex-col max-lg:min-h-96">
        {shown.map((maker) => (
          <MakerBlock key={maker.id} maker={maker} />
        ))}
        {others.length > 0 && (
          <li className="flex min-h-16 items-center justify-between gap-4 px-(--gut) lg:px-7">
            <span>{t('wallet.moreMakers', { count: others.length })}</span>
            <span className="numeral text-lg">{formatSats(sumOf(others))}</span>
          </li>
        )}
      </ul>
    </section>
  )
}

const sumOf = (makers: readonly Maker[]): number => makers.reduce((sum, { msatAmount }) => sum + msatAmount, 0)

function MakerBlock({ maker }: { maker: Maker }) {
  const { id, name, slug, contentType, artworkUrl, colorInfo, msatAmount } = maker
  const share: CSSProperties = { flexGrow: msatAmount }
  return (
    <li
      style={{ ...floodStyle(colorInfo), ...share }}
      className="group flood relative flex min-h-fit basis-18 flex-wrap items-start gap-3.5 px-(--gut) py-3.5 lg:px-7"
    >
      <Cover src={artworkUrl} alt="" seed={id} sizes="44px" className="w-11 shrink-0" />
      <p className="min-w-0 flex-1 basis-36 pt-1 font-display text-lg leading-[1.1] font-heavy xl:group-first:title-2">
        {slug === null ? (
          name
        ) : (
          <Link
            to={`/${contentType}/${encodeURIComponent(slug)}`}
            className="after:absolute after:inset-0 hover:underline"
          >
            {name}
          </Link>
        )}
      </p>
      <p title={formatAmount(msatAmount)} className="numeral pt-1 text-xl">
        {formatSats(msatAmount)}
        <span className="sr-only"> {t('common.sats')}</span>
      </p>
    </li>
  )
}
