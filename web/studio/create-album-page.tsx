/** Creates a release under one of the user's artists; continues on the release's page, where tracks are uploaded. */
import { createAlbum, listOwnAlbums } from '#contract/catalog/albums.ts'
import { Link } from '#web/navigation/link.tsx'
import { useNavigate, useSearchParams } from '#web/navigation/navigation.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import { albumFields, artistField } from './content/content-fields.tsx'
import { ContentForm, useSend } from './content/form.tsx'
import { type Own, ownWith } from './content/own.ts'
import { useFolderDrop } from './release/folder-drop.ts'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

export function Page() {
  return (
    <StudioFrame>
      {(all) => {
        const own = ownWith(all, 'edit')
        return (
          <>
            <StudioHeading title={t('studio.albumTitle')} lead={t('studio.albumLead')} />
            {own.artists.length === 0 ? (
              <EmptyState
                sentence={t('studio.artistFirst')}
                action={<ButtonLink to="/studio/create/artist">{t('studio.emptyAction')}</ButtonLink>}
              />
            ) : (
              <NewAlbum own={own} />
            )}
          </>
        )
      }}
    </StudioFrame>
  )
}

function NewAlbum({ own }: { own: Own }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const create = useSend(createAlbum, [listOwnAlbums])
  const isOver = useFolderDrop()
  const requested = own.artists.find(({ id }) => id === search.get('artistId'))
  const selected = requested ?? (own.artists.length === 1 ? own.artists[0] : undefined)
  return (
    <>
      <p
        className={classNames(
          '-mt-2 mb-6 rounded-item transition-colors',
          isOver && 'bg-purple-soft outline-2 outline-offset-8 outline-purple outline-dashed',
        )}
      >
        <Link to="/studio/upload" className="font-semi text-purple hover:underline">
          {t('studio.albumFromFolder')}
        </Link>
      </p>
      <ContentForm
        name="new album"
        fields={albumFields(artistField(own.artists, selected?.id))}
        send={create}
        onDone={({ id }) => void navigate(`/studio/albums/${id}`)}
        button={t('studio.albumMake')}
      />
    </>
  )
}
