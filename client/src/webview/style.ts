/** The shared style of pages. It uses theme colors and resembles VS Code lists. */
export const style = `
body { margin: 0; padding: 0 20px 20px; color: var(--vscode-foreground); background: var(--vscode-editor-background);
  font: var(--vscode-font-size)/1.45 var(--vscode-font-family); }
h1 { margin: 16px 0 4px; font-size: 1.35em; font-weight: 600; }
p { margin: 0 0 6px; }
code, .mono { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
.quiet { color: var(--vscode-descriptionForeground); }
.notice { display: flex; gap: 8px; margin: 10px 0; padding: 8px 12px; border-radius: 3px;
  border: 1px solid var(--vscode-inputValidation-warningBorder); background: var(--vscode-inputValidation-warningBackground);
  color: var(--vscode-inputValidation-warningForeground, var(--vscode-foreground)); }
.notice > span { min-width: 0; overflow-wrap: break-word; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 18px; margin: 10px 0 12px; }
.tools label { display: flex; align-items: center; gap: 6px; }
input[type=search], select { box-sizing: border-box; height: 26px; padding: 2px 6px; border-radius: 2px; font: inherit; }
input[type=search] { width: 200px; color: var(--vscode-input-foreground); background: var(--vscode-input-background);
  border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent)); }
input[type=search]::placeholder { color: var(--vscode-input-placeholderForeground); }
select { max-width: min(260px, 100%); color: var(--vscode-dropdown-foreground); background: var(--vscode-dropdown-background);
  border: 1px solid var(--vscode-dropdown-border); }
input[type=checkbox] { accent-color: var(--vscode-button-background); margin: 0; }
:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: -1px; }
table { width: 100%; border-collapse: collapse; }
caption { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
th, td { padding: 6px 12px 6px 10px; text-align: left; vertical-align: top; font-weight: normal;
  border-bottom: 1px solid var(--vscode-editorWidget-border, var(--vscode-panel-border)); }
thead th { position: sticky; top: 0; z-index: 1; font-weight: 600; background: var(--vscode-editor-background); white-space: nowrap; }
tbody tr:hover { background: var(--vscode-list-hoverBackground); }
tbody tr.goes { cursor: pointer; }
tbody tr.differs th { box-shadow: inset 3px 0 var(--vscode-editorGutter-modifiedBackground); }
.base { margin-left: 22px; font-weight: 600; }
td { overflow-wrap: anywhere; }
tbody tr.chosen, tbody tr.chosen:hover { background: var(--vscode-list-inactiveSelectionBackground);
  color: var(--vscode-list-inactiveSelectionForeground, inherit); outline: 1px solid var(--vscode-contrastActiveBorder, transparent); outline-offset: -1px; }
tbody tr.chosen .quiet, tbody tr.chosen pre { color: inherit; }
.verdict { display: inline-flex; align-items: center; gap: 6px; white-space: nowrap; }
svg { flex: none; width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.good svg { color: var(--vscode-testing-iconPassed); }
.bad svg { color: var(--vscode-testing-iconFailed); }
.open svg { color: var(--vscode-editorWarning-foreground); }
.none svg { color: var(--vscode-descriptionForeground); }
.risk { display: flex; align-items: flex-start; gap: 5px; }
.risk svg { margin-top: 2px; color: var(--vscode-editorWarning-foreground); }
button { font: inherit; border-radius: 2px; cursor: pointer; }
button.link { padding: 0; border: 0; background: none; color: var(--vscode-textLink-foreground); text-align: left; }
button.link:hover { color: var(--vscode-textLink-activeForeground); text-decoration: underline; }
pre { margin: 4px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font-family: var(--vscode-editor-font-family); color: var(--vscode-descriptionForeground); }
h2 { margin: 20px 0 4px; font-size: 1.1em; font-weight: 600; }
h2.verdict { display: flex; align-items: flex-start; white-space: normal; overflow-wrap: anywhere; }
h2.verdict svg { margin-top: 2px; }
table.facts { width: auto; margin-bottom: 12px; }
table.facts th, table.facts td { padding: 3px 16px 3px 0; border: 0; }
table.facts th { color: var(--vscode-descriptionForeground); }
table.facts tbody tr:hover { background: none; }
.evidence { margin: 6px 0 0; padding-left: 10px; border-left: 2px solid var(--vscode-editorWidget-border, var(--vscode-panel-border)); overflow-wrap: anywhere; }
.evidence ul { margin: 0; padding: 0; list-style: none; }
.evidence li { display: flex; align-items: baseline; gap: 12px; }
.evidence li button { flex: none; min-width: 4ch; text-align: right; }
a { color: var(--vscode-textLink-foreground); }
p a { text-decoration: underline; }
@media (forced-colors: active) {
  tbody tr.differs th { border-left: 3px solid Highlight; }
  svg:not(.swatch) { color: inherit !important; }
  button.link { color: LinkText; }
}
`;
