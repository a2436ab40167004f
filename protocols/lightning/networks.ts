/** The Bitcoin networks, as invoices name them. */

/** Mainnet, testnet, signet, regtest: the BIP 173 prefix after `ln`. */
export type InvoiceNetwork = 'bc' | 'tb' | 'tbs' | 'bcrt'
