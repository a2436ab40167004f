/** A disk in memory that is soon full. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export type SmallDisk = { folder: string; resize(mib: number): void; unmount(): void }

/** Null if none can be mounted. */
export function mountSmallDisk(mib: number): SmallDisk | null {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return null
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-small-disk-'))
  const mount = (options: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'peal', folder]).status === 0
  if (!mount(`size=${mib}m`)) {
    fs.rmdirSync(folder)
    return null
  }
  return {
    folder,
    resize: (size) => void mount(`remount,size=${size}m`),
    unmount() {
      spawnSync('umount', ['--lazy', folder])
      fs.rmdirSync(folder)
    },
  }
}
