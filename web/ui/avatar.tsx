/** A round picture of a person. Without one, the drawing made from their id. */
import { Cover } from './cover.tsx'

const SIZES = { small: 'size-7', regular: 'size-[38px]', large: 'size-16' } as const

export function Avatar({
  src,
  seed,
  name = '',
  size = 'regular',
}: {
  src: string | null | undefined
  seed: string
  /** '' where the name stands beside it. */
  name?: string
  size?: keyof typeof SIZES
}) {
  return <Cover src={src} seed={seed} alt={name} shape="round" sizes="64px" className={SIZES[size]} />
}
