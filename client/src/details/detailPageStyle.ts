/**
 * Styles specific to detail pages, in addition to the styles of all pages. Controls from the component library have
 * their own styles.
 */

export const detailStyle = `
body { max-width: 1000px; overflow-wrap: anywhere; }
h2 { margin: 0 0 6px; }
ul { margin: 0; padding: 0; list-style: none; }
.place { margin: 16px 0 0; }
h1 { margin: 0 0 6px; }
.state { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; margin: 0 0 4px; }
vscode-badge { flex: none; }
.tone svg { vertical-align: text-bottom; }
.mark { white-space: nowrap; }
.mark .tone { margin-right: 5px; }
.state .tone { display: inline-flex; }
.ok svg { color: var(--vscode-testing-iconPassed); }
.busy svg { color: var(--vscode-notificationsInfoIcon-foreground); }
.attention svg, .stale svg { color: var(--vscode-editorWarning-foreground); }
.failed svg { color: var(--vscode-testing-iconFailed); }
.unknown svg { color: var(--vscode-descriptionForeground); }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin: 12px 0 4px; }
section { margin: 18px 0 0; padding-top: 12px; border-top: 1px solid var(--vscode-editorWidget-border, var(--vscode-panel-border)); }
section:focus { outline-offset: 2px; }
.entries li { display: grid; grid-template-columns: minmax(0, 9.5em) minmax(0, 1fr); gap: 0 12px; padding: 3px 0; }
.entries .what { display: flex; flex-wrap: wrap; gap: 0 10px; align-items: baseline; min-width: 0; }
.entries .what > * { min-width: 0; }
.events li { display: grid; grid-template-columns: minmax(0, 9.5em) minmax(0, 1fr); gap: 0 12px; padding: 5px 0; }
.events .reason { font-weight: 600; }
.events p { margin: 0; }
.facts li { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; padding: 3px 0; }
.facts .label { flex: 0 0 13em; color: var(--vscode-descriptionForeground); }
.facts .value { flex: 1 1 14em; min-width: 0; }
.facts .value button { margin-left: 10px; }
.checks > li { padding: 5px 0; }
.checks > li:has(> details) { padding: 0; }
.checks h3 { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 8px; margin: 0 0 3px; font-size: 1em; font-weight: 600; }
.checks .more { padding-left: 22px; }
.checks .more ul, .folded ul { margin: 2px 0 6px; padding-left: 18px; list-style: disc; }
.folded { padding: 6px 10px 8px 24px; }
vscode-button::part(base) { height: auto; min-height: 26px; white-space: normal; }
summary { display: list-item; padding: 3px 4px; cursor: pointer; }
summary .tone { margin-right: 6px; vertical-align: text-bottom; }
summary:hover { background: var(--vscode-list-hoverBackground); }
.checks .line { display: flex; gap: 6px; padding: 6px 4px 6px 16px; }
pre { color: var(--vscode-foreground); font-size: var(--vscode-editor-font-size); padding: 8px 10px; margin: 0; }
table { margin: 4px 0; }
@media (max-width: 480px) {
  body { padding: 0 12px 16px; }
  .entries li, .events li { grid-template-columns: minmax(0, 1fr); }
  .facts .label { flex-basis: 100%; }
  thead { position: absolute; clip-path: inset(50%); }
  tr { display: block; padding: 6px 0; border-bottom: 1px solid var(--vscode-editorWidget-border, var(--vscode-panel-border)); }
  th, td { display: block; padding: 1px 0; border: 0; }
}
`;
