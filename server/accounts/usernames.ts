/** Rules for usernames, detection of look-alikes, and generated names.
 * Who has which name is in users.ts. */
import { randomInt } from 'node:crypto'

const SHAPE = /^(?=.*[a-z0-9])[a-z0-9_-]{3,30}$/

/** Names that could be mistaken for the operator, for a part of the site, or for a mailbox that RFC 2142 reserves. */
const RESERVED = wordsOf(`
  about abuse account accounts admin administrator album albums anonymous api artists assets auth billing catalog
  charts contact dashboard discover docs email embed episode episodes everyone faq favicon feed feeds files forward
  help home hostmaster info invoice legal library lightning lnurl lnurlp login logout mail mailer-daemon media
  messages metrics mod moderator new news no-reply noreply nostr notifications null official onboarding operator
  owner payments peal platform player playlist playlists podcast podcasts postmaster press privacy profile register
  relay root rss sales sandbox search security server settings share show shows signin signup sitemap split splits
  staff static stats status studio support sysadmin system team terms ticket tickets track tracks transactions
  undefined unknown user users verified verify wallet webmaster well-known withdraw www you zap zaps`)

const COLOURS = wordsOf(`
  amber azure beige bronze cobalt copper coral cream crimson cyan golden green hazel indigo ivory jade lilac lime
  mauve mint navy ochre olive orange peach pearl pink plum purple ruby russet saffron scarlet sepia silver teal
  violet`)
const ANIMALS = wordsOf(`
  badger bat bear beaver bison cat crane cricket deer dingo dove eagle elk falcon finch fox gecko gibbon hare heron
  ibis jay koala lark lemur linnet lynx magpie marten mole moth newt otter owl panda puffin quail raven robin seal
  starling stoat swan swift tapir thrush tiger toad whale wolf wombat wren`)

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** The name with look-alikes folded: two names with the same skeleton cannot both exist. Separators are removed; of the
 * look-alikes of UTS 39 only those within this alphabet are folded. */
export function skeletonOf(username: string): string {
  return username
    .replaceAll(/[_-]/g, '')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

// Here a 1 is also folded with i: users can be called ian and lan, but nobody admin and adm1n.
const reservedSkeletonOf = (username: string) => skeletonOf(username).replaceAll('i', 'l')
const reservedSkeletons = new Set(RESERVED.map(reservedSkeletonOf))

export function isUsername(text: string): boolean {
  return SHAPE.test(text)
}

export function isReserved(username: string): boolean {
  return reservedSkeletons.has(reservedSkeletonOf(username))
}

/** For example `amber-otter-4711`; may already be taken. */
export function makeUsername(): string {
  return `${COLOURS[randomInt(COLOURS.length)]}-${ANIMALS[randomInt(ANIMALS.length)]}-${randomInt(1_000, 10_000)}`
}
