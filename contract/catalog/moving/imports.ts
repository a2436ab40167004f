/** Moving in: a podcast or an album is imported from its feed on another host, by the user whose feed it is. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { FormInteger, Id, Instant, text } from '#contract/fields.ts'
import { FEED_ERRORS, FEED_URL_MAX } from './feed-address.ts'

export const IMPORT_ITEMS_PER_PAGE = 100
export const PROOF_CODE_TRIES = 5
const PROOF_CODE_MAX = 20

/** `txt`: the feed has our code. `email`: the address in the feed is the confirmed one of the account, or got our code. */
const Proof = z.enum(['txt', 'email'])
/** Why an item of a feed is not imported. */
const LeftOut = z.object({ title: z.string(), reason: z.string() })

/** The split that shares as a value block does, as `createSplit` takes it; what cannot be paid here is for the caller. Null: the
 * shares are not possible here. */
const ImportSplit = z.nullable(z.array(z.object({ name: z.string(), share: z.int() })))

/** Whom the feed's value block pays. */
export const ImportValue = z.object({
  recipients: z.array(
    z.object({
      name: z.nullable(z.string()),
      /** A Lightning address. Null: of another kind, which a split here cannot pay. */
      address: z.nullable(z.string()),
      share: z.int(),
      isFee: z.boolean(),
    }),
  ),
  split: ImportSplit,
})

/** Longer than the server reads a feed, so that its answer arrives. */
const FEED_TIMEOUT_MS = 20_000
const ADDRESS_ERRORS = [...FEED_ERRORS, 'feed-is-page', 'feed-on-page'] as const

export const previewImport = {
  method: 'POST',
  path: '/imports/preview',
  access: 'user',
  summary: 'Reads a feed of another host and returns what can be imported; stores nothing',
  body: z.strictObject({
    url: text(FEED_URL_MAX),
    /** Whose feed is to be found there. */
    moves: z.optional(z.strictObject({ kind: z.enum(['artist', 'album', 'podcast']), id: Id })),
  }),
  data: z.object({
    url: z.string(),
    /** It has the podcast:guid of `moves`. */
    isSameFeed: z.nullable(z.boolean()),
    title: z.string(),
    author: z.nullable(z.string()),
    contentType: z.enum(['podcast', 'album']),
    itemCount: z.int(),
    /** How many items have chapters and so on. */
    counts: z.record(z.enum(['chapters', 'transcripts', 'persons', 'images']), z.int()),
    leftOut: z.array(LeftOut),
    value: z.nullable(ImportValue),
    isLocked: z.boolean(),
    /** The addresses of its owner that the feed names. */
    ownerEmails: z.array(z.string()),
    /** For `<podcast:txt purpose="verify">` of the feed. */
    verificationCode: z.string(),
    proof: z.nullable(Proof),
    /** It is locked, and only an e-mail address in it proves who may unlock it. */
    needsUnlock: z.boolean(),
    /** The import of this feed that the caller has begun already. */
    importId: z.nullable(Id),
  }),
  errors: ADDRESS_ERRORS,
  timeoutMs: FEED_TIMEOUT_MS,
} as const satisfies Endpoint

export const mailImportCode = {
  method: 'POST',
  path: '/imports/code',
  access: 'user',
  summary: 'Mails a code to the address of its owner that a feed names, to prove that the feed is the caller’s',
  body: z.strictObject({ url: text(FEED_URL_MAX) }),
  data: z.object({ email: z.string(), expiresAt: Instant }),
  errors: [...ADDRESS_ERRORS, 'feed-no-email'],
  timeoutMs: FEED_TIMEOUT_MS,
} as const satisfies Endpoint

export const ImportItemState = z.enum(['waiting', 'fetching', 'processing', 'done', 'failed', 'left-out'])

export const FeedImport = z.object({
  id: Id,
  url: z.string(),
  title: z.string(),
  contentId: Id,
  contentType: z.enum(['podcast', 'album']),
  createdAt: Instant,
  /** How many items are in each state. */
  counts: z.record(ImportItemState, z.int()),
  /** How many of those that were left out had not come when the caller stopped the import. */
  stoppedCount: z.int(),
})

export const beginImport = {
  method: 'POST',
  path: '/imports',
  access: 'user',
  summary:
    'Imports the podcast or album of a proven feed, as a draft; audio follows. Repeated, it imports items that are new in ' +
    'the feed, and continues after a stop',
  body: z.strictObject({
    url: text(FEED_URL_MAX),
    /** Mailed by mailImportCode. */
    code: z.optional(text(PROOF_CODE_MAX)),
    /** Whose album it becomes, if the feed is music. */
    artistId: z.optional(Id),
  }),
  data: FeedImport,
  errors: [
    ...ADDRESS_ERRORS,
    'feed-not-proven',
    'feed-locked',
    'feed-here-already',
    'login-code-invalid',
    'forbidden',
    'rule-broken',
  ],
  timeoutMs: FEED_TIMEOUT_MS,
} as const satisfies Endpoint

export const listImports = {
  method: 'GET',
  path: '/imports',
  access: 'user',
  summary: 'The imports of the caller, the newest first',
  data: z.array(FeedImport),
} as const satisfies Endpoint

export const getImport = {
  method: 'GET',
  path: '/imports/:importId',
  access: 'user',
  summary:
    'An import of the caller with its items, in the order of the podcast or album; `only`: those that were changed or left out',
  params: z.object({ importId: Id }),
  query: z.object({ after: z.optional(FormInteger), only: z.optional(z.literal('problems')) }),
  data: z.object({
    import: FeedImport,
    value: z.nullable(ImportValue),
    /** What of the podcast or album itself could not be imported: codes. */
    problems: z.array(z.string()),
    items: z.array(
      z.object({
        id: Id,
        position: z.int(),
        title: z.string(),
        state: ImportItemState,
        /** Why it failed or was left out: a code. */
        reason: z.nullable(z.string()),
        /** What of it could not be imported: codes. */
        problems: z.array(z.string()),
        /** For its own value block, if it shares differently from the feed's. Null without one, too. */
        split: ImportSplit,
        contentId: z.nullable(Id),
        receivedBytes: z.int(),
      }),
    ),
    nextAfter: z.nullable(z.int()),
  }),
} as const satisfies Endpoint

export const retryImport = {
  method: 'POST',
  path: '/imports/:importId/retry',
  access: 'user',
  summary:
    'Tries the failed items of an import of the caller again, or one that failed or was stopped; `only`: continues after a stop',
  params: z.object({ importId: Id }),
  body: z.strictObject({ itemId: z.optional(Id), only: z.optional(z.literal('stopped')) }),
  data: FeedImport,
} as const satisfies Endpoint

export const stopImport = {
  method: 'POST',
  path: '/imports/:importId/stop',
  access: 'user',
  summary: 'Stops an import of the caller: what has come stays, and what has not is left out until it is continued',
  params: z.object({ importId: Id }),
  data: FeedImport,
} as const satisfies Endpoint
