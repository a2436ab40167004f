/** What this room is given: how to ask /v1, how a player is written, where this server is found.
 * It knows nothing of the rooms that answer, and of web/ only what it is handed. */
import type { EmbedContent } from '#contract/embeds.ts'
import type { AskApi } from './content.ts'

export type EmbedTheme = 'light' | 'dark' | 'auto'

export type EmbedRequest = {
  theme: EmbedTheme
  startSeconds: number
  /** As in the address; the writer knows which it has words for. */
  language: string
}

/** A whole page, and the style and script that stand in it: only these may be used by it. */
export type WrittenEmbed = { html: string; style: string; script: string | null }

/** The built script of the player, or where it comes from while it is being developed; null: there is none. */
export type EmbedScript = { text: string } | { src: string } | null

export type WriteEmbed = (
  content: EmbedContent | null,
  request: EmbedRequest,
  site: { brandName: string; publicUrl: string; script: EmbedScript; fontUrl: string | null },
) => WrittenEmbed

export type Embeds = {
  ask: AskApi
  write: WriteEmbed
  script: EmbedScript
  fontUrl: string | null
  brandName: string
  /** '' where the operator has set none. */
  publicUrl: string
  /** Where pictures and sound come from besides here. */
  fileOrigins: readonly string[]
}
