/** A button that looks like a link, below a form. */
export function TextButton({ words, onPress }: { words: string; onPress: () => void }) {
  return (
    <button type="button" onClick={onPress} className="min-h-8 font-semi text-purple hover:underline">
      {words}
    </button>
  )
}
