/** Recommended feeds as lines of text: the address of each, and its podcast:guid if it is known. */

export const PODROLL_MAX = 20

const LINE = /^(https?:\/\/[^\s<>"]+)(?:\s+([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}))?$/i

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The first line that is not a feed, or is one too many. */
export const wrongPodroll = (text: string): string | null =>
  linesOf(text).find((line, index) => index >= PODROLL_MAX || !URL.canParse(LINE.exec(line)?.[1] ?? '')) ?? null

/** The guid is null for a line without one. */
export const parsePodroll = (text: string): { feedUrl: string; feedGuid: string | null }[] =>
  linesOf(text).flatMap((line) => {
    const [, feedUrl, guid] = LINE.exec(line) ?? []
    return feedUrl === undefined ? [] : { feedUrl, feedGuid: guid?.toLowerCase() ?? null }
  })
