/** An error message in a dialog, above its button. */
import { AlertIcon } from '#web/ui/icon.tsx'

export function Problem({ words }: { words: string }) {
  return (
    <p role="alert" className="flex items-start gap-2.5 rounded-field bg-pink-soft px-4 py-3 font-medium">
      <AlertIcon size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-pink" />
      <span className="min-w-0">{words}</span>
    </p>
  )
}
