/** What this room asks of a search: ids in order, for a term as somebody has typed it. Behind it stands the index in the
 * database (word-search.ts); a search server of its own would stand behind the same. It knows nothing of who may see what. */
import type { SearchType } from '#contract/search.ts'

export type Found = { id: string; type: SearchType }

export type SearchPort = {
  find(term: string, options: { type?: SearchType | undefined; limit: number }): Promise<Found[]>
}
