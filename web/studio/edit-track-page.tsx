/** Edits a track: details and audio, lyrics, timed artwork, credits, splits; and deletes it. */
import { getAlbum, listOwnAlbums } from '#contract/catalog/albums.ts'
import type { Wire } from '#contract/endpoint.ts'
import { TITLE_MAX } from '#contract/fields.ts'
import { isIsrc } from '#contract/catalog/release-codes.ts'
import { deleteTrack, getTrack, listAlbumTracks, updateTrack } from '#contract/catalog/tracks.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { sayDone } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { ArtworkSegmentsEditor } from './artwork/segments-editor.tsx'
import { ContentForm, useSend } from './content/form.tsx'
import { useParam } from './frame/content-frame.tsx'
import { DeletePart } from './forms/delete-dialog.tsx'
import { EditFrame } from './frame/edit-frame.tsx'
import { soundParts, watched } from './frame/edit-sound.tsx'
import { forgetSound } from './sounds/forget-sound.ts'
import { FormSwitch } from './forms/form-parts.tsx'
import { SWITCH_RULE } from './forms/form-values.ts'
import { LyricsEditor } from './lyrics/editor.tsx'
import { OwnContent } from './frame/own-content.tsx'
import { SoundFilePart } from './sounds/file-part.tsx'

type Track = Wire<typeof getTrack>

const RULES = {
  title: { max: TITLE_MAX, isRequired: true },
  isrc: {
    max: 40,
    check: (typed: string) => (isIsrc(typed) ? null : t('error.isrc-invalid')),
    codes: ['isrc-invalid'],
  },
  isExplicit: SWITCH_RULE,
} as const

export function Page() {
  const { call } = useSite()
  const trackId = useParam('trackId')
  return (
    <OwnContent
      query={{ ...callQuery(call, getTrack, { params: { trackId } }), ...watched }}
      ownerOf={(track) => track.userId}
    >
      {(track) => <EditTrack track={track} />}
    </OwnContent>
  )
}

function EditTrack({ track }: { track: Track }) {
  const { id, title, albumId } = track
  const of = { contentId: id, contentType: 'track' } as const
  const parent = { contentId: albumId, contentType: 'album' } as const
  return (
    <EditFrame
      kind={t('analytics.kindTrack')}
      title={t('studio.editTitle', { title })}
      back={{ href: `/studio/albums/${albumId}`, name: track.albumTitle }}
      cover={{ url: track.artworkUrl, seed: albumId }}
      parts={[
        { key: 'details', name: t('studio.partDetails'), panel: <Details track={track} /> },
        {
          key: 'lyrics',
          name: t('studio.partLyrics'),
          panel: <LyricsEditor trackId={id} sound={track} />,
        },
        {
          key: 'artwork',
          name: t('studio.partArtwork'),
          panel: <ArtworkSegmentsEditor trackId={id} sound={track} />,
        },
        ...soundParts(of, parent, track),
      ]}
    />
  )
}

function Details({ track }: { track: Track }) {
  const { call, queries } = useSite()
  const navigate = useNavigate()
  const update = useSend(updateTrack, [getTrack, listAlbumTracks, getAlbum])
  const { id, title, albumId } = track
  const remove = async () => {
    await call(deleteTrack, { params: { trackId: id } })
    forgetSound(queries, track)
    await Promise.all(
      [listAlbumTracks, listOwnAlbums, getAlbum].map((list) =>
        queries.invalidateQueries({ queryKey: queryKeyOf(list) }),
      ),
    )
  }
  const initial = { title, isrc: track.isrc ?? '', isExplicit: String(track.isExplicit) }
  return (
    <>
      <ContentForm
        key={`${initial.title} ${initial.isrc} ${initial.isExplicit}`}
        rules={RULES}
        initial={initial}
        hasArtwork={false}
        send={({ isExplicit, artwork: _, ...texts }) =>
          update({ trackId: id, ...texts, ...(isExplicit && { isExplicit: isExplicit === 'true' }) })
        }
        onDone={() => sayDone(t('studio.saved'))}
        button={t('studio.save')}
      >
        {(errors) => (
          <>
            <Field
              name="title"
              label={t('studio.albumName')}
              defaultValue={title}
              autoComplete="off"
              required
              error={errors['title']}
            />
            <FormSwitch
              name="isExplicit"
              label={t('studio.explicit')}
              hint={t('studio.explicitHint')}
              isOn={track.isExplicit}
            />
            <Field
              name="isrc"
              label={t('studio.isrc')}
              hint={t('studio.isrcHint')}
              defaultValue={initial.isrc}
              autoComplete="off"
              autoCapitalize="characters"
              error={errors['isrc']}
            />
          </>
        )}
      </ContentForm>
      <SoundFilePart sound={track} parent={{ kind: 'album', id: albumId, artistName: track.artist }} />
      <DeletePart
        button={t('studio.deleteTrack')}
        thing={{
          title,
          remove,
          onGone: () => void navigate(`/studio/albums/${albumId}`, { replace: true }),
        }}
      />
    </>
  )
}
