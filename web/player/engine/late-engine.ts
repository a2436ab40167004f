/** A stand-in for the engine until its code has loaded: calls made before are queued and then run in order.
 * Loading starts with the first press anywhere, so that the engine is ready when a song is chosen: some browsers allow
 * playback to start only within a user gesture. */
import type { Engine, EngineListener } from './engine.ts'

let create: ((listener: EngineListener) => Engine) | null = null

export async function loadEngine(): Promise<void> {
  create = (await import('./engine.ts')).createEngine
}

/** Called once, after hydration. Returns a function that stops it. */
export function loadEngineInTime(): () => void {
  const listened = new AbortController()
  const load = () => {
    listened.abort()
    // It is retried on play, and a failure is reported then.
    void loadEngine().catch(() => undefined)
  }
  for (const name of ['pointerdown', 'keydown'])
    addEventListener(name, load, { signal: listened.signal, capture: true })
  return () => listened.abort()
}

export function createLateEngine(listener: EngineListener): Engine {
  if (create) return create(listener)
  let engine: Engine | null = null
  const waiting: ((engine: Engine) => void)[] = []
  const begin = () =>
    loadEngine().then(
      () => {
        engine = create!(listener)
        for (const work of waiting.splice(0)) work(engine)
      },
      () => {
        waiting.length = 0
        listener.onFailed()
      },
    )
  void begin()
  const whenLoaded = (work: (engine: Engine) => void) => {
    if (engine) work(engine)
    else waiting.push(work)
  }
  return {
    load: (...given) => whenLoaded((made) => made.load(...given)),
    play: () => whenLoaded((made) => made.play()),
    pause: () => whenLoaded((made) => made.pause()),
    seek: (...given) => whenLoaded((made) => made.seek(...given)),
    prepare: (...given) => whenLoaded((made) => made.prepare(...given)),
    setVolume: (...given) => whenLoaded((made) => made.setVolume(...given)),
    setLevel: (...given) => whenLoaded((made) => made.setLevel(...given)),
    setSpeed: (...given) => whenLoaded((made) => made.setSpeed(...given)),
    setSkipSilence: (...given) => whenLoaded((made) => made.setSkipSilence(...given)),
    playElsewhere: () => whenLoaded((made) => made.playElsewhere()),
  }
}
