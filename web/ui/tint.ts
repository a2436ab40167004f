/** The colours of a cover as custom properties for a `tinted` block.
 * It computes nothing: the server extracts the colours from the image and checks their contrast. */
import type { CSSProperties } from 'react'

export type TintColours = { tintLight: string; tintLightInk: string; tintDark: string; tintDarkInk: string }

export function tintStyle(colours: TintColours | null | undefined): CSSProperties | undefined {
  if (!colours) return undefined
  const properties: Record<string, string> = {
    '--tint': `light-dark(${colours.tintLight}, ${colours.tintDark})`,
    '--on-tint': `light-dark(${colours.tintLightInk}, ${colours.tintDarkInk})`,
  }
  return properties
}
