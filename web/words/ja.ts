/** Every Japanese word that is shown, by room. words.test.ts says what is missing. */
import { jaAccount } from './ja-account.ts'
import { jaAdmin } from './ja-admin.ts'
import { jaAnalytics } from './ja-analytics.ts'
import { jaCatalog } from './ja-catalog.ts'
import { jaComments } from './ja-comments.ts'
import { jaConnections } from './ja-connections.ts'
import { jaEverywhere } from './ja-everywhere.ts'
import { jaDocs } from './ja-docs.ts'
import { jaOnboarding } from './ja-onboarding.ts'
import { jaReactions } from './ja-reactions.ts'
import { jaReceipts } from './ja-receipts.ts'
import { jaSandbox } from './ja-sandbox.ts'
import { jaShell } from './ja-shell.ts'
import { jaStudio } from './ja-studio.ts'
import { jaStudioPages } from './ja-studio-pages.ts'
import { jaStudioEditors } from './ja-studio-editors.ts'
import { jaWallet } from './ja-wallet.ts'
import { jaWaysIn } from './ja-ways-in.ts'
import { jaAdminArea } from './ja-admin-area.ts'
import { jaFeed } from './ja-feed.ts'
import { jaLegal } from './ja-legal.ts'
import { jaLibrary } from './ja-library.ts'
import { jaMessages } from './ja-messages.ts'
import { jaNostr } from './ja-nostr.ts'
import { jaNotifications } from './ja-notifications.ts'
import { jaOffline } from './ja-offline.ts'
import { jaPeople } from './ja-people.ts'
import { jaPlayer } from './ja-player.ts'
import { jaPlaylists } from './ja-playlists.ts'
import { jaRoom } from './ja-room.ts'
import { jaSettings } from './ja-settings.ts'
import { jaShare } from './ja-share.ts'
import { jaOwnWallets } from './ja-own-wallets.ts'
import { jaProof } from './ja-proof.ts'
import { jaZap } from './ja-zap.ts'

export const ja = {
  ...jaAccount,
  ...jaAdmin,
  ...jaAnalytics,
  ...jaCatalog,
  ...jaComments,
  ...jaConnections,
  ...jaEverywhere,
  ...jaDocs,
  ...jaOnboarding,
  ...jaReactions,
  ...jaReceipts,
  ...jaSandbox,
  ...jaShell,
  ...jaStudio,
  ...jaStudioPages,
  ...jaStudioEditors,
  ...jaWallet,
  ...jaWaysIn,
  ...jaAdminArea,
  ...jaFeed,
  ...jaLegal,
  ...jaLibrary,
  ...jaMessages,
  ...jaNostr,
  ...jaNotifications,
  ...jaOffline,
  ...jaPeople,
  ...jaPlayer,
  ...jaPlaylists,
  ...jaRoom,
  ...jaSettings,
  ...jaShare,
  ...jaOwnWallets,
  ...jaProof,
  ...jaZap,
} as const
