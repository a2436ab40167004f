/** What is zapped on the pages that show a release. */
import type { ZapTarget } from '#web/zap/zap.ts'

/** What the zap buttons of a release zap: its only track, so that the zap counts for it in the chart, otherwise the release. */
export const zappedOf = (release: ZapTarget, [track, other]: readonly { id: string; title: string }[]): ZapTarget =>
  track && !other ? { ...release, contentId: track.id, title: track.title } : release
