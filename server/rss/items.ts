/** What items of albums and podcasts have in common: audio, and people. */
import { type Licence, urlOfLicence } from '#contract/catalog/releases.ts'
import type { Audio, Item, License, Person } from '#protocols/rss/feed.ts'
import type { StoredCredit } from '#server/catalog/forms/credits.ts'
import { readStreams, type Stream } from '#server/media/assets.ts'
import type { Rss } from './deps.ts'

/** As the files are served. */
const TYPES: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', m4a: 'audio/mp4', opus: 'audio/ogg' }

type Described = Omit<Stream, 'bitRate'> & { bitRate: number | null }
type Audible = { id: string; live_key: string | null }

/** The address of audio has the id of its content, so it stays when the file is replaced. */
export async function readAudio(rss: Rss, items: readonly Audible[]): Promise<(item: Audible) => Audio[]> {
  const streamsOf = await readStreams(
    rss.database.read,
    items.flatMap(({ live_key: key }) => key ?? []),
  )
  const audio = new Map<string, Audio[]>()
  for (const { id, live_key: key } of items) {
    if (key === null) continue
    const streams = streamsOf(key)
    const known = streams.length > 0 ? streams : [{ key, bytes: (await rss.files.stat(key))?.size ?? 0, bitRate: null }]
    const describe = ({ key: own, bytes, bitRate, sha256 }: Described): Audio => {
      const extension = own.slice(own.lastIndexOf('.') + 1)
      const title = bitRate === null ? extension : `${extension} ${Math.round(bitRate / 1_000)} kbit/s`
      const url = `${rss.publicUrl}/rss/audio/${id}.${extension}`
      return {
        url,
        type: TYPES[extension] ?? 'application/octet-stream',
        bytes,
        bitRate,
        title,
        sha256: sha256 ?? null,
      }
    }
    audio.set(id, known.map(describe))
  }
  return ({ id }) => audio.get(id) ?? []
}

/** What only episodes have. */
export const ofEpisodes: Pick<Item, 'image' | 'soundbites' | 'location' | 'license'> = {
  image: null,
  soundbites: [],
  location: null,
  license: null,
}

/** By its identifier in the SPDX list, in lower case; none for all rights reserved. */
export function licenseOf({ licence }: { licence: Licence | null }): License | null {
  const url = licence === null ? null : urlOfLicence(licence)
  return url === null ? null : { name: licence === 'cc0' ? 'cc0-1.0' : `${licence}-4.0`, url }
}

/** The groups of the namespace's taxonomy, which has none for music. */
const GROUPS: Readonly<Record<string, string>> = {
  host: 'cast',
  'co-host': 'cast',
  guest: 'cast',
  narrator: 'cast',
  writer: 'writing',
  researcher: 'writing',
  editor: 'audio post-production',
  'sound design': 'audio post-production',
  producer: 'creative direction',
  'executive producer': 'creative direction',
  artwork: 'visuals',
  photography: 'visuals',
}
const VISUAL = /^(artwork|photography)$/

export const musicPerson = ({ name, role }: Pick<StoredCredit, 'name' | 'role'>): Person => ({
  name,
  role: role.toLowerCase(),
  group: VISUAL.test(role.toLowerCase()) ? 'visuals' : 'music',
})

export const podcastPerson = ({ name, role }: StoredCredit): Person => ({
  name,
  role: role.toLowerCase(),
  group: GROUPS[role.toLowerCase()] ?? 'misc',
})
