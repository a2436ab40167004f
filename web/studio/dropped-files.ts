/** The files of a drop, those inside of dropped folders too.
 * Hidden ones and the drawers of operating systems stay out. */

const FILES_MAX = 500

export async function filesDropped(transfer: DataTransfer): Promise<File[]> {
  const plain = [...transfer.files]
  // Entries must be taken before the first wait: the browser empties the drop afterwards.
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
    // A reader gives its entries in portions and ends with an empty one.
    const portion = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))
    if (portion.length === 0) return
    for (const one of portion) await collect(one, found)
  }
}

/** As files of a chosen folder have it; those of a dropped one have none. */
function withPath(file: File, fullPath: string): File {
  return Object.defineProperty(file, 'webkitRelativePath', { value: fullPath.replace(/^\//, '') })
}
