/** The fields of the studio's forms: artists, releases, tracks, podcasts, episodes. */
import { parseMembers, wrongMember } from '#contract/catalog/artist-facts.ts'
import { isIsrc, isIswc, isUpc } from '#contract/catalog/release-codes.ts'
import { EPISODE_NUMBER_MAX, LABEL_MAX, parseGeo, SEASON_MAX } from '#contract/catalog/episodes.ts'
import { NOTES_MAX } from '#contract/catalog/imagery.ts'
import { FEED_URL_MAX, isFeedUrl } from '#contract/catalog/moving/feed-address.ts'
import { isPartialDate } from '#contract/catalog/release-input.ts'
import { DISC_MAX } from '#contract/catalog/tracks.ts'
import { wrongPodroll } from '#protocols/rss/podroll.ts'
import { BIO_MAX, DESCRIPTION_MAX, TITLE_MAX } from '#contract/fields.ts'
import {
  categoryFields,
  foldOf,
  genreFields,
  genresField,
  linkFields,
  rowOf,
  selectField,
  switchField,
  textArea,
  textField,
  type FormField,
} from '#web/studio/forms/fields.tsx'
import { discError } from '#web/studio/forms/disc.ts'
import { t } from '#web/words/words.ts'
import type { OwnArtist } from './own.ts'
import {
  episodeKindOptions,
  kindOptions,
  languageOptions,
  licenceOptions,
  spokenLanguageOptions,
} from './release-options.tsx'
import { soundbitesField } from './soundbites-field.tsx'

const CODE_RULE = { max: 40 }

/** One line per member. */
const MEMBERS_RULE = {
  max: DESCRIPTION_MAX,
  check: (typed: string) => {
    const line = wrongMember(typed)
    return line === null ? null : t('studio.membersInvalid', { line })
  },
  parse: (typed: string) => JSON.stringify(parseMembers(typed)),
}

const name = (label: string) => textField({ name: 'name', label }, { max: TITLE_MAX, isRequired: true })

const title = () => textField({ name: 'title', label: t('studio.albumName') }, { max: TITLE_MAX, isRequired: true })

const description = (hint = t('studio.descriptionHint'), rows?: number) =>
  textArea(
    { name: 'description', label: t('studio.description'), hint, ...(rows && { rows }) },
    { max: DESCRIPTION_MAX },
  )

const explicit = () => switchField({ name: 'isExplicit', label: t('studio.explicit'), hint: t('studio.explicitHint') })

export const artistFields = (): FormField[] => [
  name(t('studio.artistName')),
  textArea({ name: 'bio', label: t('studio.bio'), hint: t('studio.bioHint', { max: BIO_MAX }) }, { max: BIO_MAX }),
  textField({ name: 'location', label: t('studio.location'), hint: t('studio.locationHint') }, { max: TITLE_MAX }),
  textArea({ name: 'members', label: t('studio.members'), hint: t('studio.membersHint'), rows: 3 }, MEMBERS_RULE),
  foldOf(t('studio.genre'), [genresField]),
  linkFields,
]

/** Not in the forms of new artists and podcasts: artists decide about it after publishing. */
export const clipsField = () =>
  switchField({ name: 'allowsClips', label: t('studio.allowsClips'), hint: t('studio.allowsClipsHint') })

/** What podcast apps and directories read in the feed of a podcast. */
export const feedFields = (): FormField[] => [
  switchField({ name: 'isLocked', label: t('studio.isLocked'), hint: t('studio.isLockedHint') }),
  foldOf(t('studio.feed'), [
    textArea(
      { name: 'podroll', label: t('studio.podroll'), hint: t('studio.podrollHint'), rows: 3 },
      { max: DESCRIPTION_MAX, check: checkPodroll },
    ),
    textField(
      { name: 'verificationCode', label: t('studio.verificationCode'), hint: t('studio.verificationCodeHint') },
      { max: TITLE_MAX },
    ),
    newFeedField(),
  ]),
]

/** For owners who move to another host. */
const newFeedField = () =>
  textField(
    { name: 'newFeedUrl', label: t('studio.newFeedUrl'), hint: t('studio.newFeedUrlHint'), inputMode: 'url' },
    { max: FEED_URL_MAX, check: checkFeedUrl },
  )
export const newFeedFold = () => foldOf(t('studio.feed'), [newFeedField()])

const checkFeedUrl = (typed: string) =>
  typed.trim() === '' || isFeedUrl(typed.trim()) ? null : t('studio.newFeedUrlInvalid')

function checkPodroll(typed: string): string | null {
  const line = wrongPodroll(typed)
  return line === null ? null : t('studio.podrollInvalid', { line })
}

const rightsField = (name: string, label: string) =>
  textField({ name, label, maxLength: TITLE_MAX }, { max: TITLE_MAX })

const rightsFields = () =>
  foldOf(t('studio.rights'), [
    rightsField('label', t('studio.recordLabel')),
    selectField({ name: 'licence', label: t('studio.licence'), children: licenceOptions() }, CODE_RULE),
    rightsField('phonogramLine', t('studio.phonogramLine')),
    rightsField('copyrightLine', t('studio.copyrightLine')),
    selectField({ name: 'language', label: t('studio.language'), choices: languageOptions }, CODE_RULE),
  ])

/** `artist`: the choice of artist; absent for an existing release, whose artist cannot be changed. */
export const albumFields = (artist?: FormField): FormField[] => [
  title(),
  ...(artist ? [artist] : []),
  rowOf(
    selectField({ name: 'kind', label: t('studio.kind'), children: kindOptions() }, CODE_RULE),
    textField(
      { name: 'originalDate', label: t('studio.originalDate'), hint: t('studio.originalDateHint') },
      {
        max: 32,
        check: (typed) => (isPartialDate(typed) ? null : t('error.original-date-invalid')),
        codes: ['original-date-invalid'],
      },
    ),
    'grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))]',
  ),
  description(),
  genreFields,
  textField(
    { name: 'upc', label: t('studio.upc'), hint: t('studio.upcHint'), inputMode: 'numeric' },
    { max: 32, check: (typed) => (isUpc(typed) ? null : t('error.upc-invalid')), codes: ['upc-invalid'] },
  ),
  textArea(
    { name: 'discTitles', label: t('studio.discTitles'), hint: t('studio.discTitlesHint'), rows: 2 },
    { max: DISC_MAX * TITLE_MAX, hasLines: true },
  ),
  rightsFields(),
]

export const artistField = (artists: readonly OwnArtist[], selectedId: string | undefined): FormField =>
  selectField(
    {
      name: 'artistId',
      label: t('studio.artist'),
      missing: t('studio.artistMissing'),
      defaultValue: selectedId ?? '',
      children: (
        <>
          {selectedId === undefined && <option value="">{t('studio.artistMissing')}</option>}
          {artists.map((artist) => (
            <option key={artist.id} value={artist.id}>
              {artist.name}
            </option>
          ))}
        </>
      ),
    },
    { max: TITLE_MAX, isRequired: true },
  )

export const trackFields = (): FormField[] => [
  rowOf(
    title(),
    textField(
      { name: 'disc', label: t('studio.disc'), inputMode: 'numeric' },
      { max: 2, isRequired: true, check: discError, parse: Number },
    ),
  ),
  explicit(),
  textField(
    { name: 'isrc', label: t('studio.isrc'), hint: t('studio.isrcHint'), autoCapitalize: 'characters' },
    { max: 40, check: (typed) => (isIsrc(typed) ? null : t('error.isrc-invalid')), codes: ['isrc-invalid'] },
  ),
  textField(
    { name: 'iswc', label: t('studio.iswc'), hint: t('studio.iswcHint'), autoCapitalize: 'characters' },
    { max: 40, check: (typed) => (isIswc(typed) ? null : t('error.iswc-invalid')), codes: ['iswc-invalid'] },
  ),
  textArea(
    { name: 'notes', label: t('studio.trackNotes'), hint: t('studio.trackNotesHint'), rows: 5 },
    { max: NOTES_MAX },
  ),
]

export const podcastFields = (): FormField[] => [
  name(t('studio.podcastName')),
  description(),
  categoryFields('primary'),
  categoryFields('secondary'),
  selectField({ name: 'language', label: t('studio.languageSpoken'), choices: spokenLanguageOptions }, CODE_RULE),
  switchField({
    name: 'isExplicit',
    label: t('studio.podcastExplicit'),
    hint: t('studio.podcastExplicitHint'),
  }),
  linkFields,
]

/** A number from 1, or none. */
const countField = (props: { name: string; label: string }, max: number) =>
  textField(
    { ...props, inputMode: 'numeric' },
    {
      max: 8,
      check: (typed) => (/^[1-9]\d*$/.test(typed) && Number(typed) <= max ? null : t('studio.countInvalid', { max })),
      parse: (typed) => (typed === '' ? null : Number(typed)),
    },
  )

export const episodeFields = (): FormField[] => [
  title(),
  rowOf(
    rowOf(
      countField({ name: 'season', label: t('studio.season') }, SEASON_MAX),
      countField({ name: 'number', label: t('studio.episodeNumber') }, EPISODE_NUMBER_MAX),
      'grid-cols-2',
    ),
    selectField({ name: 'kind', label: t('studio.episodeKind'), children: episodeKindOptions() }, CODE_RULE),
    'sm:grid-cols-2',
  ),
  description(t('studio.episodeDescriptionHint'), 4),
  textArea(
    { name: 'notes', label: t('episode.notes'), hint: t('studio.episodeNotesHint'), rows: 8 },
    { max: NOTES_MAX },
  ),
  soundbitesField,
  rowOf(
    textField(
      { name: 'location', label: t('studio.location'), hint: t('studio.episodeLocationHint') },
      { max: LABEL_MAX },
    ),
    textField(
      { name: 'geo', label: t('studio.geo'), hint: t('studio.geoHint') },
      { max: 40, check: (typed) => (parseGeo(typed) === null ? t('studio.geoInvalid') : null) },
    ),
    'sm:grid-cols-2',
  ),
  selectField({ name: 'licence', label: t('studio.licence'), children: licenceOptions() }, CODE_RULE),
  explicit(),
]
