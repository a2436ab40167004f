/** The status of content: draft, scheduled or published. Its badge is status-badge.tsx. */
export type Status = 'draft' | 'scheduled' | 'published'

/** `liveUrl`: for tracks and episodes, null until their audio is ready. */
export type Shown = { isDraft: boolean; publishedAt: string | null; liveUrl?: string | null }

export function statusOf({ isDraft, publishedAt }: Shown): Status {
  if (isDraft) return 'draft'
  return publishedAt !== null && Date.parse(publishedAt) > Date.now() ? 'scheduled' : 'published'
}

/** Whether listeners can find it. Scheduled content is not public yet, nor is a track or episode without audio. */
export const isOut = (content: Shown): boolean => statusOf(content) === 'published' && content.liveUrl !== null
