/** A range of an archive as parts of a response, when each entry is a stored file. */
import type { JoinedPart } from '#server/platform/files/joined.ts'
import type { ZipLayout } from './zip.ts'

export function joinedPartsOf(layout: ZipLayout, keys: readonly string[], start: number, end: number): JoinedPart[] {
  return layout
    .piecesOf(start, end)
    .map((piece) =>
      piece.kind === 'bytes' ? piece : { kind: 'file', key: keys[piece.index]!, start: piece.start, end: piece.end },
    )
}
