/** Which items of a list are shown: all, published, or unpublished. */
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { isOut, type Shown } from './status.ts'

export type Show = 'all' | 'published' | 'unpublished'

/** The choice is stored in the URL. */
export function useShow(): Show {
  const [search] = useSearchParams()
  const asked = search.get('show')
  return asked === 'published' || asked === 'unpublished' ? asked : 'all'
}

export function showOnly<C extends Shown>(contents: readonly C[], show: Show): C[] {
  return contents.filter((content) => show === 'all' || isOut(content) === (show === 'published'))
}
