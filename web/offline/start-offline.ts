/** What runs on every page once it has loaded. */
import { registerWorker } from './installed.ts'
import { watchPrivacy } from './privacy.ts'

/** Called once. */
export function startOffline(): void {
  watchPrivacy()
  void registerWorker()
}
