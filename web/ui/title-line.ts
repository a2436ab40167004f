/** In wide, low windows the title of a page is one line if it is at most this wide, in em: more lines are higher, but leave a
 * part of the width empty. */
const ONE_LINE_MAX_EM = 8.5

export const fitsOneLine = ({ lineEm }: { lineEm: number }): boolean => lineEm <= ONE_LINE_MAX_EM
