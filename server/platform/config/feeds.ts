/** The settings of services that are notified of changes in feeds. They are a part of the table in config.ts. */
import { secret, setting, text, webAddress } from './values.ts'

export const feedSettings = {
  podcastIndexUrl: setting('PODCAST_INDEX_URL', webAddress, '', 'Podcast Index: notified of changed feeds if set'),
  websubHub: setting('WEBSUB_HUB', webAddress, '', 'WebSub hub that feeds name and that is notified of their changes'),
  podpingUrl: setting('PODPING_URL', webAddress, '', 'Podping service (hivepinger) that is notified of changed feeds'),
  podpingToken: secret('PODPING_TOKEN', text, '', 'Its bearer token'),
}
