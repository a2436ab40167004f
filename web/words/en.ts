/** All English texts of the interface, by module. `{name}` is a placeholder.
 * The server's error messages are in contract/errors.ts and are shown unchanged. */
import { enAccount } from './en-account.ts'
import { enAdmin } from './en-admin.ts'
import { enAnalytics } from './en-analytics.ts'
import { enCatalog } from './en-catalog.ts'
import { enComments } from './en-comments.ts'
import { enConnections } from './en-connections.ts'
import { enEverywhere } from './en-everywhere.ts'
import { enDocs } from './en-docs.ts'
import { enOnboarding } from './en-onboarding.ts'
import { enReactions } from './en-reactions.ts'
import { enReceipts } from './en-receipts.ts'
import { enSandbox } from './en-sandbox.ts'
import { enShell } from './en-shell.ts'
import { enStudio } from './en-studio.ts'
import { enStudioPages } from './en-studio-pages.ts'
import { enStudioEditors } from './en-studio-editors.ts'
import { enWallet } from './en-wallet.ts'
import { enWaysIn } from './en-ways-in.ts'
import { enAdminArea } from './en-admin-area.ts'
import { enFeed } from './en-feed.ts'
import { enLegal } from './en-legal.ts'
import { enLibrary } from './en-library.ts'
import { enMessages } from './en-messages.ts'
import { enNostr } from './en-nostr.ts'
import { enNotifications } from './en-notifications.ts'
import { enOffline } from './en-offline.ts'
import { enPeople } from './en-people.ts'
import { enPlayer } from './en-player.ts'
import { enPlaylists } from './en-playlists.ts'
import { enRoom } from './en-room.ts'
import { enSettings } from './en-settings.ts'
import { enShare } from './en-share.ts'
import { enOwnWallets } from './en-own-wallets.ts'
import { enProof } from './en-proof.ts'
import { enZap } from './en-zap.ts'

export const en = {
  ...enAccount,
  ...enAdmin,
  ...enOnboarding,
  ...enWallet,
  ...enReactions,
  ...enReceipts,
  ...enStudio,
  ...enAnalytics,
  ...enStudioPages,
  ...enStudioEditors,
  ...enSandbox,
  ...enCatalog,
  ...enComments,
  ...enConnections,
  ...enDocs,
  ...enAdminArea,
  ...enFeed,
  ...enLegal,
  ...enLibrary,
  ...enMessages,
  ...enNostr,
  ...enNotifications,
  ...enOffline,
  ...enPeople,
  ...enPlayer,
  ...enPlaylists,
  ...enRoom,
  ...enSettings,
  ...enShare,
  ...enOwnWallets,
  ...enProof,
  ...enZap,
  ...enShell,
  ...enWaysIn,
  ...enEverywhere,
} as const
