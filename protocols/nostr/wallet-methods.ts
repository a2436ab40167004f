/** The methods of Nostr Wallet Connect (NIP-47), with the types of their parameters and results. Their events are in
 * wallet-connect.ts. */

export const WALLET_METHODS = [
  'pay_invoice',
  'pay_keysend',
  'make_invoice',
  'lookup_invoice',
  'list_transactions',
  'get_balance',
  'get_info',
] as const
export type WalletMethod = (typeof WALLET_METHODS)[number]
export type WalletNotificationType = 'payment_received' | 'payment_sent'

/** Amounts are msat, times are seconds. */
export type WalletTransaction = {
  type: 'incoming' | 'outgoing'
  state?: 'pending' | 'settled' | 'expired' | 'failed'
  invoice?: string
  description?: string
  description_hash?: string
  preimage?: string
  payment_hash: string
  amount: number
  fees_paid: number
  created_at: number
  expires_at?: number
  settled_at?: number
  metadata?: Record<string, unknown>
}
export type WalletParams = {
  pay_invoice: { invoice: string; amount?: number; metadata?: Record<string, unknown> }
  pay_keysend: { amount: number; pubkey: string; preimage?: string; tlv_records?: { type: number; value: string }[] }
  make_invoice: { amount: number; description?: string; description_hash?: string; expiry?: number }
  lookup_invoice: { payment_hash?: string; invoice?: string }
  list_transactions: {
    from?: number
    until?: number
    limit?: number
    offset?: number
    unpaid?: boolean
    type?: 'incoming' | 'outgoing'
  }
  get_balance: Record<string, never>
  get_info: Record<string, never>
}
export type WalletResults = {
  pay_invoice: { preimage: string; fees_paid?: number }
  pay_keysend: { preimage: string; fees_paid?: number }
  make_invoice: WalletTransaction
  lookup_invoice: WalletTransaction
  list_transactions: { transactions: WalletTransaction[] }
  get_balance: { balance: number }
  get_info: {
    alias?: string
    color?: string
    pubkey?: string
    network?: string
    block_height?: number
    block_hash?: string
    methods: string[]
    notifications?: string[]
  }
}
