/** A release as a NewReleaseMessage of DDEX ERN 4.3. Unknown values are omitted where the schema allows it; docs/archive.md lists
 * what is written for those that it requires. Pure. */
import { element, textElement, writeXml, type XmlChild, type XmlElement } from '#protocols/rss/xml.ts'
import { creditRole } from './roles.ts'

export type DdexPerson = { name: string; artistId: string | null; artistUrl: string | null }
export type DdexPerformer = DdexPerson & { role: 'main' | 'featured' | 'with' | 'remixer' | 'producer' }
export type DdexFile = { path: string; sha256: string }
export type DdexTrack = {
  id: string
  title: string
  disc: number
  position: number
  byline: string
  performers: readonly DdexPerformer[]
  credits: readonly { name: string; role: string }[]
  isrc: string | null
  iswc: string | null
  durationMs: number
  isExplicit: boolean
  /** Null when the original is not in the archive. */
  file: DdexFile | null
}
export type DdexDeal = {
  model: 'FreeOfChargeModel' | 'PayAsYouGoModel'
  use: 'OnDemandStream' | 'PermanentDownload'
}
export type DdexRelease = {
  id: string
  url: string
  title: string
  kind: 'Album' | 'EP' | 'Single'
  byline: string
  performers: readonly DdexPerformer[]
  upc: string | null
  label: string | null
  phonogramLine: string | null
  copyrightLine: string | null
  genre: string | null
  subgenre: string | null
  language: string | null
  originalDate: string | null
  publishedAt: Date | null
  isExplicit: boolean
  cover: DdexFile | null
  discTitles: readonly string[]
  tracks: readonly DdexTrack[]
  deals: readonly DdexDeal[]
}
export type DdexHeader = {
  /** Namespace of the ids of this server: its host. */
  host: string
  sender: string
  recipient: string
  createdAt: Date
}

/** The version of the allowed values of ERN 4.3. */
const VALUES_VERSION = '3'
/** Neither sender nor recipient has a DDEX identifier. The schema requires one of this form. */
const NO_PARTY_ID = 'PADPIDANONE'
const NAMESPACE = 'http://ddex.net/xml/ern/43'
const LANGUAGE = /^[a-z]{2,3}(-[a-z]+)?(-[a-z]{2}|-\d{3})?(-[a-z][a-z\d]{5,})?$/i
const WORLD = { ApplicableTerritoryCode: 'Worldwide', IsDefault: 'true' }

const group = (name: string, children: readonly XmlChild[]) => element(name, {}, children)
const text = (name: string, value: string, attributes: Record<string, string> = {}) =>
  element(name, attributes, [value])

export function writeNewRelease(release: DdexRelease, header: DdexHeader): string {
  const parties = createParties(header.host)
  // The parties are known once everything else is written.
  const resources = group('ResourceList', [
    ...release.tracks.map((track, index) => soundRecording(release, track, { number: index + 1, header, parties })),
    release.cover && image(release, release.cover, header),
  ])
  const releases = releaseList(release, header, parties)
  return writeXml(
    element(
      'ern:NewReleaseMessage',
      { 'xmlns:ern': NAMESPACE, LanguageAndScriptCode: languageOf(release) ?? 'und', AvsVersionId: VALUES_VERSION },
      [messageHeader(release, header), group('PartyList', parties.list()), resources, releases, dealList(release)],
    ),
  )
}

function messageHeader(release: DdexRelease, { sender, recipient, createdAt }: DdexHeader): XmlElement {
  const party = (name: string, fullName: string) =>
    group(name, [text('PartyId', NO_PARTY_ID), group('PartyName', [text('FullName', fullName)])])
  return group('MessageHeader', [
    text('MessageId', `${release.id}-${createdAt.getTime()}`),
    party('MessageSender', sender),
    party('MessageRecipient', recipient),
    text('MessageCreatedDateTime', createdAt.toISOString()),
  ])
}

type Parties = { refer(person: DdexPerson): string; list(): XmlElement[] }

/** People by artist, or by name; each is listed once. */
function createParties(host: string): Parties {
  const known = new Map<string, DdexPerson>()
  return {
    refer(person) {
      const key = person.artistId ?? person.name
      if (!known.has(key)) known.set(key, person)
      return `P${[...known.keys()].indexOf(key) + 1}`
    },
    list: () =>
      [...known.values()].map(({ name, artistId, artistUrl }, index) =>
        group('Party', [
          text('PartyReference', `P${index + 1}`),
          group('PartyName', [text('FullName', name)]),
          artistId === null ? null : group('PartyId', [proprietaryId(host, artistId)]),
          textElement('ArtistProfilePage', artistUrl),
        ]),
      ),
  }
}

const named = (name: string): DdexPerson => ({ name, artistId: null, artistUrl: null })
const proprietaryId = (host: string, id: string) => text('ProprietaryId', id, { Namespace: host })
const titles = (title: string): XmlElement[] => [
  text('DisplayTitleText', title, WORLD),
  element('DisplayTitle', WORLD, [text('TitleText', title)]),
]
const warning = (isExplicit: boolean) => text('ParentalWarningType', isExplicit ? 'Explicit' : 'NotExplicit')
const languageOf = ({ language }: DdexRelease) => (language !== null && LANGUAGE.test(language) ? language : null)
const durationOf = (ms: number) => `PT${Math.floor(ms / 60_000)}M${(ms % 60_000) / 1_000}S`

const ARTIST_ROLES = { main: 'MainArtist', featured: 'FeaturedArtist', with: 'FeaturedArtist' } as const

function artists(byline: string, performers: readonly DdexPerformer[], parties: Parties): XmlElement[] {
  const shown = performers.flatMap((one) =>
    one.role in ARTIST_ROLES ? { one, role: ARTIST_ROLES[one.role as keyof typeof ARTIST_ROLES] } : [],
  )
  return [
    text('DisplayArtistName', byline, WORLD),
    ...shown.map(({ one, role }, index) =>
      element('DisplayArtist', { SequenceNumber: index + 1 }, [
        text('ArtistPartyReference', parties.refer(one)),
        text('DisplayArtistRole', role),
      ]),
    ),
  ]
}

function contributors({ performers, credits }: DdexTrack, host: string, parties: Parties): XmlElement[] {
  const people = [
    ...performers.filter(({ role }) => role === 'remixer' || role === 'producer'),
    ...credits.map(({ name, role }) => ({ ...named(name), role })),
  ]
  return people.map((person, index) => {
    const role = creditRole(person.role)
    const attributes = role === 'UserDefined' ? { Namespace: host, UserDefinedValue: person.role } : {}
    return element('Contributor', { SequenceNumber: index + 1 }, [
      text('ContributorPartyReference', parties.refer(person)),
      element('Role', attributes, [role]),
    ])
  })
}

/** A ℗ or © line begins with its year. */
function rightsLine(kind: 'P' | 'C', line: string | null): XmlElement | null {
  if (line === null) return null
  return group(`${kind}Line`, [
    textElement('Year', /^\d{4}\b/.exec(line)?.[0] ?? null),
    text(`${kind}LineText`, `${kind === 'P' ? '℗' : '©'} ${line}`),
  ])
}

const fileOf = ({ path, sha256 }: DdexFile) =>
  group('File', [text('URI', path), group('HashSum', [text('Algorithm', 'SHA-256'), text('HashSumValue', sha256)])])

type Place = { number: number; header: DdexHeader; parties: Parties }

function soundRecording(release: DdexRelease, track: DdexTrack, { number, header, parties }: Place): XmlElement {
  const { host } = header
  const { file } = track
  return group('SoundRecording', [
    text('ResourceReference', `A${number}`),
    text('Type', 'MusicalWorkSoundRecording'),
    group('SoundRecordingEdition', [
      group('ResourceId', [textElement('ISRC', track.isrc), proprietaryId(host, track.id)]),
      rightsLine('P', release.phonogramLine),
      file &&
        group('TechnicalDetails', [
          text('TechnicalResourceDetailsReference', `T${number}`),
          group('DeliveryFile', [text('Type', 'AudioFile'), fileOf(file)]),
        ]),
    ]),
    track.iswc === null ? null : group('WorkId', [text('ISWC', track.iswc)]),
    ...titles(track.title),
    ...artists(track.byline, track.performers, parties),
    ...contributors(track, host, parties),
    text('Duration', durationOf(track.durationMs)),
    warning(track.isExplicit),
    textElement('LanguageOfPerformance', languageOf(release)),
  ])
}

function image({ id, tracks }: DdexRelease, cover: DdexFile, { host }: DdexHeader): XmlElement {
  return group('Image', [
    text('ResourceReference', `A${tracks.length + 1}`),
    text('Type', 'FrontCoverImage'),
    group('ResourceId', [proprietaryId(host, `${id}-cover`)]),
    group('TechnicalDetails', [text('TechnicalResourceDetailsReference', `T${tracks.length + 1}`), fileOf(cover)]),
  ])
}

function releaseList(release: DdexRelease, { host }: DdexHeader, parties: Parties): XmlElement {
  const main = release.performers.find(({ role }) => role === 'main')
  const label = parties.refer(release.label === null ? (main ?? named(release.byline)) : named(release.label))
  const genre = group('Genre', [
    text('GenreText', release.genre ?? 'Unspecified'),
    textElement('SubGenre', release.subgenre),
  ])
  const labelAndGenre = [text('ReleaseLabelReference', label), genre]
  const whole = group('Release', [
    text('ReleaseReference', 'R0'),
    text('ReleaseType', release.kind),
    group('ReleaseId', [textElement('ICPN', release.upc), proprietaryId(host, release.id)]),
    ...titles(release.title),
    ...artists(release.byline, release.performers, parties),
    text('ReleaseLabelReference', label),
    rightsLine('P', release.phonogramLine),
    rightsLine('C', release.copyrightLine),
    text('Duration', durationOf(release.tracks.reduce((sum, { durationMs }) => sum + durationMs, 0))),
    genre,
    release.publishedAt === null ? null : text('ReleaseDate', release.publishedAt.toISOString().slice(0, 10)),
    textElement('OriginalReleaseDate', release.originalDate),
    warning(release.isExplicit),
    resourceGroup(release),
    text('TargetURL', release.url),
  ])
  const single = release.tracks.map((track, index) =>
    group('TrackRelease', [
      text('ReleaseReference', `R${index + 1}`),
      group('ReleaseId', [proprietaryId(host, track.id)]),
      text('ReleaseResourceReference', `A${index + 1}`),
      ...labelAndGenre,
    ]),
  )
  return group('ReleaseList', [whole, ...single])
}

/** By disc, if there are several. */
function resourceGroup({ tracks, cover, discTitles }: DdexRelease): XmlElement {
  const discs = [...new Set(tracks.map(({ disc }) => disc))]
  const itemsOf = (disc: number) =>
    tracks.flatMap((track, index) =>
      track.disc === disc
        ? group('ResourceGroupContentItem', [
            text('SequenceNumber', String(track.position)),
            text('ReleaseResourceReference', `A${index + 1}`),
          ])
        : [],
    )
  const inside =
    discs.length === 1
      ? itemsOf(discs[0]!)
      : discs.map((disc) =>
          element('ResourceGroup', { ResourceGroupType: 'Component' }, [
            group('AdditionalTitle', [text('TitleText', discTitles[disc - 1] || `Disc ${disc}`)]),
            text('SequenceNumber', String(disc)),
            ...itemsOf(disc),
          ]),
        )
  const linked = cover && text('LinkedReleaseResourceReference', `A${tracks.length + 1}`)
  return group('ResourceGroup', [...inside, linked])
}

function dealList({ deals, publishedAt, tracks }: DdexRelease): XmlElement | null {
  if (deals.length === 0 || publishedAt === null) return null
  const references = [0, ...tracks.map((_, index) => index + 1)]
  return group('DealList', [
    group('ReleaseDeal', [
      ...references.map((number) => text('DealReleaseReference', `R${number}`)),
      ...deals.map(({ model, use }, index) =>
        group('Deal', [
          text('DealReference', `D${index + 1}`),
          group('DealTerms', [
            text('TerritoryCode', 'Worldwide'),
            group('ValidityPeriod', [text('StartDateTime', publishedAt.toISOString())]),
            text('CommercialModelType', model),
            text('UseType', use),
          ]),
        ]),
      ),
    ]),
  ])
}
