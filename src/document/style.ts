import { CHART_STYLE } from "./svg/colours.js";

const SANS = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif';
const SERIF = 'Charter,"Bitstream Charter","Sitka Text",Cambria,"Noto Serif","Liberation Serif",Georgia,serif';
const MONO = 'ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace';

const LIGHT =
  "--paper:#ffffff;--ink:#1b1f24;--soft:#57606a;--rule:#d5dae0;--strong-rule:#1b1f24;--wash:#f4f6f8;" +
  "--link:#0b4f8a;--warn:#7a3b00;--warn-wash:#fff6ea";
const DARK =
  "--paper:#14171b;--ink:#e8eaed;--soft:#a9b1ba;--rule:#3a4149;--strong-rule:#c5cbd2;--wash:#1d2126;" +
  "--link:#8cc4ff;--warn:#ffc27d;--warn-wash:#2a2117";

/** The first page in two columns: the picture beside what to make of it. */
const BESIDE = `.first{display:grid;grid-template-columns:minmax(0,1.15fr) minmax(0,1fr);gap:0 2rem;
grid-template-areas:"lead lead" "more more" "seen trust" "cannot cannot" "evidence evidence"}
.first.tall{grid-template-areas:"lead lead" "more more" "seen trust" "seen cannot" "evidence evidence";
grid-template-rows:auto auto auto 1fr auto}
.first.plain{grid-template-areas:"lead lead" "more more" "trust cannot" "evidence evidence"}
.first .lead{grid-area:lead}
.first .more{grid-area:more}
.first .seen{grid-area:seen}
.first .trust{grid-area:trust}
.first .cannot{grid-area:cannot}
.first .evidence{grid-area:evidence}
.first.wide .cannot ul{display:grid;grid-template-columns:repeat(3,1fr);gap:0 2rem}`;

/** Style of the page, on screens of any width in light and dark, and on paper. */
const SCREEN = `
:root{color-scheme:light dark;${LIGHT}}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0 auto;max-width:52rem;padding:2.5rem 1.25rem 4rem;background:var(--paper);color:var(--ink);
font:1.0625rem/1.6 ${SERIF};overflow-wrap:break-word}
h1,h2,h3,h4,dt,th,td,nav,.kicker,.how,.csv,.where,.label,.lead,figcaption,.note,footer,.glance strong,.docs,.here,
.skip{font-family:${SANS}}
h1,h2,h3,h4{line-height:1.25;font-weight:650;text-wrap:balance;overflow-wrap:anywhere}
h1{font-size:2rem;margin:.2rem 0 1.2rem;letter-spacing:-.01em}
h2{font-size:1.4rem;margin:0 0 .9rem}
h3{font-size:1.05rem;margin:2rem 0 .6rem}
summary h3{display:inline}
details{margin:2rem 0 .6rem}
h4{font-size:.95rem;margin:1.6rem 0 .5rem;color:var(--soft)}
p,ul,ol,dl{margin:0 0 1rem}
p,li{max-width:46rem}
ul,ol{padding-left:1.2rem}
li{margin:.3rem 0}
a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:.06em}
a:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}
p bdi,li bdi,dd bdi{overflow-wrap:anywhere}
code,pre,.hash{font-family:${MONO};font-size:.82em}
pre{overflow-x:auto;background:var(--wash);border:1px solid var(--rule);padding:.8rem 1rem;border-radius:4px;
line-height:1.5}
.skip{position:absolute;left:-999rem;top:.5rem;background:var(--paper);padding:.5rem .8rem;z-index:2}
.skip:focus{left:.5rem}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.kicker{margin:0;color:var(--soft);font-size:.85rem}
.title{border-bottom:2px solid var(--strong-rule);margin-bottom:2rem;padding-bottom:.4rem}
dl>div{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.2rem 1.2rem;padding:.35rem 0;
border-top:1px solid var(--rule)}
dl>div:first-child{border-top:0}
dt{color:var(--soft);font-size:.875rem;line-height:1.7}
dd{margin:0;min-width:0;overflow-wrap:anywhere}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.4rem 1.5rem}
.facts>div{display:block;border:0;padding:0}
.facts dt{font-size:.8rem}
.undefined{color:var(--soft);font-style:italic}
.no{color:var(--soft);font-weight:500;font-variant-numeric:tabular-nums;margin-right:.25em}
.how{font-size:.68em;font-weight:500;text-decoration:none;white-space:nowrap;vertical-align:.45em;line-height:1}
figcaption .how,.csv{font-size:.75rem;vertical-align:baseline;font-weight:400;text-decoration:underline;
margin-left:.35rem}
.refs{white-space:nowrap}
.how:hover,.csv:hover{text-decoration:underline}
.where{font-size:.8rem;white-space:nowrap}
.contents{font-size:.875rem;margin-bottom:2.5rem}
.contents h2{font-size:.8rem;color:var(--soft);font-weight:600;margin-bottom:.4rem}
.contents ol{list-style:none;padding:0;margin:0;columns:2;column-gap:2rem}
.contents li{margin:0;break-inside:avoid;padding:.15rem 0}
.contents a{color:inherit;text-decoration:none;display:grid;grid-template-columns:1.6rem 1fr}
.contents a:hover{text-decoration:underline}
.glance ul{list-style:none;padding:0;margin:0}
.glance li{display:grid;grid-template-columns:9rem 1fr;gap:0 1.2rem;padding:.7rem 0;margin:0;
border-top:1px solid var(--rule)}
.glance li p{margin:0;min-width:0}
.glance strong{font-size:.9rem;line-height:1.85}
.compact{margin-bottom:.7rem;padding-bottom:.35rem;display:flex;flex-wrap:wrap;align-items:baseline;gap:0 1rem}
.compact .kicker{order:1;font-size:.8rem}
.compact h1{font-size:1.1rem;margin:0}
.compact .facts{order:2;display:flex;flex-wrap:wrap;gap:0 .4rem;margin:0;font:.8rem/1.5 ${SANS};color:var(--soft)}
.compact .facts dt{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.compact .facts>div{display:flex;gap:0;padding:0}
.compact .facts>div+div::before{content:"·";margin-right:.4rem}
.first{font-family:${SANS};font-size:.875rem;line-height:1.45}
.first h2{font-size:1.6rem;line-height:1.2;margin:0 0 .4rem;letter-spacing:-.01em}
.first h2.long{font-size:1.25rem}
.first h3{font-size:.95rem;margin:0 0 .3rem}
.first figure{margin:0 0 .4rem;display:flex;flex-direction:column-reverse}
.first .chart{width:100%}
.first .drawing figcaption{margin:0 0 .1rem}
.first .trust figcaption{font-size:.8rem;margin:0}
.first p,.first li{max-width:none}
.first p{margin:0 0 .5rem}
.first .lead p{font-size:.97rem}
.first ul{margin:0 0 .5rem}
.first .more{list-style:none;padding:0}
.first .more li{border-left:3px solid var(--strong-rule);padding-left:.7rem;margin:.25rem 0}
.first details{margin:0 0 .4rem}
.first summary{cursor:pointer}
.first .evidence{border-top:1px solid var(--rule);padding-top:.4rem;margin:0;font-size:.75rem;color:var(--soft)}
.first+.contents{margin-top:2.5rem}
.chapter{margin-top:3.5rem;padding-top:1.2rem;border-top:2px solid var(--strong-rule)}
.says{background:var(--wash);padding:1rem 1.25rem .2rem;border-radius:4px;margin-bottom:1.5rem}
.says h3,.limits h3{margin:0 0 .35rem;font-size:.85rem;color:var(--soft)}
.limits{margin-top:2rem;padding:.2rem 0 0 1.25rem;border-left:3px solid var(--rule);font-size:.97rem}
.callout{border:1px solid var(--warn);background:var(--warn-wash);border-radius:4px;padding:.9rem 1.25rem 0;
margin:0 0 1.5rem}
.callout strong{color:var(--warn)}
figure{margin:1.5rem 0}
figcaption{font-size:.9rem;line-height:1.45;margin-bottom:.45rem}
.drawing figcaption{color:var(--soft);font-size:.82rem;margin:.5rem 0 0}
.drawing figcaption strong{color:var(--ink)}
.picture svg{margin:0}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:0 2rem;align-items:start}
.small{grid-template-columns:repeat(auto-fill,minmax(min(100%,14rem),1fr))}
.pair>figure,.beside>div{min-width:0}
.scroll{overflow-x:auto}
table{width:100%;border-top:1.5px solid var(--strong-rule);border-bottom:1.5px solid var(--strong-rule)}
.narrow{width:auto;min-width:min(100%,24rem)}
table{border-collapse:collapse;font-size:.82rem;line-height:1.4;font-variant-numeric:tabular-nums lining-nums}
th,td{padding:.4rem .6rem;border-top:1px solid var(--rule);vertical-align:top;text-align:left}
th:first-child,td:first-child{padding-left:.1rem}
thead th{border-top:0;vertical-align:bottom;color:var(--soft);font-weight:600;font-size:.78rem}
thead th small{display:block;font-weight:400}
tbody th{font-weight:500;min-width:6rem}
tbody th.number{text-align:left}
thead th.number:first-child{text-align:left}
td.words{min-width:4rem}
.prose{min-width:15rem}
.long{overflow-wrap:anywhere;display:inline-block;min-width:11rem}
th.number,td.number{text-align:right;white-space:nowrap}
thead th.number{white-space:normal}
td.interval{color:var(--soft)}
.hash{overflow-wrap:anywhere;min-width:16rem}
.few{background:var(--wash);color:var(--soft)}
.label{display:inline-block;font-size:.72rem;font-weight:600;border:1px solid currentColor;border-radius:3px;
padding:0 .35em;line-height:1.5;white-space:nowrap}
.marked>:first-child{box-shadow:inset 3px 0 0 var(--strong-rule);padding-left:.7rem}
.note{font-size:.8rem;line-height:1.5;color:var(--soft);margin:.45rem 0 0}
.points{list-style:none;padding:0}
.point{border-top:1px solid var(--rule);padding:.9rem 0 .2rem}
.point p{display:grid;grid-template-columns:5rem 1fr;margin-bottom:.4rem}
.point .number{font-family:${SANS};font-size:.95rem}
.folded>details{border-top:1px solid var(--rule);margin:0;padding:.5rem 0}
.folded>details>summary{cursor:pointer}
.folded>details h3{margin:0}
.choice{margin:1rem 0 0}
.entry{margin:1.4rem 0}
.entry h3,.entry h4{color:inherit;margin:0 0 .25rem;font-size:.95rem}
.entry p{font-size:.95rem;margin:0}
.entry:target{background:var(--wash);outline:.5rem solid var(--wash)}
.here,.docs{font-size:.8rem;color:var(--soft)}
footer{margin-top:4rem;color:var(--soft);font-size:.8rem}
@media screen and (max-width:40rem){
body{font-size:1rem;padding-top:1.5rem}
h1{font-size:1.6rem}
.contents ol{columns:1}
.glance li,dl>div{grid-template-columns:1fr}
.glance strong{line-height:1.5}
}
@media screen and (min-width:56rem){
body:has(.first){max-width:64rem;padding-top:.8rem}
${BESIDE}
.first:has(h2.long){font-size:.82rem}
.first h2.long{font-size:1.15rem}
.beside{display:grid;grid-template-columns:1fr 1fr;gap:0 2rem;align-items:start}
.first~.chapter{font-size:1rem;line-height:1.5;margin-top:2.5rem;padding-top:.7rem}
.first~.chapter h2{margin-bottom:.6rem}
.first~.chapter h3{margin-top:1.2rem}
.first~.chapter .beside>div>:first-child{margin-top:.2rem}
.first~.chapter figure{margin:1rem 0}
.first~.chapter .drawing figcaption{margin-top:.2rem}
.first~.chapter .says{padding:.6rem 1.25rem;margin-bottom:1rem}
.first~.chapter p,.first~.chapter li{max-width:56rem}
.first~.chapter .says h3,.first~.chapter .says p{display:inline}
.first~.chapter .says h3{margin-right:.6rem}
.first~.chapter .limits h3{margin-top:0}
.first~.chapter th,.first~.chapter td{padding-top:.3rem;padding-bottom:.3rem}
.first~.chapter .limits{font-size:.92rem;margin-top:.8rem}
.first~.chapter .limits ul,.first~.chapter .limits li{margin-top:0;margin-bottom:0}
.first~.chapter dl{columns:2;column-gap:2rem}
.first~.chapter dl>div{break-inside:avoid;grid-template-columns:8rem 1fr}
}
@media screen and (min-width:76rem){
body,body:has(.first){max-width:82rem;padding-left:2rem;padding-right:2rem}
.title,footer{margin-left:17rem;max-width:60rem}
main{display:grid;grid-template-columns:14rem minmax(0,60rem);gap:0 3rem;align-items:start}
main>*{grid-column:2}
main>.contents{grid-column:1;grid-row:1/span 60;position:sticky;top:2.5rem;align-self:start;
max-height:calc(100vh - 5rem);overflow-y:auto;margin:0;line-height:1.4}
.contents ol{columns:1}
body.leaf{max-width:52rem}
body.leaf:has(.first){max-width:62rem}
body.leaf .title,body.leaf footer{margin-left:0}
body.leaf main{display:block}
}
.leaf .title:not(.compact){margin-bottom:0}
.leaf .chapter{margin-top:2rem;padding-top:0;border:0}`;

const PRINT = `
@page{margin:18mm 16mm 20mm}
@page{@bottom-right{content:counter(page) " / " counter(pages);font:8pt ${SANS};color:#57606a}}
@media print{
html{font-size:9.2pt}
:root{${LIGHT};color-scheme:light}
body{max-width:none;padding:0;line-height:1.45;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.skip,.csv,.numbers{display:none}
h2,h3,h4,.table figcaption{break-after:avoid}
p,li{max-width:none;orphans:3;widows:3}
.drawing,.drawing figcaption{break-inside:avoid}
.drawing figcaption{break-before:avoid}
.says,.callout,.entry,.point,.short,tr,dl>div,.glance li{break-inside:avoid}
.chapter{margin-top:9mm;padding-top:3mm}
${BESIDE}
.first{font-size:1.05rem}
.first h2{font-size:2.1rem}
.first h2.long{font-size:1.6rem}
.first h3{font-size:1.15rem}
.first .lead p{font-size:1.2rem}
.first .drawing figcaption,.first .trust figcaption{font-size:1rem}
.first .evidence{font-size:.9rem}
.chart{width:auto;max-width:min(100%,100mm);max-height:76mm}
.small .chart{max-height:50mm}
.first .drawing .chart{width:100%;max-height:none}
.first details{display:none}
.first.wide{display:block}
.first.wide .drawing .chart{max-width:112mm}
.first.tall .drawing .chart{max-width:100%}
.first~.contents{margin:3mm 0 0;font-size:.8rem}
.first:not(:has(h2.long))~.contents{break-after:page}
.first~.contents h2,.first~.contents li,.first~.contents a{display:inline}
.first~.contents h2::after{content:": "}
.first~.contents li:not(:last-child)::after{content:" · "}
.first~.contents ol{display:inline;columns:auto}
.first~.contents .no{margin:0}
.leaf .first:not(.plain){break-after:page}
.leaf .first~.chapter{margin-top:3mm;line-height:1.38}
.leaf .first~.chapter h2{margin-bottom:1.5mm;font-size:1.25rem}
.leaf .first~.chapter figure{margin:2mm 0}
.leaf .first~.chapter pre{padding:1mm 2mm;margin:0 0 2mm}
.leaf:has(.first) footer{margin-top:4mm}
summary{break-after:avoid}
footer{break-before:avoid;margin-top:6mm}
.appendix,.folded{break-before:page}
.folded+.folded{break-before:auto}
.choice{display:none}
body:not(:has(#print-appendix:checked)) .folded{display:none}
.folded>details::details-content{content-visibility:visible;block-size:auto}
thead{display:table-header-group}
.scroll{overflow:visible}
th,td{padding:.9mm 1.4mm}
tbody th{min-width:14mm}
.long{min-width:22mm}
.prose{min-width:34mm}
th.number,td.number{white-space:normal}
.beside td.interval{white-space:nowrap}
.hash{min-width:28mm}
.pair{grid-template-columns:1fr 1fr;gap:0 6mm}
.beside{display:grid;grid-template-columns:1fr 1fr;gap:0 6mm;align-items:start}
.small{grid-template-columns:1fr 1fr 1fr}
.facts{grid-template-columns:repeat(4,1fr)}
a,figcaption .how{color:inherit;text-decoration:none}
pre{white-space:pre-wrap;overflow-wrap:anywhere;overflow:visible}
}`;

export const STYLE = `${SCREEN}\n${CHART_STYLE}\n${PRINT}`;

/** What pages may load and run: nothing. Style within the page is all there is. */
export const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
