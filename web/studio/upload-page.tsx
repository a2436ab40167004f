/** Turns a folder of audio files into a release: drop, read tags,
 * edit, send. The files can also be added to existing content. */
import { useState } from 'react'
import { PODCAST_EPISODES_MAX } from '#contract/catalog/episodes.ts'
import { ALBUM_TRACKS_MAX } from '#contract/catalog/tracks.ts'
import { Link } from '#web/navigation/link.tsx'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import type { FieldErrors } from './forms/form-values.ts'
import { useMakeRelease } from './release/make-release.ts'
import { type Own, ownWith } from './content/own.ts'
import { useSameName } from './content/same-name.tsx'
import { PreparedList } from './uploads/prepared-list.tsx'
import { NEW_RELEASE, useReleaseDraft } from './release/draft.ts'
import {
  errorsOfRelease,
  ReleaseForm,
  useReleaseArtwork,
  useReleaseFields,
  formatReleaseErrors,
} from './release/form.tsx'
import { takeDropped } from './release/folder-drop.ts'
import { coverAmong, folderOf, guessRelease } from './release/guess.ts'
import { AudioDrop } from './uploads/audio-drop.tsx'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'
import { uploadActions, useUploadsOf } from './uploads/window.ts'
import type { AudioParent, Upload } from './uploads/upload.ts'

export function Page() {
  return <StudioFrame>{(own) => <Uploading own={ownWith(own, 'upload')} />}</StudioFrame>
}

const NEW = ''

function Uploading({ own }: { own: Own }) {
  const site = useSite()
  const uploads = useUploadsOf(NEW_RELEASE.id)
  const setFolderCover = useReleaseDraft((draft) => draft.setFolderCover)
  const [target, setTarget] = useState(NEW)
  const max = target === NEW ? ALBUM_TRACKS_MAX : PODCAST_EPISODES_MAX
  const targets = targetsOf(own)
  const parent = targets.find(({ id }) => id === target)
  return (
    <>
      <StudioHeading title={t('studio.upload')} lead={t('studio.uploadLead')} />
      <AudioDrop
        room={max - uploads.length}
        roomMax={max}
        isLarge={uploads.length === 0}
        onFiles={(files) => uploadActions.prepare(NEW_RELEASE, files, site)}
        takeDropped={takeDropped}
        onPictures={(pictures) => setFolderCover(coverAmong(pictures) ?? null)}
      />
      {uploads.length === 0 ? (
        <OtherMethods own={own} />
      ) : (
        <>
          {targets.length > 0 && (
            <SelectField
              label={t('studio.uploadTarget')}
              value={target}
              onChange={(event) => setTarget(event.target.value)}
              className="mt-7 max-w-[640px]"
            >
              <option value={NEW}>{t('studio.uploadNewRelease')}</option>
              {targets.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          {parent ? <AddTo parent={parent} count={uploads.length} /> : <NewRelease own={own} uploads={uploads} />}
        </>
      )}
    </>
  )
}

type Target = AudioParent & { name: string }

function targetsOf({ albums, podcasts }: Own): Target[] {
  return [
    ...albums.map(({ id, title, artist }): Target => {
      return { kind: 'album', id, artistName: artist.name, name: t('studio.uploadToRelease', { title }) }
    }),
    ...podcasts.map(({ id, name }): Target => {
      return { kind: 'podcast', id, artistName: name, name: t('studio.uploadToPodcast', { name }) }
    }),
  ]
}

/** Existing content has its own page, where the files are edited and sent. */
function AddTo({ parent: { name: _, ...parent }, count }: { parent: Target; count: number }) {
  const navigate = useNavigate()
  const { clear } = useReleaseDraft()
  const go = () => {
    uploadActions.adopt(NEW_RELEASE.id, parent)
    clear()
    void navigate(`/studio/${parent.kind === 'album' ? 'albums' : 'podcasts'}/${parent.id}`)
  }
  return (
    <Button size="large" onClick={go} className="mt-5 max-md:w-full">
      {t('studio.uploadGo', { count })}
    </Button>
  )
}

function NewRelease({ own, uploads }: { own: Own; uploads: Upload[] }) {
  const navigate = useNavigate()
  const { clear } = useReleaseDraft()
  const guess = guessRelease(
    uploads.map(({ tags }) => tags),
    uploads[0] && folderOf(uploads[0].file),
    uploads.map(({ title }) => title),
  )
  const fields = useReleaseFields(guess, own.artists, uploads.length)
  const artwork = useReleaseArtwork(guess.pictureUrl)
  const [isAsked, setIsAsked] = useState(false)
  const errors: FieldErrors = isAsked ? errorsOfRelease(fields) : {}
  const sameName = useSameName(own.artists)
  const making = useMakeRelease(sameName.save, (albumId) => {
    clear()
    void navigate(`/studio/albums/${albumId}`)
  })
  const send = () => {
    setIsAsked(true)
    const [wrong] = Object.keys(errorsOfRelease(fields))
    if (wrong === undefined) return making.mutate({ fields, artwork })
    const field = document.querySelector(`main [name="${wrong}"]`)
    if (field instanceof HTMLElement) field.focus()
  }
  const count = uploads.length
  return (
    <section aria-labelledby="new-release" className="mt-8">
      <h2 id="new-release" className="mb-5 text-xl md:text-2xl">
        {t('studio.uploadNewTitle')}
      </h2>
      <ReleaseForm
        discCount={guess.discCount}
        hasRights={Boolean(guess.label || guess.phonogramLine || guess.copyrightLine)}
        {...{ fields, artwork, errors }}
        artists={own.artists}
        sameName={sameName.field}
      />
      <PreparedList
        prepared={uploads}
        button={t('studio.uploadMake', { count })}
        isWaiting={making.isPending}
        error={formatReleaseErrors(errors) ?? (making.error ? describeFailure(making.error) : undefined)}
        onSend={send}
      />
    </section>
  )
}

function OtherMethods({ own }: { own: Own }) {
  const ways = [
    { href: '/studio/drafts', words: t('drafts.open'), isThere: true },
    { href: '/studio/create/album', words: t('studio.uploadByHand'), isThere: own.artists.length > 0 },
    { href: '/studio/create/artist', words: t('studio.emptyAction'), isThere: own.artists.length === 0 },
    { href: '/studio/create/podcast', words: t('studio.emptyPodcast'), isThere: true },
  ]
  return (
    <ul className="mt-6 flex flex-wrap gap-x-7 gap-y-1">
      {ways
        .filter(({ isThere }) => isThere)
        .map(({ href, words }) => (
          <li key={href}>
            <Link to={href} className="inline-flex min-h-11 items-center font-semi text-purple hover:underline">
              {words}
            </Link>
          </li>
        ))}
    </ul>
  )
}
