/** The dependencies of this module: how to call /v1, how to write a player, and the public URL. It does not depend on
 * other modules, nor on web/ except through these. */
import type { EmbedContent } from '#contract/listening/embeds.ts'
import type { CallApi } from './content.ts'

export type EmbedTheme = 'light' | 'dark' | 'auto'

export type EmbedRequest = {
  theme: EmbedTheme
  startSeconds: number
  /** As in the URL; the writer decides which languages it supports. */
  language: string
}

/** A complete page with its inline style and script; the page may use only these. */
export type WrittenEmbed = { html: string; style: string; script: string | null }

/** The built script of the player, or its URL in development; null: there is none. */
export type EmbedScript = { text: string } | { src: string } | null

export type WriteEmbed = (
  content: EmbedContent | null,
  request: EmbedRequest,
  site: {
    brandName: string
    publicUrl: string
    script: EmbedScript
    fontUrl: string | null
    titleFontUrl: string | null
  },
) => WrittenEmbed

export type Embeds = {
  ask: CallApi
  write: WriteEmbed
  script: EmbedScript
  fontUrl: string | null
  titleFontUrl: string | null
  brandName: string
  /** '' if not configured. */
  publicUrl: string
  /** Origins of images and audio besides this server. */
  fileOrigins: readonly string[]
}
