/** Where something stands: a draft, public from a date on, public. Not how that looks; that is status-badge.tsx. */
export type Status = 'draft' | 'scheduled' | 'published'

export type Shown = { isDraft: boolean; publishedAt: string | null }

export function statusOf({ isDraft, publishedAt }: Shown): Status {
  if (isDraft) return 'draft'
  return publishedAt !== null && Date.parse(publishedAt) > Date.now() ? 'scheduled' : 'published'
}

/** Scheduled things are not public yet. */
export const isOut = (content: Shown): boolean => statusOf(content) === 'published'
