/** Who performs an album or a track, in a line written by the server; names of artists with a page are links. */
import { Link } from '#web/navigation/link.tsx'
import { artistHref } from '#web/player/state/playables.ts'

type Part = { text: string; role: string | null; artistUrl: string | null }

export function Byline({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ text, role, artistUrl }, index) => {
    const key = `${index} ${text}`
    if (role === null) return text
    if (artistUrl === null) return <bdi key={key}>{text}</bdi>
    return (
      <Link key={key} to={artistHref(artistUrl)} className="hover:underline">
        <bdi>{text}</bdi>
      </Link>
    )
  })
}
