/** The files of a drop, including those inside dropped folders.
 * Hidden files and system files are skipped. */

const FILES_MAX = 3_000

export async function filesDropped(transfer: DataTransfer): Promise<File[]> {
  const plain = [...transfer.files]
  // Entries must be read before the first await: the browser clears the transfer afterwards.
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry ? [entry] : []
  })
  if (!entries.some(({ isDirectory }) => isDirectory)) return plain
  const found: File[] = []
  for (const entry of entries) await collect(entry, found)
  return found
}

async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (found.length >= FILES_MAX || entry.name.startsWith('.') || entry.name === '__MACOSX') return
  if (entry.isFile) {
    const file = await new Promise<File | null>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(null)),
    )
    if (file) found.push(withPath(file, entry.fullPath))
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // A reader returns its entries in batches and ends with an empty one.
    const portion = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))
    if (portion.length === 0) return
    for (const one of portion) await collect(one, found)
  }
}

/** Files of a chosen folder have this path; files of a dropped folder do not. */
function withPath(file: File, fullPath: string): File {
  return Object.defineProperty(file, 'webkitRelativePath', { value: fullPath.replace(/^\//, '') })
}
