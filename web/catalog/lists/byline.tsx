/** Who performs an album or a track, in a line written by the server; names of artists with a page are links. */
import { Link } from '#web/navigation/link.tsx'
import { artistHref } from '#web/player/state/playables.ts'

type Part = { text: string; role: string | null; artistUrl: string | null }

export function Byline({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ text, role, artistUrl }) =>
    artistUrl === null ? (
      text
    ) : (
      <Link key={`${role} ${artistUrl}`} to={artistHref(artistUrl)} className="hover:underline">
        {text}
      </Link>
    ),
  )
}
