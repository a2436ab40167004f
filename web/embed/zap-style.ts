/** The styles of the invoice over the embedded player, part of its one style sheet (embed-style.ts). */
export const ZAP_STYLE = `
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
.code{display:none;flex:none;background:#fffdf8;padding:8px}
@media (min-height:120px){
.pay-in{padding:14px;gap:10px;align-items:start;grid-template:auto auto 1fr / minmax(0,1fr) auto}
.pay h2{font-size:18px}
.amounts button,.ways button,.ways a{min-height:44px;padding:0 16px;font-size:15px}
}
@media (min-height:230px){
.code{display:block;width:min(180px,calc(100vh - 130px))}
.bill .ways{flex:1;min-width:130px}
}
@media (max-width:459px) and (min-height:420px){.bill{flex-wrap:wrap}.code{width:min(240px,calc(100vw - 60px))}}
`
