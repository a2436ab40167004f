/** A round avatar, beside the name. Without an image, a drawing generated from the user's id. */
import { Cover } from './cover.tsx'

const SIZES = { small: 'size-7', regular: 'size-[38px]', large: 'size-16' } as const

export function Avatar({
  src,
  seed,
  size = 'regular',
}: {
  src: string | null | undefined
  seed: string
  size?: keyof typeof SIZES
}) {
  return <Cover src={src} seed={seed} alt="" shape="round" sizes="64px" className={SIZES[size]} />
}
