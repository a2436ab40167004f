/** The start page. */
import { Head } from '../head.tsx'
import { useSettings } from '../site.ts'
import { EmptyState } from '../ui/empty.tsx'
import { t } from '../words/words.ts'

export function Page() {
  const { brandName } = useSettings()
  return (
    <>
      <Head title={brandName} description={t('home.title')} path="/" />
      <h1 className="sr-only">{t('home.title')}</h1>
      <EmptyState sentence={t('home.empty')} />
    </>
  )
}
