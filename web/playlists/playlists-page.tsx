/** The playlists of the signed-in user. */
import { ListHeading } from '#web/content/list-parts.tsx'
import { Head } from '#web/frame/head.tsx'
import { t } from '#web/words/words.ts'
import { OwnPlaylists } from './own-playlists.tsx'

export function Page() {
  return (
    <>
      <Head title={t('playlists.title')} isHidden />
      <ListHeading title={t('playlists.title')} lead={t('playlists.lead')} />
      <OwnPlaylists />
    </>
  )
}
