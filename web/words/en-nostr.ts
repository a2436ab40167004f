/** English words of the nostr profile: what relays know of somebody's keys. `{name}` stands for a value. */
export const enNostr = {
  'nostr.profile': 'Nostr profile',
  'nostr.profileNote':
    'What nostr relays say of your keys. Where you have no name or picture here, your menu shows these.',
  'nostr.connecting': 'Connecting to relays…',
  'nostr.noRelay': 'No relay can be reached right now. It is tried again by itself.',
  'nostr.connected': '{connected} of {all} relays connected',
  'nostr.none': 'The relays know no profile of this key.',
  'nostr.publish': 'Publish name and picture',
  'nostr.publishNote':
    'Publishing is signed by your key and seen by everybody. It replaces a profile that this key has on other relays.',
  'nostr.published': 'Published to one relay. | Published to {count} relays.',
  'nostr.followers': 'One follower known | {count} followers known',
  'nostr.refused': 'The relays did not take it: {words}',
  'nostr.unreachable': 'No relay could be reached. Please try again.',
  'nostr.keyAbsent': 'This key is not kept in this browser, and there is no nostr extension here that could sign.',
  'nostr.keyRefused': 'The nostr extension did not agree. Nothing was published.',
  'nostr.otherKey': 'The nostr extension holds another key. Choose this one there and try again.',
} as const
