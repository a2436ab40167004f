/** Default terms, privacy notice and contact page, for servers whose operator has not written their own. They describe
 * what the software does, and are not legal advice; operators replace them with TERMS_FILE and so on. */
import type { Data } from '#contract/endpoint.ts'
import type { getLegalPage } from '#contract/operator/legal.ts'

type DefaultText = Pick<Data<typeof getLegalPage>, 'title' | 'text'>

export function defaultTexts(brand: string): Record<'terms' | 'privacy' | 'contact', DefaultText> {
  return {
    terms: { title: 'Terms of service', text: terms(brand) },
    privacy: { title: 'Privacy', text: privacy(brand) },
    contact: { title: 'Contact', text: contact(brand) },
  }
}

const terms = (brand: string) => `## Who you deal with

${brand} is run by the operator of this server, not by the makers of the software. The contact page says how to reach them.

## Your account

- Give an e-mail address that is yours, and keep your password, passkeys and recovery codes to yourself.
- You may take your data with you or delete your account in the settings at any time.
- The operator may hold outgoing payments, hide content or close an account that breaks the law or these terms.
- You can ask the operator why.

## What you upload

- Upload only what you made or have permission to publish. You keep all rights to it.
- You allow this server to store it, to convert it for playback, and to play it to listeners for as long as it is published.
- Nothing unlawful, no spam, and nothing that harasses others.

## Payments

- Payments are made over the Lightning network. A payment that has settled cannot be reversed by this server.
- The platform fee and everybody's share are shown before you pay. Who got what is on each receipt.
- The balance of an account is money that the operator holds for you. Withdraw what you do not need here.
- Withdrawals have limits and network fees. Both are shown before you confirm.
- Prices in other currencies are estimates.

## No guarantee

The service is provided as it is. The operator is liable where the law says so and not beyond.`

const privacy = (brand: string) => `## What ${brand} stores

- Your e-mail address, username, display name and picture, and how you log in. Passwords are stored only as a hash.
- What you publish, your playlists, likes, follows and comments.
- Every payment with its amount, time, shares and message. They stay after an account is deleted, without your name.
- What you listened to and where you stopped, for you alone, until you clear it. Play counts are kept without your identity.
- The devices that are logged in, with the network they came from.

## What others can see

- Your profile, what you publish, public playlists, and comments with their amounts.
- A zap without your name does not show who paid.
- Artists see the names that came with a zap, a purchase or a ticket. They see that you follow them only if you allow it.
- Artists you follow can write to you. They do not get your e-mail address.
- What you publish or sign on nostr is public and cannot be taken back by this server.

## Who receives data

- Lightning nodes that a payment passes through learn its amount and destination.
- A lightning address you pay, or connect as a wallet, learns of that payment.
- Mail and push services deliver the notifications that you have switched on.
- There is no advertising and no tracking. Pages load nothing from other sites but pictures of nostr profiles.

## Your rights

In the settings you can read, correct, export and delete your data. For anything else, ask the operator.`

const contact = (brand: string) => `The operator of this ${brand} server has not published contact details yet.

- A song, show or comment that should not be here: use "Report" on its page. Reports reach the operator.
- A payment that did not arrive: open it in your wallet page. Its receipt says where it is and until when it is held.
- Trouble with the software itself: its documentation is at [/docs](/docs).`
