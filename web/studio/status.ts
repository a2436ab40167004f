/** Where something stands: a draft, public from a date on, public. Not how that looks; that is status-badge.tsx. */
export type Status = 'draft' | 'scheduled' | 'published'

/** `liveUrl`: of tracks and episodes, null until their sound is ready. */
export type Shown = { isDraft: boolean; publishedAt: string | null; liveUrl?: string | null }

export function statusOf({ isDraft, publishedAt }: Shown): Status {
  if (isDraft) return 'draft'
  return publishedAt !== null && Date.parse(publishedAt) > Date.now() ? 'scheduled' : 'published'
}

/** Whether listeners find it. Scheduled things are not public yet, nor is anything without its sound. */
export const isOut = (content: Shown): boolean => statusOf(content) === 'published' && content.liveUrl !== null
