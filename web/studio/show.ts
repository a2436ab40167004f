/** Which part of a list is shown: all of it, what is public, what is not yet. */
import { useSearchParams } from '../navigation/navigation.tsx'
import { isOut, type Shown } from './status.ts'

export type Show = 'all' | 'published' | 'unpublished'

/** The choice stands in the address. */
export function useShow(): Show {
  const [search] = useSearchParams()
  const asked = search.get('show')
  return asked === 'published' || asked === 'unpublished' ? asked : 'all'
}

export function showOnly<C extends Shown>(contents: readonly C[], show: Show): C[] {
  return contents.filter((content) => show === 'all' || isOut(content) === (show === 'published'))
}
