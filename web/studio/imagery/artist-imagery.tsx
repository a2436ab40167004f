/** The images of an artist's page: banner, gallery, and the artist's recommendation. */
import { useQuery } from '@tanstack/react-query'
import { GALLERY_MAX, getImagery } from '#contract/catalog/imagery.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { EditorWait } from '#web/studio/editors/wait.tsx'
import { t } from '#web/words/words.ts'
import { AddPhotographs } from './add-photographs.tsx'
import { FocusPicker } from './focus-picker.tsx'
import { PhotographFields } from './photograph-fields.tsx'
import { PhotographList } from './photograph-list.tsx'
import { PickEditor } from './pick-editor.tsx'

export function ArtistImagery({ artistId }: { artistId: string }) {
  const { call, queries } = useSite()
  const query = useQuery({ ...callQuery(call, getImagery, { params: { artistId } }), staleTime: 0 })
  if (!query.data) return <EditorWait query={query} />
  const { banner, gallery, pick } = query.data
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeyOf(getImagery) })
  return (
    <div className="flex max-w-[58rem] flex-col gap-12">
      <section aria-labelledby="banner" className="flex flex-col gap-4">
        <h2 id="banner" className="text-xl">
          {t('imagery.banner')}
        </h2>
        <p className="max-w-[68ch] text-ink-2">{t('imagery.bannerHint')}</p>
        {banner && (
          <PhotographFields
            key={banner.id}
            photograph={banner}
            name={t('imagery.banner')}
            onChanged={refresh}
            picture={(focus, setFocus) => <FocusPicker photograph={banner} focus={focus} onFocus={setFocus} />}
          />
        )}
        <AddPhotographs
          contentId={artistId}
          place="banner"
          label={t(banner ? 'imagery.bannerChange' : 'imagery.bannerDrop')}
          room={1}
          onAdded={refresh}
        />
      </section>
      <PhotographList
        contentId={artistId}
        place="gallery"
        photographs={gallery}
        max={GALLERY_MAX}
        onChanged={refresh}
      />
      <PickEditor artistId={artistId} pick={pick} />
    </div>
  )
}
