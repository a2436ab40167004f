/** Releases of others that name an artist of the user, who confirms them or says that it is somebody else. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listAppearances, listOwnAppearances } from '#contract/catalog/albums.ts'
import { confirmAppearance, removeAppearance } from '#contract/catalog/performers.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showErrorToast, showToast } from '#web/ui/overlays/toast.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'

type Appearance = Wire<typeof listOwnAppearances>[number]

export function Appearances({ artistId }: { artistId: string }) {
  const { call } = useSite()
  const [asked, setAsked] = useState<Appearance | null>(null)
  const { data = [] } = useQuery(callQuery(call, listOwnAppearances, { params: { artistId }, query: { limit: '100' } }))
  if (data.length === 0) return null
  return (
    <section className="mt-11" aria-labelledby="appearances">
      <h2 id="appearances" className="mb-1 text-xl">
        {t('catalog.appearsOn')}
      </h2>
      <p className="mb-3 max-w-[68ch] text-ink-2">{t('editors.appearancesLead')}</p>
      <ul>
        {data.map((album) => (
          <li key={album.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2.5">
            <Cover src={album.artworkUrl} alt="" seed={album.id} sizes="56px" className="size-14 shrink-0" />
            <div className="min-w-0 flex-1 basis-40">
              <Link to={`/album/${album.id}`} className="block truncate py-1 font-semi hover:underline">
                {album.title}
              </Link>
              <p className="truncate text-sm text-ink-2">{album.byline}</p>
            </div>
            {!album.isConfirmed && <ThatIsMe artistId={artistId} album={album} />}
            <Button
              kind="quiet"
              aria-label={t('editors.notMeOf', { title: album.title })}
              onClick={() => setAsked(album)}
            >
              {t('editors.notMe')}
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && <NotMe artistId={artistId} album={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

type AnswerProps = { artistId: string; album: Appearance }

function useAnswer(endpoint: typeof confirmAppearance | typeof removeAppearance, { artistId, album }: AnswerProps) {
  const { call, queries } = useSite()
  return useMutation({
    mutationFn: () => call(endpoint, { params: { artistId, albumId: album.id } }),
    onSuccess: () =>
      Promise.all(
        [listAppearances, listOwnAppearances].map((list) => queries.invalidateQueries({ queryKey: queryKeyOf(list) })),
      ),
  })
}

function ThatIsMe(props: AnswerProps) {
  const { title } = props.album
  const confirming = useAnswer(confirmAppearance, props)
  const confirm = () =>
    confirming.mutate(undefined, {
      onSuccess: () => showToast(t('editors.thatIsMeDone', { title })),
      onError: (error) => showErrorToast(describeFailure(error)),
    })
  return (
    <Button aria-label={t('editors.thatIsMeOf', { title })} isWaiting={confirming.isPending} onClick={confirm}>
      {t('editors.thatIsMe')}
    </Button>
  )
}

function NotMe({ onClose, ...props }: AnswerProps & { onClose: () => void }) {
  const { title } = props.album
  const removing = useAnswer(removeAppearance, props)
  const remove = () =>
    removing.mutate(undefined, {
      onSuccess: () => {
        showToast(t('editors.notMeDone', { title }))
        onClose()
      },
    })
  return (
    <Dialog isOpen onClose={onClose} title={t('editors.notMeTitle', { title })} closeLabel={t('common.close')}>
      <p className="text-ink-2">{t('editors.notMeText')}</p>
      {removing.error && (
        <div className="mt-4">
          <Problem words={describeFailure(removing.error)} />
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button kind="danger" isWaiting={removing.isPending} onClick={remove}>
          {t('editors.notMe')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}
