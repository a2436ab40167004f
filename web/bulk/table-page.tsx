/** The tracks of one of the user's artists, or the episodes of a podcast, as a table. */
import { ErrorState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import type { Own } from '#web/studio/content/own.ts'
import { useParam } from '#web/studio/frame/content-frame.tsx'
import { StudioFrame, StudioHeading } from '#web/studio/frame/studio-frame.tsx'
import { CellTable, type TableOf } from './table/cell-table.tsx'

export function Page() {
  const parentId = useParam('parentId')
  return (
    <StudioFrame>
      {(own) => {
        const of = tableOf(own, parentId)
        // The lists contain the user's own content only.
        if (of === null) return <ErrorState title={t('failure.notFoundTitle')} />
        return (
          <>
            <StudioHeading title={of.name} lead={t('table.lead')} />
            <CellTable key={of.id} of={of} />
          </>
        )
      }}
    </StudioFrame>
  )
}

function tableOf({ artists, podcasts }: Own, id: string): TableOf | null {
  const artist = artists.find((one) => one.id === id)
  if (artist) return { id, kind: 'artist', name: artist.name }
  const podcast = podcasts.find((one) => one.id === id)
  return podcast ? { id, kind: 'podcast', name: podcast.name } : null
}
