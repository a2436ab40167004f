/** The channel manager of an LDK node: a new one, or the saved one. Keeps no state; the caller holds strong references to
 * the parts. */
import * as ldk from 'lightningdevkit'

export type ManagerParts = {
  fees: ldk.FeeEstimator
  monitoring: ldk.ChainMonitor
  broadcaster: ldk.BroadcasterInterface
  router: ldk.DefaultRouter
  messages: ldk.DefaultMessageRouter
  logger: ldk.Logger
  keys: ldk.KeysManager
  config: ldk.UserConfig
}

export const NETWORK = ldk.Network.LDKNetwork_Regtest

const networkOf = ({ fees, monitoring, broadcaster, router, messages, logger }: ManagerParts) =>
  [fees, monitoring.as_Watch(), broadcaster, router.as_Router(), messages.as_MessageRouter(), logger] as const
const signersOf = ({ keys }: ManagerParts) =>
  [keys.as_EntropySource(), keys.as_NodeSigner(), keys.as_SignerProvider()] as const

export function createManager(parts: ManagerParts, seconds: number): ldk.ChannelManager {
  const start = ldk.ChainParameters.constructor_new(NETWORK, ldk.BestBlock.constructor_from_network(NETWORK))
  return ldk.ChannelManager.constructor_new(...networkOf(parts), ...signersOf(parts), parts.config, start, seconds)
}

/** Reads the saved manager, which then watches the channels of `monitors`. */
export function readManager(
  parts: ManagerParts,
  saved: Uint8Array,
  monitors: ldk.ChannelMonitor[],
): ldk.ChannelManager {
  const { monitoring, config } = parts
  const read = ldk.UtilMethods.constructor_C2Tuple_ThirtyTwoBytesChannelManagerZ_read(
    saved,
    ...signersOf(parts),
    ...networkOf(parts),
    config,
    monitors,
  )
  if (!(read instanceof ldk.Result_C2Tuple_ThirtyTwoBytesChannelManagerZDecodeErrorZ_OK)) {
    throw new Error('The saved channel manager cannot be read')
  }
  const manager = read.res.get_b()
  for (const monitor of monitors) monitoring.as_Watch().watch_channel(monitor.get_funding_txo().get_a(), monitor)
  return manager
}
