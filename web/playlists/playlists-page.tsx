/** The playlists of the signed-in user. */
import { Head } from '#web/frame/head.tsx'
import { t } from '#web/words/words.ts'
import { OwnPlaylists } from './own-playlists.tsx'

export function Page() {
  return (
    <>
      <Head title={t('playlists.title')} isHidden />
      <div className="pt-5 md:pt-7">
        <OwnPlaylists level="h1" />
      </div>
    </>
  )
}
