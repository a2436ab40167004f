/** Programs that fetch audio without a listener, each with the reason. They are recognized by their user agent;
 * programs that fake it are limited by what one listener can hear (check.ts). */

export type Robot = { name: string; pattern: RegExp; reason: string }

export const robots: readonly Robot[] = [
  {
    name: 'Google',
    pattern: /googlebot|google-inspectiontool|adsbot-google|mediapartners-google/i,
    reason: 'indexes pages for search',
  },
  { name: 'Google Podcasts crawler', pattern: /google-podcast|feedfetcher-google/i, reason: 'reads feeds' },
  { name: 'Bing', pattern: /bingbot|bingpreview|msnbot|adidxbot/i, reason: 'indexes pages for search' },
  { name: 'DuckDuckGo', pattern: /duckduckbot|duckassistbot/i, reason: 'indexes pages for search' },
  {
    name: 'Yandex',
    pattern: /yandex(bot|images|media|video|accessibility|mobilebot)/i,
    reason: 'indexes pages for search',
  },
  { name: 'Baidu', pattern: /baiduspider/i, reason: 'indexes pages for search' },
  { name: 'Apple', pattern: /applebot/i, reason: 'indexes pages for search' },
  { name: 'Seznam', pattern: /seznambot/i, reason: 'indexes pages for search' },
  { name: 'Sogou', pattern: /sogou .*spider/i, reason: 'indexes pages for search' },
  { name: 'Qwant', pattern: /qwantbot|qwantify/i, reason: 'indexes pages for search' },
  {
    name: 'OpenAI',
    pattern: /gptbot|oai-searchbot|chatgpt-user/i,
    reason: 'collects or reads pages for a language model',
  },
  {
    name: 'Anthropic',
    pattern: /claudebot|claude-web|claude-user|anthropic-ai/i,
    reason: 'collects or reads pages for a language model',
  },
  {
    name: 'Perplexity',
    pattern: /perplexitybot|perplexity-user/i,
    reason: 'collects or reads pages for a language model',
  },
  { name: 'Common Crawl', pattern: /ccbot/i, reason: 'copies the web' },
  { name: 'ByteDance', pattern: /bytespider/i, reason: 'collects pages for a language model' },
  { name: 'Amazon', pattern: /amazonbot/i, reason: 'indexes pages for an assistant' },
  {
    name: 'Meta crawler',
    pattern: /meta-externalagent|meta-externalfetcher|facebookbot/i,
    reason: 'collects pages for a language model',
  },
  { name: 'Internet Archive', pattern: /archive\.org_bot|heritrix|wayback/i, reason: 'keeps copies of pages' },
  { name: 'Ahrefs', pattern: /ahrefsbot|ahrefssiteaudit/i, reason: 'measures links' },
  { name: 'Semrush', pattern: /semrushbot/i, reason: 'measures links' },
  { name: 'Majestic', pattern: /mj12bot/i, reason: 'measures links' },
  { name: 'Moz', pattern: /dotbot|rogerbot/i, reason: 'measures links' },
  { name: 'DataForSEO', pattern: /dataforseobot/i, reason: 'measures links' },
  { name: 'Petal', pattern: /petalbot/i, reason: 'indexes pages for search' },
  { name: 'Facebook preview', pattern: /facebookexternalhit|facebookcatalog/i, reason: 'makes a preview of a link' },
  { name: 'X preview', pattern: /twitterbot/i, reason: 'makes a preview of a link' },
  { name: 'LinkedIn preview', pattern: /linkedinbot/i, reason: 'makes a preview of a link' },
  { name: 'Slack preview', pattern: /slackbot|slack-imgproxy/i, reason: 'makes a preview of a link' },
  { name: 'Discord preview', pattern: /discordbot/i, reason: 'makes a preview of a link' },
  { name: 'Telegram preview', pattern: /telegrambot/i, reason: 'makes a preview of a link' },
  { name: 'WhatsApp preview', pattern: /^whatsapp\//i, reason: 'makes a preview of a link' },
  { name: 'Skype preview', pattern: /skypeuripreview/i, reason: 'makes a preview of a link' },
  { name: 'Mastodon preview', pattern: /\bmastodon\/\d/i, reason: 'makes a preview of a link' },
  { name: 'Pinterest', pattern: /pinterestbot|^pinterest\//i, reason: 'makes a preview of a link' },
  { name: 'Reddit preview', pattern: /redditbot/i, reason: 'makes a preview of a link' },
  { name: 'Embedly', pattern: /embedly|iframely/i, reason: 'makes a preview of a link' },
  { name: 'Podcast Index', pattern: /podcastindex|podping|aggrivator/i, reason: 'reads feeds' },
  {
    name: 'Feed reader service',
    pattern: /feedly|inoreader|feedbin|newsblur|superfeedr/i,
    reason: 'reads feeds for others',
  },
  { name: 'UptimeRobot', pattern: /uptimerobot/i, reason: 'checks whether the server responds' },
  { name: 'Pingdom', pattern: /pingdom/i, reason: 'checks whether the server responds' },
  { name: 'StatusCake', pattern: /statuscake/i, reason: 'checks whether the server responds' },
  { name: 'Site24x7', pattern: /site24x7/i, reason: 'checks whether the server responds' },
  { name: 'Prometheus', pattern: /^prometheus\/|blackbox[- ]exporter/i, reason: 'checks whether the server responds' },
  { name: 'Lighthouse', pattern: /chrome-lighthouse|pagespeed/i, reason: 'measures pages' },
  { name: 'curl', pattern: /^curl\//i, reason: 'downloads without playing' },
  { name: 'Wget', pattern: /^wget\//i, reason: 'downloads without playing' },
  { name: 'HTTPie', pattern: /^httpie\//i, reason: 'downloads without playing' },
  { name: 'aria2', pattern: /^aria2\//i, reason: 'downloads without playing' },
  { name: 'yt-dlp', pattern: /yt-dlp|youtube-dl/i, reason: 'downloads without playing' },
  {
    name: 'Python',
    pattern: /python-requests|python-urllib|python-httpx|aiohttp|^scrapy\//i,
    reason: 'is a general-purpose HTTP client',
  },
  { name: 'Go', pattern: /^go-http-client\//i, reason: 'is a general-purpose HTTP client' },
  { name: 'Java', pattern: /^java\/|apache-httpclient/i, reason: 'is a general-purpose HTTP client' },
  { name: 'Perl', pattern: /libwww-perl/i, reason: 'is a general-purpose HTTP client' },
  { name: 'Ruby', pattern: /^ruby$|faraday v/i, reason: 'is a general-purpose HTTP client' },
  { name: 'PHP', pattern: /guzzlehttp|^php\//i, reason: 'is a general-purpose HTTP client' },
  {
    name: 'Self-declared robot',
    pattern: /\b(bot|crawler|spider|scraper)\b|[a-z]bot\/\d/i,
    reason: 'calls itself a robot',
  },
]

/** The robot that matches one of these agents, or null. */
export function findRobot(agents: readonly string[]): Robot | null {
  return robots.find(({ pattern }) => agents.some((agent) => pattern.test(agent))) ?? null
}
