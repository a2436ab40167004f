/** The port for search: ids in order of relevance for a term as typed. Implemented by the index in the database
 * (word-search.ts); an external search server could implement it too. It does not check visibility. */
import type { SearchType } from '#contract/listening/search.ts'

export type Found = { id: string; type: SearchType }

export type SearchPort = {
  find(term: string, options: { type?: SearchType | undefined; limit: number }): Promise<Found[]>
}
