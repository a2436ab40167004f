/** Podcasts: creating, editing, and reading one with its episodes. Episodes are in episodes.ts. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { Episode, PODCAST_EPISODES_MAX } from './episodes.ts'
import { fallbacks } from '#contract/errors.ts'
import {
  ColorInfo,
  ClassificationNumber,
  ContentStatus,
  DESCRIPTION_MAX,
  FormBoolean,
  FormNumber,
  Id,
  Instant,
  PageQuery,
  Pagination,
  Picture,
  TITLE_MAX,
  WithChildren,
  optionalText,
  text,
  linkResponseFields,
  linkFields,
  TitleFit,
} from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'
import { FormFeedUrl } from './moving/feed-address.ts'
import { FormLanguage, FormReleaseMoment } from './releases.ts'
import { Role } from '#contract/team-roles.ts'

export const Podcast = z.object({
  id: Id,
  userId: Id,
  name: z.string(),
  podcastUrl: z.string(),
  artworkUrl: z.nullable(z.string()),
  colorInfo: z.nullable(ColorInfo),
  description: z.nullable(z.string()),
  ...linkResponseFields,
  primaryCategoryId: z.nullable(z.int()),
  secondaryCategoryId: z.nullable(z.int()),
  primarySubcategoryId: z.nullable(z.int()),
  secondarySubcategoryId: z.nullable(z.int()),
  /** BCP 47: what is spoken in it. */
  language: z.nullable(z.string()),
  isExplicit: z.boolean(),
  /** Whether listeners may create clips of its episodes. */
  allowsClips: z.boolean(),
  isDraft: z.boolean(),
  /** Taken down by an operator: only its owner and the team still see it. */
  isTakenDown: z.boolean(),
  publishedAt: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  msatTotal: Msat,
})

const formFields = {
  description: optionalText(DESCRIPTION_MAX),
  ...linkFields,
  primaryCategoryId: FormNumber,
  secondaryCategoryId: FormNumber,
  primarySubcategoryId: FormNumber,
  secondarySubcategoryId: FormNumber,
  language: FormLanguage,
  explicit: z.optional(FormBoolean),
  isExplicit: z.optional(FormBoolean),
  isDraft: z.optional(FormBoolean),
  publishedAt: FormReleaseMoment,
  artwork: Picture,
}

export const createPodcast = {
  method: 'POST',
  path: '/podcasts/create',
  access: 'user',
  summary: 'Creates a podcast, as a draft',
  isForm: true,
  body: z.strictObject({
    name: text(TITLE_MAX),
    ...formFields,
    podcastId: z.optional(z.string()),
  }),
  data: Podcast,
  fallback: fallbacks.createPodcast,
  errors: ['picture-invalid', 'release-date-invalid'],
} as const satisfies Endpoint

export const updatePodcast = {
  method: 'POST',
  path: '/podcasts/update',
  access: 'user',
  summary:
    'Updates a podcast. Absent fields stay, an empty text clears; a new name changes the URL, the old one redirects',
  isForm: true,
  body: z.strictObject({
    podcastId: Id,
    name: z.optional(text(TITLE_MAX)),
    allowsClips: z.optional(FormBoolean),
    isLocked: z.optional(FormBoolean),
    verificationCode: optionalText(TITLE_MAX),
    podroll: optionalText(DESCRIPTION_MAX),
    /** The feed announces it for four weeks, and then redirects there. Owner only. */
    newFeedUrl: FormFeedUrl,
    ...formFields,
  }),
  data: Podcast,
  fallback: fallbacks.editPodcast,
  errors: ['picture-invalid', 'release-date-invalid', 'forbidden'],
} as const satisfies Endpoint

export const deletePodcast = {
  method: 'DELETE',
  path: '/podcasts/:podcastId',
  access: 'user',
  summary: 'Deletes a podcast; remaining episodes only if withChildren is true. Its payments stay in the ledger',
  params: z.object({ podcastId: Id }),
  query: WithChildren,
  data: z.object({ id: Id, name: z.string() }),
  fallback: fallbacks.editPodcast,
  errors: ['has-children', 'forbidden'],
} as const satisfies Endpoint

export const orderEpisodes = {
  method: 'PUT',
  path: '/podcasts/:podcastId/order',
  access: 'user',
  summary: 'Orders and numbers all episodes of a podcast, atomically',
  params: z.object({ podcastId: Id }),
  body: z.strictObject({ episodeIds: z.array(Id).check(z.maxLength(PODCAST_EPISODES_MAX)) }),
  data: z.array(z.object({ id: Id, order: z.int() })),
  errors: ['forbidden', 'rule-broken'],
} as const satisfies Endpoint

export const listOwnPodcasts = {
  method: 'GET',
  path: '/podcasts/account',
  access: 'user',
  summary: 'The podcasts of the caller, and those in whose team the caller is',
  query: PageQuery,
  data: z.array(
    z.extend(Podcast, {
      status: ContentStatus,
      episodeCount: z.int(),
      readyCount: z.int(),
      role: Role,
      /** Other hosts must not import its feed. */
      isLocked: z.boolean(),
      /** A directory's code that is in the feed until the directory has read it. */
      verificationCode: z.nullable(z.string()),
      /** Recommended podcasts: one feed address per line, with the podcast:guid after it if it is known. */
      podroll: z.nullable(z.string()),
      /** Where its feed is from now on. */
      newFeedUrl: z.nullable(z.string()),
      newFeedSince: z.nullable(Instant),
    }),
  ),
} as const satisfies Endpoint

export const PodcastPage = z.extend(Podcast, {
  titleFit: TitleFit,
  /** Its podcast:guid, for Nostr and feeds; null while this server has no public URL. */
  guid: z.nullable(z.string()),
  episodes: z.array(Episode),
})

export const getPodcast = {
  ...publicRead,
  path: '/podcasts/:podcastId',
  summary: 'A podcast with its published episodes',
  params: z.object({ podcastId: Id }),
  data: PodcastPage,
  errors: ['content-gone'],
} as const satisfies Endpoint

export const getPodcastByUrl = {
  ...getPodcast,
  path: '/podcasts/:podcastUrl/url',
  summary: 'A podcast by the name in its URL',
  params: z.object({ podcastUrl: z.string().check(z.maxLength(300)) }),
  errors: ['content-gone', 'moved'],
} as const satisfies Endpoint

export const listPodcasts = {
  ...publicRead,
  path: '/podcasts',
  summary: 'Published podcasts, newest first; of all categories or of a single category',
  query: z.extend(PageQuery, { categoryId: z.optional(ClassificationNumber) }),
  data: z.object({ podcasts: z.array(Podcast), pagination: Pagination }),
} as const satisfies Endpoint
