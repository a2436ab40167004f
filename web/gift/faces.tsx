/** The avatars of the artists just heard: one press sends 21 sats. Shown on the start page and in the bar above the player. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getArtistByUrl } from '#contract/catalog/artists.ts'
import { GIFT_MSAT, giveGift } from '#contract/payments/gifts.ts'
import { isUncertain, useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { showGiven } from './ask.ts'
import { readDevice } from './device.ts'
import { type Face, useGift } from './gift.ts'

export function Faces({ isLarge = false }: { isLarge?: boolean }) {
  const { faces, isOnUs } = useGift()
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  const giving = useMutation({
    mutationFn: async ({ contentId, atSeconds }: Face) => {
      const body = { contentId, device: readDevice() ?? '', contentTime: atSeconds }
      return callOnce(body, (options) => call(giveGift, { body }, options))
    },
    onSuccess: (_given, face) => showGiven(queries, face),
  })
  const choose = (face: Face) => {
    if (isOnUs) giving.mutate(face)
    else useGift.setState({ step: { at: 'paying', face } })
  }
  const { error } = giving
  return (
    <>
      <ul className={classNames('flex flex-wrap', isLarge ? 'gap-x-6 gap-y-4' : 'gap-2')}>
        {faces.map((face) => (
          <li key={face.href} className="min-w-0">
            <FaceButton
              face={face}
              isLarge={isLarge}
              isWaiting={giving.isPending && giving.variables.contentId === face.contentId}
              isDisabled={giving.isPending}
              onChoose={choose}
            />
          </li>
        ))}
      </ul>
      {error !== null && (
        <p role="alert" className="mt-3 font-semi">
          {isUncertain(error) ? describeFailure(error) : t('gift.failed', { reason: describeFailure(error) })}
        </p>
      )}
    </>
  )
}

type FaceButtonProps = {
  face: Face
  isLarge: boolean
  isWaiting: boolean
  isDisabled: boolean
  onChoose: (face: Face) => void
}

function FaceButton({ face, isLarge, isWaiting, isDisabled, onChoose }: FaceButtonProps) {
  const artist = useFaceArtist(face.href)
  const portrait = artist?.artworkUrl ?? face.artworkUrl
  const sats = formatSats(GIFT_MSAT)
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-busy={isWaiting || undefined}
      onClick={() => onChoose({ ...face, totalMsat: artist?.msatTotal ?? null })}
      className={classNames(
        'group flex items-center transition-transform active:scale-[0.97]',
        isLarge ? 'w-[clamp(84px,9vw,150px)] flex-col gap-3' : 'min-h-11 gap-2 pr-2',
      )}
    >
      <Cover
        src={portrait}
        alt=""
        seed={face.href}
        shape="round"
        sizes="150px"
        className={classNames(
          'outline-offset-2 outline-current group-hover:outline-3',
          isLarge ? 'w-full' : 'size-11 shrink-0',
          isWaiting && 'animate-breathe',
        )}
      />
      <span className={classNames('font-strong', isLarge ? 'text-center text-balance' : 'sr-only')}>
        {t('gift.giveTo', { sats, name: face.name })}
      </span>
      {!isLarge && (
        <span aria-hidden="true" className="max-w-[14ch] truncate font-strong max-md:sr-only">
          {face.name}
        </span>
      )}
    </button>
  )
}

const ARTIST = '/artist/'

/** Undefined for shows, and until it has loaded. */
export function useFaceArtist(href: string) {
  const { call } = useSite()
  const artistUrl = href.startsWith(ARTIST) ? decodeURIComponent(href.slice(ARTIST.length)) : null
  const { data } = useQuery({
    ...callQuery(call, getArtistByUrl, { params: { artistUrl: artistUrl ?? '' } }),
    enabled: artistUrl !== null,
  })
  return data
}
