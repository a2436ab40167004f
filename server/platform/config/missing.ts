/** Warnings at start about optional settings that an operator is likely to need, one line each. A setting that was made
 * but is invalid stops the start instead (config/values.ts). */
import type { Config } from './config.ts'

const LEGAL = { TERMS_FILE: 'termsFile', PRIVACY_FILE: 'privacyFile', CONTACT_FILE: 'contactFile' } as const

export type Missable = Pick<Config, 'ffmpegPath' | 'lightning' | (typeof LEGAL)[keyof typeof LEGAL]>

export function describeMissing(config: Missable, hasDecoder = isInstalled('node-av')): string[] {
  const unset = Object.entries(LEGAL).flatMap(([variable, name]) => (config[name] === '' ? variable : []))
  const lines: string[] = []
  if (config.ffmpegPath === '' && !hasDecoder) {
    lines.push('Warning: ffmpeg is missing, so uploads cannot be processed. Install ffmpeg or set FFMPEG_PATH.')
  }
  // The sandbox has no real users who would need these pages.
  if (config.lightning !== 'sandbox' && unset.length > 0) {
    lines.push(`Warning: ${unset.join(', ')} not set, so these pages show a default text.`)
  }
  return lines
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
