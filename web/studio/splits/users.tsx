/** Looks up the usernames in a split, after a pause in typing: whether they exist, with avatar and display name.
 * Their shares are draft.ts. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { getProfile } from '#contract/accounts/users.ts'
import { checkUsernames } from '#contract/catalog/splits.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useSettled } from '#web/data/use-settled.ts'

export type KnownUser = { displayName: string | null; artworkUrl: string | null }
export type KnownNames = {
  found: ReadonlySet<string>
  unknown: ReadonlySet<string>
  people: ReadonlyMap<string, KnownUser>
}

/** Which of these usernames exist and which do not. Known results are kept while a new one is looked up. */
export function useKnownNames(names: readonly string[]): KnownNames {
  const { call } = useSite()
  const usernames = useSettled(names.join(' '))
    .split(' ')
    .filter((name) => name !== '')
  const { data } = useQuery({
    queryKey: queryKeyOf(checkUsernames, { body: { usernames } }),
    queryFn: ({ signal }) => call(checkUsernames, { body: { usernames } }, { signal }),
    enabled: usernames.length > 0,
    retry: false,
    placeholderData: (previous) => previous,
  })
  const named = (isValid: boolean) =>
    new Set((data ?? []).filter((one) => one.isValid === isValid).map(({ username }) => username))
  const found = named(true)
  const people = usePeople(usernames.filter((name) => found.has(name)))
  return { found, unknown: named(false), people }
}

function usePeople(names: readonly string[]): ReadonlyMap<string, KnownUser> {
  const { call } = useSite()
  const profiles = useQueries({
    queries: names.map((profileUrl) => ({ ...callQuery(call, getProfile, { params: { profileUrl } }), retry: false })),
  })
  return new Map(
    names.flatMap((name, index) => {
      const profile = profiles[index]?.data
      return profile ? [[name, { displayName: profile.displayName, artworkUrl: profile.artworkUrl }] as const] : []
    }),
  )
}
