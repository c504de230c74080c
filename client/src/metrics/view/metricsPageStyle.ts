/** CSS of the metrics page in addition to the common style: uPlot's style and custom rules. */
import uPlotStyle from 'uplot/dist/uPlot.min.css';

export const pageStyle = `${uPlotStyle}
h2 { margin: 0 0 2px; font-size: 1.08em; font-weight: 600; }
p.where { margin: 0; }
ul { margin: 0; padding: 0; list-style: none; }
button.does { padding: 3px 11px; border: 1px solid var(--vscode-button-border, transparent); color: var(--vscode-button-foreground); background: var(--vscode-button-background); }
button.does:hover { background: var(--vscode-button-hoverBackground); }
.notice { flex-wrap: wrap; align-items: center; }
.notice span { flex: 1 1 180px; }
.as-of { margin-left: auto; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); gap: 14px 30px; margin: 4px 0 16px; }
.tile { min-width: 0; padding: 10px 14px; border: 1px solid var(--vscode-editorWidget-border, var(--vscode-panel-border)); border-radius: 4px; }
.tile.attention { border-color: var(--vscode-editorWarning-foreground); }
.tile-top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 6px 18px; margin: 4px 0 6px; }
.tile-value { display: flex; align-items: center; gap: 8px; font-size: 1.7em; line-height: 1.2; }
.tile-value strong { font-weight: 600; font-variant-numeric: tabular-nums; }
.tile-value svg { width: 20px; height: 20px; color: var(--vscode-descriptionForeground); }
.tile.ok .tile-value svg { color: var(--vscode-testing-iconPassed); }
.tile.attention .tile-value svg { color: var(--vscode-editorWarning-foreground); }
.tile.missing strong, .tile.unread strong { color: var(--vscode-descriptionForeground); }
.tile p { margin: 4px 0 0; }
.tile li { overflow-wrap: anywhere; }
svg.trend { width: 160px; height: 36px; stroke-width: 1.5; }
.trend .base { stroke: var(--vscode-editorWidget-border, var(--vscode-panel-border)); stroke-width: 1; }
.trend .line { stroke: var(--vscode-charts-blue); }
.trend .threshold { stroke: var(--vscode-descriptionForeground); stroke-dasharray: 4 4; stroke-width: 1; }
.ask, .alerts-box { margin: 4px 0 16px; }
.query-row { display: flex; gap: 8px; margin-top: 4px; }
.query-box { position: relative; flex: 1; min-width: 0; }
input.query { box-sizing: border-box; width: 100%; height: 30px; padding: 0 7px; line-height: 30px; border-radius: 2px; color: var(--vscode-input-foreground);
  background: var(--vscode-input-background); border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent)); }
input.query::placeholder { color: var(--vscode-input-placeholderForeground); font-size: 0.93em; }
.marks { position: absolute; inset: 0; padding: 0 8px; overflow: hidden; white-space: pre; color: transparent; pointer-events: none; line-height: 30px; }
.squiggle { text-decoration: underline wavy 1px; text-underline-offset: 3px; text-decoration-skip-ink: none; }
.squiggle.error { text-decoration-color: var(--vscode-editorError-foreground); }
.squiggle.warning { text-decoration-color: var(--vscode-editorWarning-foreground); }
.squiggle.info, .squiggle.hint { text-decoration-color: var(--vscode-editorInfo-foreground); }
.problems { margin: 3px 0 0; }
.ask .tools { margin: 6px 0; }
.ask .tools p { margin: 0; }
.offered { position: absolute; z-index: 3; left: 0; right: 0; max-height: 240px; overflow-y: auto; color: var(--vscode-editorSuggestWidget-foreground);
  background: var(--vscode-editorSuggestWidget-background); border: 1px solid var(--vscode-editorSuggestWidget-border); }
.offered li { display: flex; flex-wrap: wrap; gap: 0 14px; padding: 2px 8px; cursor: pointer; }
.offered li .quiet { margin-left: auto; }
.offered li .more { flex-basis: 100%; margin: 0; white-space: normal; }
.offered li[aria-selected=true], .offered li[aria-selected=true] .quiet { color: var(--vscode-editorSuggestWidget-selectedForeground, var(--vscode-foreground));
  background: var(--vscode-editorSuggestWidget-selectedBackground); }
.offered li[aria-selected=true] { outline: 1px dashed var(--vscode-contrastActiveBorder, transparent); outline-offset: -1px; }
.alerts li { margin: 6px 0; }
.alert-name { display: flex; align-items: center; gap: 6px; }
.alert-name svg, .attention svg { color: var(--vscode-editorWarning-foreground); }
/* Two charts in a row from 900 px on, less the margins of the page and its scroll bar. */
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); gap: 22px 30px; align-items: start; }
.panel { min-width: 0; }
.panel .answers { min-height: 2.9em; overflow-wrap: anywhere; }
.ask .panel { margin-top: 8px; }
.ask .panel .answers { min-height: 0; }
.reading { display: flex; align-items: center; gap: 6px; margin: 4px 0; }
.panel-tools { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 4px; }
.nothing { padding: 26px 14px; text-align: center; color: var(--vscode-descriptionForeground); border: 1px dashed var(--vscode-editorWidget-border, var(--vscode-panel-border)); }
.remarks li { display: flex; gap: 6px; margin: 4px 0; }
.remarks svg { margin-top: 2px; }
.remarks .info { color: var(--vscode-descriptionForeground); }
.notes { margin-top: 3px; }
.chart { position: relative; min-height: 170px; }
.uplot { font-family: inherit; }
.u-cursor-x { border-right-color: var(--vscode-foreground) !important; }
.moment { margin: 2px 0; font-size: 0.92em; }
.spoken { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
.legend { display: grid; gap: 1px; max-height: 148px; overflow-y: auto; }
.legend li { min-width: 0; }
.legend li.reference { display: flex; align-items: center; gap: 8px; padding: 1px 4px; }
button.line { display: flex; align-items: center; gap: 8px; max-width: 100%; padding: 1px 4px; border: 0; color: inherit; background: none; text-align: left; }
button.line:hover { background: var(--vscode-list-hoverBackground); }
button.line[aria-pressed=false] .name, button.line[aria-pressed=false] .value { text-decoration: line-through; color: var(--vscode-descriptionForeground); }
.legend .name { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.legend .value { flex: none; font-weight: 600; white-space: nowrap; font-variant-numeric: tabular-nums; }
svg.swatch { width: 24px; height: 8px; stroke-linecap: butt; stroke-width: 2; }
.line-0 { color: var(--vscode-charts-blue); }
.line-1 { color: var(--vscode-charts-yellow); }
.line-2 { color: var(--vscode-charts-green); }
.line-3 { color: var(--vscode-charts-purple); }
.line-4 { color: var(--vscode-charts-red); }
.line-5 { color: var(--vscode-charts-foreground); }
.line-reference { color: var(--vscode-descriptionForeground); }
.tables { margin-top: 8px; }
.tables td, .tables th { padding: 3px 8px; }
.scrolls { max-height: 260px; margin-top: 8px; overflow: auto; }
.scrolls thead th { background: var(--vscode-editor-background); }
[hidden] { display: none !important; }
@media (forced-colors: active) {
  .marks, svg.swatch { forced-color-adjust: none; }
  .offered li[aria-selected=true] { outline: 2px solid Highlight; }
}
`;
