/** Every icon of the product, under the name of what it means here.
 * Not the mark; that is our own drawing (mark.tsx). */
import {
  ArrowDownLeft,
  ArrowUpRight,
  BadgeCheck,
  Bell,
  Check,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  Copy,
  Ellipsis,
  ExternalLink,
  Eye,
  EyeOff,
  Heart,
  House,
  Image,
  Library,
  ListOrdered,
  LoaderCircle,
  LogOut,
  Mail,
  Menu,
  Pencil,
  Plus,
  Podcast,
  Printer,
  Repeat,
  Repeat1,
  Search,
  Settings,
  Share2,
  Shuffle,
  Sparkles,
  SkipBack,
  SkipForward,
  Trash2,
  Upload,
  User,
  Users,
  Volume1,
  Volume2,
  VolumeX,
  Wallet,
  X,
} from 'lucide-react'

export const IncomingIcon = ArrowDownLeft
export const OutgoingIcon = ArrowUpRight
export const VerifiedIcon = BadgeCheck
export const BellIcon = Bell
export const CheckIcon = Check
export const ChevronDownIcon = ChevronDown
export const ChevronRightIcon = ChevronRight
export const AlertIcon = CircleAlert
export const DoneIcon = CircleCheck
export const CopyIcon = Copy
export const MoreIcon = Ellipsis
export const ExternalIcon = ExternalLink
export const ShowIcon = Eye
export const HideIcon = EyeOff
export const HeartIcon = Heart
export const HomeIcon = House
export const ImageIcon = Image
export const LibraryIcon = Library
export const WaitIcon = LoaderCircle
export const SignOutIcon = LogOut
export const MailIcon = Mail
export const MenuIcon = Menu
export const EditIcon = Pencil
export const PlusIcon = Plus
export const PrintIcon = Printer
export const RepeatIcon = Repeat
export const RepeatOneIcon = Repeat1
export const SearchIcon = Search
export const SettingsIcon = Settings
export const ShareIcon = Share2
export const ShuffleIcon = Shuffle
export const PreviousIcon = SkipBack
export const NextIcon = SkipForward
export const DeleteIcon = Trash2
export const UploadIcon = Upload
export const PersonIcon = User
export const PeopleIcon = Users
export const VolumeLowIcon = Volume1
export const VolumeIcon = Volume2
export const MutedIcon = VolumeX
export const WalletIcon = Wallet
export const ChartIcon = ListOrdered
export const PodcastIcon = Podcast
export const NewIcon = Sparkles
export const CloseIcon = X

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
