/** Every icon of the product, named by its meaning here.
 * The logo is our own drawing (mark.tsx). */
// Named individually, so that a page loads only the icons it shows.
export {
  BadgeCheck as VerifiedIcon,
  Bell as BellIcon,
  Check as CheckIcon,
  ChevronDown as ChevronDownIcon,
  ChevronRight as ChevronRightIcon,
  CircleAlert as AlertIcon,
  CircleCheck as DoneIcon,
  Copy as CopyIcon,
  Ellipsis as MoreIcon,
  ExternalLink as ExternalIcon,
  Eye as ShowIcon,
  EyeOff as HideIcon,
  Heart as HeartIcon,
  Image as ImageIcon,
  LoaderCircle as WaitIcon,
  Mail as MailIcon,
  Menu as MenuIcon,
  Pencil as EditIcon,
  Plus as PlusIcon,
  Printer as PrintIcon,
  Download as SaveIcon,
  Repeat as RepeatIcon,
  Search as SearchIcon,
  Share2 as ShareIcon,
  Shuffle as ShuffleIcon,
  SkipBack as PreviousIcon,
  SkipForward as NextIcon,
  Trash2 as DeleteIcon,
  Upload as UploadIcon,
  Users as PeopleIcon,
  Wallet as WalletIcon,
  KeyRound as PasskeyIcon,
  Puzzle as ExtensionIcon,
  ScrollText as PhraseIcon,
  Building2 as IssuerIcon,
  Monitor as SystemIcon,
  MonitorSmartphone as DeviceIcon,
  Moon as DarkIcon,
  Sun as LightIcon,
  Megaphone as AnnounceIcon,
  ZoomIn as ZoomInIcon,
  ZoomOut as ZoomOutIcon,
  ArrowDownToLine as PlayheadIcon,
  GripVertical as GripIcon,
  ListMusic as QueueIcon,
  X as CloseIcon,
} from 'lucide-react'

import type { ReactNode } from 'react'
import { iconSize } from './line-icon.ts'

type SolidIconProps = { size?: number; className?: string }

/** Filled, so that they stand out among outlined icons. */
const solidIcon = (shapes: ReactNode) =>
  function SolidIcon({ size = 16, className }: SolidIconProps) {
    return (
      <svg style={iconSize(size)} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className={className}>
        {shapes}
      </svg>
    )
  }

export const PlayIcon = solidIcon(
  <path d="M6 3.6v16.8a1.2 1.2 0 0 0 1.84 1.02l13.2-8.4a1.2 1.2 0 0 0 0-2.04l-13.2-8.4A1.2 1.2 0 0 0 6 3.6z" />,
)

export const PauseIcon = solidIcon(
  <>
    <rect x="4.5" y="3.5" width="5.5" height="17" rx="1.7" />
    <rect x="14" y="3.5" width="5.5" height="17" rx="1.7" />
  </>,
)
