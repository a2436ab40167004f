/** Whether the encoders of clips are there: they come with the optional package node-av. */
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
