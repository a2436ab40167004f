/** Whether the encoders for clips are available: they are in the optional package node-av. */
let found: Promise<boolean> | undefined

export function canMakeVideo(): Promise<boolean> {
  found ??= Promise.resolve().then(() => {
    try {
      import.meta.resolve('node-av/lib')
      return true
    } catch {
      return false
    }
  })
  return found
}
