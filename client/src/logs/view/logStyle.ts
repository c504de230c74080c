/** How the page of a log looks, besides what all pages share. Rows are as high as pages/logsGrid.ts says. */
export const logStyle = `
html, body { height: 100%; }
body { padding: 0 0 0 16px; box-sizing: border-box; overflow: hidden; }
[hidden] { display: none !important; }
#page { display: flex; flex-direction: column; height: 100vh; }
header { flex: none; padding-right: 16px; }
h1 { margin: 10px 0 2px; font-size: 1.2em; }
h2 { margin: 6px 0; font-size: 1em; font-weight: 600; }
.from { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; margin-bottom: 2px; }
.status { display: flex; align-items: center; gap: 8px; margin-bottom: 2px; }
.status.broken svg { color: var(--vscode-editorWarning-foreground); }
.status progress { width: 120px; height: 4px; accent-color: var(--vscode-progressBar-background); }
.notes .notice { margin: 4px 0; padding: 4px 8px; background: var(--vscode-inputValidation-infoBackground); border-color: var(--vscode-inputValidation-infoBorder);
  color: var(--vscode-inputValidation-infoForeground, var(--vscode-foreground)); }
.tools { flex: none; margin: 4px 0; padding-right: 16px; gap: 6px 8px; }
.tools.second { gap: 4px 16px; min-height: 22px; }
.tools input[type=search] { width: 190px; }
.tools select { max-width: 190px; }
.tools input.pid { width: 84px; }
.counts { margin: 0; min-width: 180px; }
.both { flex: 1; min-height: 0; display: flex; border-top: 1px solid var(--vscode-editorWidget-border, var(--vscode-panel-border)); }
.lines { flex: 1; min-width: 0; display: flex; flex-direction: column; position: relative; }
.side { flex: none; width: 26%; max-width: 340px; min-width: 160px; overflow-y: auto; padding: 0 12px;
  border-left: 1px solid var(--vscode-editorWidget-border, var(--vscode-panel-border)); }
.errors { list-style: none; margin: 0; padding: 0; }
.errors li { margin: 0 0 10px; overflow-wrap: anywhere; }
.errors button.link { font-family: var(--vscode-editor-font-family); font-size: calc(var(--vscode-editor-font-size) * 0.95); }
.grid { flex: 1; min-height: 0; overflow-y: scroll; overflow-x: hidden; position: relative; outline-offset: -1px; }
.layer { position: sticky; top: 0; overflow: hidden; }
.row { display: grid; grid-template-columns: 172px 124px 84px minmax(0, 1fr); height: 20px; line-height: 20px; white-space: pre; cursor: default;
  font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
.layer .row { position: absolute; top: 0; left: 0; right: 0; border-left: 3px solid transparent; }
.row.head { flex: none; padding-left: 3px; font-family: inherit; color: var(--vscode-descriptionForeground); }
.row > span { overflow: hidden; text-overflow: ellipsis; padding-right: 8px; }
.row .time, .row .origin, .row .hidden { color: var(--vscode-descriptionForeground); }
.row .level { display: flex; align-items: center; gap: 4px; color: var(--vscode-descriptionForeground); }
.row .level svg { width: 14px; height: 14px; }
.row.error { border-left-color: var(--vscode-editorError-foreground); }
.row.error .level { color: var(--vscode-editorError-foreground); }
.row.warning .level { color: var(--vscode-editorWarning-foreground); }
.row:hover { background: var(--vscode-list-hoverBackground); }
.row.head:hover { background: none; }
.row.selected { background: var(--vscode-list-inactiveSelectionBackground); color: var(--vscode-list-inactiveSelectionForeground, inherit); }
.grid:focus .row.selected { background: var(--vscode-list-activeSelectionBackground); color: var(--vscode-list-activeSelectionForeground); }
.row.selected span, .row.selected .level { color: inherit; }
.row.chosen { outline: 1px solid var(--vscode-contrastActiveBorder, transparent); outline-offset: -1px; }
.grid:focus .row.chosen { outline-color: var(--vscode-focusBorder); }
.fold { display: inline-block; width: 18px; cursor: pointer; }
.hidden { font-style: italic; }
.empty { position: absolute; top: 40px; left: 24px; }
.detail { flex: none; max-height: 40%; overflow-y: auto; padding: 6px 12px 8px 6px;
  border-top: 1px solid var(--vscode-editorWidget-border, var(--vscode-panel-border)); }
.detail pre { margin: 0; color: var(--vscode-foreground); user-select: text; }
@media (forced-colors: active) {
  .layer .row { border-left-color: Canvas; }
  .layer .row.error { border-left-color: CanvasText; }
  .row.selected, .grid:focus .row.selected { forced-color-adjust: none; color: HighlightText; background: Highlight; }
}
`;
