/** The style sheet of a report: in the colours that the reader's system asks for. */
export const reportStyle = `
:root { color-scheme: light dark;
  --text: light-dark(#1d2127, #e6e8eb); --faint: light-dark(#5b6470, #9aa3ae); --line: light-dark(#d9dde2, #353b44);
  --page: light-dark(#ffffff, #16191d); --panel: light-dark(#f6f7f9, #1e2228);
  --bar: light-dark(#3b6fb5, #6ea2e6); --won: light-dark(#1a7f4b, #4fc48a); --lost: light-dark(#b3402f, #ef8373); }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1.25rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; }
p { margin: .25rem 0 .75rem; } .faint { color: var(--faint); fill: var(--faint); }
.scroll { overflow-x: auto; } .scroll + .scroll { margin-top: 1.25rem; }
table { border-collapse: collapse; width: 100%; font-size: .8125rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--faint); white-space: nowrap; }
td { overflow-wrap: anywhere; } td.words { min-width: 11rem; } td.id { min-width: 5rem; } td.name { white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td ol { margin: 0; padding-left: 1.25rem; }
.won { color: var(--won); } .lost { color: var(--lost); }
.note { background: var(--panel); border-left: 3px solid var(--bar); padding: .5rem .9rem; }
figure { margin: 1rem 0; } figcaption { font-size: .875rem; color: var(--faint); margin-bottom: .35rem; }
svg { width: 100%; min-width: 20rem; max-width: 46rem; height: auto; font-size: 12px; overflow: visible; } svg text { fill: var(--text); }
svg .label { text-anchor: end; } svg .centred { text-anchor: middle; } svg text.faint { fill: var(--faint); }
svg .bar { fill: var(--bar); } svg .axis { stroke: var(--line); stroke-width: 1.5; }
svg .whisker { stroke-width: 2.5; } svg .even { fill: var(--faint); stroke: var(--faint); }
svg .won { fill: var(--won); stroke: var(--won); } svg .lost { fill: var(--lost); stroke: var(--lost); }
svg rect.won, svg rect.lost { stroke: none; }
@media (max-width: 40rem) { body { margin: 1.25rem auto; } svg { font-size: 17px; }
  .questions :is(table, tbody, tr, td) { display: block; } .questions thead { display: none; }
  .questions tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  .questions td { min-width: 0; padding: .1rem 0; border: 0; }
  .questions td.id { color: var(--faint); } .questions td.number { display: inline-block; padding-right: 1rem; }
  .questions td[data-name]::before { content: attr(data-name) " "; color: var(--faint); } }
details > summary { cursor: pointer; margin: .5rem 0; }
`;
