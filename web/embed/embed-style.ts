/** The styles of the embedded player, from 300 × 80 px up: one style sheet as text, because it is inlined in the page.
 * The colours are those of ui/theme.css; the ground is the cover's. */
import type { FloodColours } from '#web/ui/flood.ts'

/** Used for content without a cover to take colours from. */
const OWN = { day: { flood: '#e9dcf6', on: '#2a1648' }, night: { flood: '#2a1f45', on: '#f1e6ff' } }

export function formatStyle(
  colours: FloodColours | null,
  scheme: 'light dark' | 'light' | 'dark',
  fontUrl: string | null,
): string {
  const { day, night } = colours ?? OWN
  return [
    fontUrl === null ? '' : FONT.replace('{url}', fontUrl),
    `:root{color-scheme:${scheme};--flood:light-dark(${day.flood},${night.flood});--on:light-dark(${day.on},${night.on})}`,
    BASE,
    MEDIUM,
    LARGE,
  ].join('\n')
}

const FONT =
  "@font-face{font-family:Text;font-weight:400 700;font-stretch:75% 100%;font-display:swap;src:url('{url}') format('woff2')}"

/** The smallest layout: one line beside a square cover, the position as a thin line at the bottom. */
const BASE = `
*{box-sizing:border-box}
html,body{height:100%;margin:0}
body{background:var(--flood);color:var(--on);font:15px/1.35 Text,'Hiragino Sans','Noto Sans JP',system-ui,sans-serif;
font-variant-numeric:tabular-nums;-webkit-font-smoothing:antialiased;overflow:hidden}
a{color:inherit;text-decoration:none}
a:hover{text-decoration:underline}
:focus-visible{outline:2.5px solid currentColor;outline-offset:2px;border-radius:6px}
[hidden]{display:none!important}
.far{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.card{height:100%;display:grid;grid-template:minmax(0,1fr) / auto minmax(0,1fr);position:relative}
.cover{width:auto;height:100vh;max-height:80px;aspect-ratio:1;display:block;object-fit:cover;
background:color-mix(in srgb,currentColor 12%,transparent)}
.empty{display:grid;place-items:center}
.empty svg{width:44%;opacity:.45}
.body{min-width:0;display:flex;align-items:center;gap:8px;padding:0 10px 0 12px}
.words{min-width:0;flex:1;order:-1}
.title,.byline{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.title{margin:0;font-size:15px;font-weight:650;line-height:24px}
.title a,.byline a{display:inline-block;min-height:24px;max-width:100%;overflow:hidden;text-overflow:ellipsis;
vertical-align:top}
.byline{margin:0;font-size:13px;line-height:24px}
.mark{display:none;width:31px;height:28px;flex:none}
.mark svg{display:block;width:100%;height:100%}
.controls{display:flex;align-items:center;gap:2px}
button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer}
.controls button{display:grid;place-items:center;width:44px;height:44px;border-radius:99px}
.controls button:hover{background:color-mix(in srgb,currentColor 10%,transparent)}
.play span{display:grid;place-items:center;width:40px;height:40px;border-radius:99px;background:var(--on);color:var(--flood)}
.controls .play:hover{background:none}
.controls button:disabled{opacity:.35;cursor:default}
.play[aria-busy=true] span{animation:wait 1.2s ease-in-out infinite}
@keyframes wait{50%{opacity:.5}}
svg{fill:currentColor}
.step{display:none!important}
.controls .zap{width:auto;padding:0 12px;font-weight:650}
.pay{position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;
background:var(--flood);color:var(--on)}
.pay-in{display:grid;grid-template:auto 1fr / minmax(0,1fr) auto;gap:4px 10px;min-height:100%;padding:6px 6px 6px 12px;
align-items:center}
.pay h2{margin:0;font-size:15px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.pay svg.code{fill:none}
.pay .close{width:44px;height:32px;display:grid;place-items:center}
.pay .note{grid-column:1/-1}
.pay .note:empty{display:none}
.amounts,.ways{display:flex;flex-wrap:wrap;gap:6px;align-items:center}
.amounts,.bill{grid-column:1/-1}
.amounts button,.ways button,.ways a{min-height:32px;padding:0 10px;border:1.5px solid currentColor;border-radius:99px;
font-weight:650;font-size:13px;display:grid;place-items:center;white-space:nowrap}
.bill{display:flex;gap:14px;align-items:center}
.code{display:none;flex:none;background:#fffdf8;padding:8px;border-radius:10px}
.seek{position:absolute;left:0;right:0;bottom:0}
.times{display:none}
input[type=range]{-webkit-appearance:none;appearance:none;display:block;width:100%;height:16px;margin:0;background:none;
cursor:pointer;
--line:linear-gradient(to right,currentColor var(--played,0%),color-mix(in srgb,currentColor 24%,transparent) var(--played,0%))}
input[type=range]::-webkit-slider-runnable-track{height:4px;background:var(--line)}
input[type=range]::-moz-range-track{height:4px;background:var(--line)}
input[type=range]::-webkit-slider-thumb{-webkit-appearance:none;width:14px;height:14px;margin-top:-5px;
border-radius:99px;background:currentColor;opacity:0}
input[type=range]::-moz-range-thumb{width:14px;height:14px;border:0;border-radius:99px;background:currentColor;opacity:0}
input[type=range]:hover::-webkit-slider-thumb,input[type=range]:focus-visible::-webkit-slider-thumb{opacity:1}
input[type=range]:hover::-moz-range-thumb,input[type=range]:focus-visible::-moz-range-thumb{opacity:1}
.seek input{position:absolute;left:0;right:0;bottom:-6px}
.list{display:none}
.e{display:inline-block;margin-left:6px;padding:0 4px;border:1px solid currentColor;border-radius:4px;font-size:10px;
line-height:14px;vertical-align:1px}
.note{margin:0;font-size:13px}
.missing{display:grid;place-content:center;justify-items:start;gap:4px;height:100%;padding:0 18px}
.missing p{margin:0}
.missing .title{white-space:normal}
@media (max-height:119px){.missing .note{display:none}}
@media (max-width:259px){.cover{display:none}}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
`

/** From 120 px: the cover in full height, title above, controls and times below. */
const MEDIUM = `
@media (min-height:120px){
.card{padding:14px;gap:14px 16px;grid-template:minmax(0,1fr) / auto minmax(0,1fr)}
.cover{height:calc(100vh - 28px);max-height:124px;border-radius:10px}
.body{display:grid;grid-template:auto 1fr auto / minmax(0,1fr) auto;gap:0 10px;padding:0;align-items:start}
.words{order:0;padding-top:2px}
.title{font-size:18px}
.byline{font-size:14px}
.mark{display:block}
.pay-in{padding:14px;gap:10px;align-items:start;grid-template:auto auto 1fr / minmax(0,1fr) auto}
.pay h2{font-size:18px}
.amounts button,.ways button,.ways a{min-height:44px;padding:0 16px;font-size:15px}
.controls{grid-row:3;grid-column:1/-1;margin-left:-2px}
.seek{position:static;flex:1;min-width:0;display:flex;align-items:center;gap:10px;padding-left:8px}
.seek input{position:static;height:24px}
.times{display:block;font-size:13px;white-space:nowrap}
input[type=range]::-webkit-slider-runnable-track{height:5px;border-radius:9px}
input[type=range]::-moz-range-track{height:5px;border-radius:9px}
}
@media (min-height:120px) and (max-width:379px){.cover{max-height:72px}.times .of{display:none}}
@media (min-height:120px) and (min-width:380px){.many .step{display:grid!important}}
@media (min-height:120px) and (max-width:459px){.many .times{display:none}}
`

/** From 230 px: lists below; a single track or episode has a large cover. */
const LARGE = `
@media (min-height:230px){
.code{display:block;width:min(180px,calc(100vh - 130px))}
.bill .ways{flex:1;min-width:130px}
.many{grid-template:auto minmax(0,1fr) / auto minmax(0,1fr)}
.many .cover{height:124px}
.many .list{display:block;grid-column:1/-1;margin:0 -6px;padding:0;list-style:none;overflow-y:auto;overscroll-behavior:contain;
border-top:1px solid color-mix(in srgb,currentColor 18%,transparent)}
.list button{display:flex;gap:10px;align-items:center;width:100%;min-height:44px;padding:6px;border-radius:10px;text-align:left}
.list button:hover{background:color-mix(in srgb,currentColor 8%,transparent)}
.list button:focus-visible{outline-offset:-3px}
.list [aria-current=true]{background:color-mix(in srgb,currentColor 13%,transparent);font-weight:650}
.list .number{width:24px;flex:none;text-align:right;opacity:.8}
.list .name{min-width:0;flex:1;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.list small{font-size:13px;font-weight:400}
.list .length{font-size:13px}
}
@media (min-height:230px) and (max-width:379px){.many .cover{height:72px}}
@media (min-height:230px) and (min-width:460px){
.single .cover{height:calc(100vh - 40px);max-height:min(360px,46vw)}
.single{padding:20px;gap:24px;align-items:center}
.single .body{height:100%;max-height:min(360px,46vw)}
.single .title{font-size:30px;line-height:1.1;letter-spacing:-.02em;white-space:normal;display:-webkit-box;
-webkit-box-orient:vertical;-webkit-line-clamp:4}
.single .title a{display:inline}
.single .byline{font-size:17px;margin-top:8px}
}
@media (min-height:230px) and (max-width:459px){
.single{grid-template:auto auto / minmax(0,1fr);align-content:space-between}
.single .cover{height:auto;width:min(100%,calc(100vh - 164px));max-height:none}
}
`
