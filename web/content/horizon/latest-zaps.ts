/** The call whose response the ticker shows: the newest zaps of the server or of one content. */

/** `contentId`: only zaps to it and to what it contains. */
export type TickerProps = { contentId?: string }

export const latestZapsOf = (contentId: string | undefined) => ({ query: contentId === undefined ? {} : { contentId } })
