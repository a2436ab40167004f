/** Every icon of the product, under the name of what it means here.
 * Not the mark; that is our own drawing (mark.tsx). */
export {
  ArrowDownLeft as IncomingIcon,
  ArrowUpRight as OutgoingIcon,
  BadgeCheck as VerifiedIcon,
  Bell as BellIcon,
  Check as CheckIcon,
  ChevronDown as ChevronDownIcon,
  ChevronRight as ChevronRightIcon,
  CircleAlert as AlertIcon,
  CircleCheck as DoneIcon,
  Clock as ClockIcon,
  Copy as CopyIcon,
  Disc3 as AlbumIcon,
  Download as DownloadIcon,
  Ellipsis as MoreIcon,
  ExternalLink as ExternalIcon,
  Eye as ShowIcon,
  EyeOff as HideIcon,
  GripVertical as GripIcon,
  Heart as HeartIcon,
  House as HomeIcon,
  Image as ImageIcon,
  Info as InfoIcon,
  Library as LibraryIcon,
  ListMusic as QueueIcon,
  LoaderCircle as WaitIcon,
  LogOut as SignOutIcon,
  Menu as MenuIcon,
  Mic as PodcastIcon,
  Music as MusicIcon,
  Pencil as EditIcon,
  Plus as PlusIcon,
  Repeat as RepeatIcon,
  Repeat1 as RepeatOneIcon,
  Search as SearchIcon,
  Settings as SettingsIcon,
  Share2 as ShareIcon,
  Shuffle as ShuffleIcon,
  SkipBack as PreviousIcon,
  SkipForward as NextIcon,
  Trash2 as DeleteIcon,
  Upload as UploadIcon,
  User as PersonIcon,
  Users as PeopleIcon,
  Volume1 as VolumeLowIcon,
  Volume2 as VolumeIcon,
  VolumeX as MutedIcon,
  Wallet as WalletIcon,
  X as CloseIcon,
} from 'lucide-react'

type SolidIconProps = { size?: number; className?: string }

/** Play and pause are filled: they are the heaviest thing in a row of lines. */
export function PlayIcon({ size = 16, className }: SolidIconProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className={className}>
      <path d="M6 3.6v16.8a1.2 1.2 0 0 0 1.84 1.02l13.2-8.4a1.2 1.2 0 0 0 0-2.04l-13.2-8.4A1.2 1.2 0 0 0 6 3.6z" />
    </svg>
  )
}

export function PauseIcon({ size = 16, className }: SolidIconProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className={className}>
      <rect x="4.5" y="3.5" width="5.5" height="17" rx="1.7" />
      <rect x="14" y="3.5" width="5.5" height="17" rx="1.7" />
    </svg>
  )
}
