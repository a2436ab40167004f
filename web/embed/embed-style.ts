/** The styles of the embedded player in its three shapes: a strip from 300 × 88 px, a wide card from 460 × 200, a tall one
 * from 300 × 420. One style sheet as text, because it is inlined in the page. It also has the positions of faces (the avatars
 * and messages of the largest zaps), because the page may not have style attributes. */
import type { EmbedContent } from '#contract/listening/embeds.ts'
import { ZAP_STYLE } from './zap-style.ts'

/** For content that has no cover to extract colours from. */
const OWN = {
  day: { flood: '#e9dcf6', on: '#2a1648', two: '#a8185a', three: '#5a35e0', under: '#1e1033' },
  night: { flood: '#2a1f45', on: '#f1e6ff', two: '#ff8fb8', three: '#ffd27a', under: '#170c28' },
}
const FACES = 2
const FACES_APART_PERCENT = 38
/** Further to the right, there is no room for a message. */
const LAST_PERCENT = 60

type Horizon = NonNullable<EmbedContent['horizon']>
type Fonts = { fontUrl: string | null; titleFontUrl: string | null }

/** The largest zaps that fit next to each other. */
export function facesOf({ largest, durationSeconds }: Horizon): (Horizon['largest'][number] & { percent: number })[] {
  const faces: (Horizon['largest'][number] & { percent: number })[] = []
  for (const zap of largest) {
    const percent = durationSeconds > 0 ? (zap.atSeconds / durationSeconds) * 100 : 0
    const isFree = faces.every((face) => Math.abs(face.percent - percent) >= FACES_APART_PERCENT)
    if (faces.length < FACES && percent <= LAST_PERCENT && isFree) faces.push({ ...zap, percent })
  }
  return faces
}

export function formatStyle(
  content: EmbedContent | null,
  scheme: 'light dark' | 'light' | 'dark',
  { fontUrl, titleFontUrl }: Fonts,
): string {
  const { day, night } = content?.colours ?? OWN
  const pair = (name: keyof typeof day & keyof typeof OWN.day) => `--${name}:light-dark(${day[name]},${night[name]})`
  const fit = content?.titleFit
  const faces = content?.horizon ? facesOf(content.horizon) : []
  return [
    fontUrl === null ? '' : FONT.replace('{url}', fontUrl),
    titleFontUrl === null ? '' : TITLE_FONT.replace('{url}', titleFontUrl),
    `:root{color-scheme:${scheme};${(['flood', 'on', 'two', 'three', 'under'] as const).map(pair).join(';')}}`,
    fit ? `.fit{--em:${fit.wide.em};--em-narrow:${fit.narrow.em}}` : '',
    BASE,
    STRIP,
    WIDE,
    TALL,
    LISTS,
    ...faces.map(({ percent }, index) => `.f${index}{left:clamp(10px,${percent.toFixed(1)}%,100% - 120px)}`),
    ZAP_STYLE,
  ].join('\n')
}

const FONT =
  "@font-face{font-family:Text;font-weight:400 700;font-stretch:75% 100%;font-display:swap;src:url('{url}') format('woff2')}"
const TITLE_FONT =
  "@font-face{font-family:Display;font-weight:200 800;font-stretch:75% 100%;font-display:swap;src:url('{url}') format('woff2')}"

const BASE = `
*{box-sizing:border-box}
html,body{height:100%;margin:0}
body{background:var(--flood);color:var(--on);font:15px/1.35 Text,'Hiragino Sans','Noto Sans JP',system-ui,sans-serif;
font-variant-numeric:tabular-nums;-webkit-font-smoothing:antialiased;overflow:hidden}
a{color:inherit;text-decoration:none}
a:hover{text-decoration:underline}
:focus-visible{outline:2.5px solid currentColor;outline-offset:2px}
[hidden]{display:none!important}
.far{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.card{height:100%;display:grid;grid-template:minmax(0,1fr) / minmax(0,1fr);position:relative}
.front{display:grid;min-height:0;min-width:0;position:relative;--ground:22px;--edge:0px;
background:linear-gradient(to top,var(--under) var(--ground),transparent 0)}
.cover{display:block;object-fit:contain;object-position:left;min-width:0;min-height:0}
.empty{display:grid;place-items:center}
.empty svg{width:44%;opacity:.45}
.words{min-width:0}
.fit-box{container-type:inline-size}
.title{margin:0;font-family:Display,Text,'Hiragino Sans','Noto Sans JP',system-ui,sans-serif;font-weight:800;font-stretch:75%;
line-height:1;letter-spacing:-.008em;overflow-wrap:anywhere}
.title a{display:inline-block;min-width:24px;min-height:24px}
.byline{margin:0;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.byline a{display:inline-block;min-height:24px;line-height:24px}
br.w,br.n{display:none}
.mark{width:31px;height:28px;display:none}
.mark svg{display:block;width:100%;height:100%}
button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer}
svg{fill:currentColor}
.play{border-radius:99px}
.play span{display:grid;place-items:center;width:100%;height:100%;border-radius:99px;background:var(--on);color:var(--flood)}
.play[aria-busy=true] span{animation:wait 1.2s ease-in-out infinite}
@keyframes wait{50%{opacity:.5}}
.wave{position:relative;--played:0%;touch-action:pan-y}
.sound{position:absolute;inset:0;width:100%;height:100%}
.sound path:nth-child(1){fill:var(--on)}
.sound path:nth-child(2){fill:var(--two)}
.sound path:nth-child(3){fill:var(--three)}
.rest{opacity:.42;clip-path:inset(0 0 0 var(--played))}
.done{clip-path:inset(0 calc(100% - var(--played)) 0 0)}
.wave::after{content:'';position:absolute;left:min(var(--played),100% - 2px);top:-8px;bottom:0;width:2px;background:var(--on)}
.wave input{-webkit-appearance:none;appearance:none;position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;
cursor:pointer}
.wave:has(:focus-visible){outline:2.5px solid currentColor;outline-offset:-2px}
.ground{position:relative;color:#fffaf0;min-width:0}
.sats{position:absolute;left:0;top:3px;width:100%;height:calc(100% - 6px)}
.sats path{fill:#ff8b3d}
.controls{display:flex;align-items:center;gap:4px}
.zap{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:44px;border-radius:99px;padding:0 18px;
background:#ff7a1a;color:#1b1524;font-weight:650;font-size:16px}
.zap:focus-visible{outline-color:#fffaf0}
.step{display:none;width:44px;height:44px;place-items:center;border-radius:99px}
.step:disabled{opacity:.35;cursor:default}
.face{display:none}
.face{position:absolute;margin:0;align-items:center;gap:8px;font-size:13px;line-height:1.2;pointer-events:none}
.face img{width:34px;height:34px;border-radius:99px;display:block}
.face b{display:block;color:#ff8b3d}
.face q{display:block;max-width:22ch;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;quotes:none}
.list{display:none}
.e{display:inline-block;margin-left:6px;padding:0 4px;border:1px solid currentColor;border-radius:4px;
font:700 10px/14px Text,sans-serif;
letter-spacing:0;vertical-align:middle}
.note{margin:0;font-size:13px}
.empty-note{grid-area:wave;align-self:end;padding:8px 12px}
.missing{display:grid;place-content:center;justify-items:start;gap:4px;height:100%;padding:0 18px}
.missing p{margin:0}
.missing .title{font-size:24px;white-space:normal}
@media (max-height:119px){.missing .note{display:none}}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
`

/** The cover with the play button on it, two lines of text, the waveform, and a round zap button. */
const STRIP = `
.front{grid-template:auto minmax(0,1fr) var(--ground) / 66px minmax(0,1fr) 58px;
grid-template-areas:'cover words zap' 'cover wave zap' 'ground ground ground'}
.cover{grid-area:cover;width:66px;height:100%;object-fit:cover}
.play{grid-area:cover;place-self:center;width:50px;height:50px}
.words{grid-area:words;padding:4px 0 0 10px}
.title{font-size:min(1.35rem,18px);line-height:24px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.title a{max-width:100%}
.byline{font-size:13px;line-height:18px}
.byline a{line-height:18px;min-height:18px;padding-block:0 6px;margin-block:0 -6px}
.wave{grid-area:wave;min-height:8px;margin-left:10px}
.ground{grid-area:ground;margin-left:76px;margin-right:58px}
.controls{position:absolute;right:-54px;bottom:30px}
.zap{width:48px;height:48px;padding:0}
.zap span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media (max-width:259px){.cover{visibility:hidden}}
`

/** Shared by both cards. */
const CARD = `
.fit{font-size:min(100cqi / var(--line),var(--most));line-height:.92;white-space:nowrap;padding-bottom:.12em;overflow:visible}
.fit a{display:inline}
.title{font-size:2rem;line-height:1.02;white-space:normal}
.byline{font-size:15px;line-height:24px}
.byline a{line-height:24px;padding:0;margin:0}
.mark{display:block;grid-area:mark;align-self:end;justify-self:end}
.wave,.ground{margin:0}
.controls{position:static}
.zap{width:auto;height:auto;padding:0 18px}
.zap span{position:static;width:auto;height:auto;clip-path:none}
.sats{height:40%}
.face{display:flex;top:calc(40% - 2px)}
.many .step{display:grid}
.many .face{display:none}
`

const WIDE = `
@media (min-width:460px) and (min-height:200px){${CARD}
.fit{--line:var(--em);--most:5.6rem}
br.w{display:inline}
.front{--ground:76px;grid-template:auto auto minmax(40px,1fr) var(--ground) / auto minmax(0,1fr) auto;
grid-template-areas:'cover words words' 'cover by mark' 'cover wave wave' 'ground ground ground'}
.cover{width:auto;height:100%;aspect-ratio:1;max-width:40vw;grid-row:1 / 4;grid-column:1}
.play{grid-row:1 / 4;grid-column:1;width:70px;height:70px}
.words{grid-row:1 / 3;grid-column:2 / 4;padding:14px 18px 0}
.mark{margin-right:18px}
.ground{margin-left:0;padding-right:14px}
.controls{position:absolute;right:14px;bottom:12px}
.face{bottom:8px;top:auto}
.f1{max-width:calc(100% - 300px)}
}
@media (min-width:460px) and (min-height:200px) and (max-width:559px){.f1{display:none}}
`

const TALL = `
@media (max-width:459px) and (min-height:420px){${CARD}
.fit{--line:var(--em-narrow);--most:6rem}
br.n{display:inline}
.front{--ground:150px;grid-template:minmax(0,1fr) auto auto 56px var(--ground) / minmax(0,1fr) auto;
grid-template-areas:'cover cover' 'words words' 'by mark' 'wave wave' 'ground ground'}
.cover{width:100%;height:100%;object-fit:contain}
.f1{display:none}
.play{grid-area:cover;align-self:end;justify-self:end;width:84px;height:84px;margin:0 16px -42px;z-index:1}
.words{padding:14px 16px 8px;grid-area:2 / 1 / 4 / 3}
.mark{margin:0 16px 10px 0}
.ground{display:grid;align-content:end;padding:0 14px 14px}
.sats{height:44px}
.face{top:44px}
.controls{flex-wrap:wrap}
.zap{flex:1 1 60%;min-height:48px}
}
@media (max-width:459px) and (min-height:420px) and (max-height:479px){.front{--ground:118px}.face{display:none}}
`

const LISTS = `
@media (min-height:340px) and (min-width:460px){
.many{grid-template:252px minmax(0,1fr) / minmax(0,1fr)}
.many .list{display:block}
}
@media (min-height:540px) and (max-width:459px){
.many{grid-template:minmax(0,1fr) 156px / minmax(0,1fr)}
.many .list{display:block}
.many .front{--ground:112px}
}
.list{margin:0;padding:0 8px;list-style:none;overflow-y:auto;overscroll-behavior:contain}
.list button{display:flex;gap:10px;align-items:center;width:100%;min-height:44px;padding:6px 8px;text-align:left;
border-bottom:1px solid color-mix(in srgb,currentColor 18%,transparent)}
.list button:hover{text-decoration:underline}
.list button:focus-visible{outline-offset:-3px}
.list [aria-current=true]{background:var(--on);color:var(--flood);font-weight:650}
.list .number{width:24px;flex:none;text-align:right}
.list .name{min-width:0;flex:1;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.list small{font-size:13px;font-weight:400}
.list .length{font-size:13px}
`
