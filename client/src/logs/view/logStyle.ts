/**
 * CSS of the log page, in addition to the style that all pages share. webview/pages/logs/logsGrid.ts defines the row
 * height.
 */
export const logStyle = `
html, body { height: 100%; }
body { padding: 0 0 0 16px; box-sizing: border-box; overflow: hidden; }
[hidden] { display: none !important; }
#page { display: flex; flex-direction: column; height: 100vh; }
header { flex: none; padding-right: 16px; }
h1 { margin: 10px 0 2px; font-size: 1.2em; }
h2 { margin: 6px 0; font-size: 1em; font-weight: 600; }
.from { overflow-wrap: anywhere; margin-bottom: 2px; }
.status { display: flex; align-items: center; gap: 8px; margin-bottom: 2px; }
.status.broken svg { color: var(--vscode-editorWarning-foreground); }
.status progress { width: 120px; height: 4px; accent-color: var(--vscode-progressBar-background); }
.notes .notice { margin: 4px 0; padding: 4px 8px; background: var(--vscode-inputValidation-infoBackground); border-color: var(--vscode-inputValidation-infoBorder);
  color: var(--vscode-inputValidation-infoForeground, var(--vscode-foreground)); }
.tools { flex: none; margin: 4px 0; padding-right: 16px; gap: 6px 8px; }
.tools.second { gap: 4px 16px; min-height: 22px; }
.tools input[type=search] { flex: 0 1 190px; min-width: 0; }
.tools select { max-width: 190px; }
.tools input.pid { flex-basis: 84px; }
.counts { margin: 0; min-width: 0; }
.both { flex: 1; min-height: 0; display: flex; border-top: 1px solid var(--vscode-editorWidget-border, var(--vscode-panel-border)); }
.lines { flex: 1; min-width: 0; display: flex; flex-direction: column; position: relative; }
.side { flex: none; width: 26%; max-width: 340px; min-width: 160px; overflow-y: auto; padding: 0 12px;
  border-left: 1px solid var(--vscode-editorWidget-border, var(--vscode-panel-border)); }
.side summary { cursor: pointer; }
.side h2 { display: inline-block; }
.errors { list-style: none; margin: 0; padding: 0; }
.errors li { margin: 0 0 10px; overflow-wrap: anywhere; }
.errors button.link { font-family: var(--vscode-editor-font-family); font-size: calc(var(--vscode-editor-font-size) * 0.95); }
.grid { flex: 1; min-height: 0; overflow-y: scroll; overflow-x: hidden; position: relative; outline-offset: -1px; }
.layer { position: sticky; top: 0; overflow: hidden; }
.row { display: grid; grid-template-columns: calc(6em + 8px) 112px 80px minmax(0, 1fr); height: 20px; line-height: 20px; white-space: pre; cursor: default;
  font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
.layer .row { position: absolute; top: 0; left: 0; right: 0; border-left: 3px solid transparent; }
.row.note .origin, .row.note .level { display: none; }
.row.note .text { grid-column: 2 / -1; }
.row.head > span { font-size: var(--vscode-font-size); }
.row.head { flex: none; padding-left: 3px; font-family: inherit; color: var(--vscode-descriptionForeground); }
.row > span { overflow: hidden; text-overflow: ellipsis; padding-right: 8px; }
.row .origin, .row .level { font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }
.layer .row.chosen { height: auto; min-height: 20px; overflow: hidden; }
.row.chosen .text { white-space: pre-wrap; overflow-wrap: anywhere; }
.row.chosen .level { align-items: flex-start; }
.row.chosen .level svg { margin-top: 3px; }
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
.detail p { display: flex; flex-wrap: wrap; gap: 2px 16px; }
.detail pre { margin: 0; color: var(--vscode-foreground); user-select: text; }
@media (max-width: 1000px) {
  .both { flex-direction: column; }
  .lines { min-height: 0; }
  .side { width: auto; max-width: none; max-height: 32%; padding: 0 16px 0 0; border-left: 0;
    border-top: 1px solid var(--vscode-editorWidget-border, var(--vscode-panel-border)); }
  .errors li { display: flex; flex-wrap: wrap; gap: 0 14px; margin: 0 0 4px; }
}
@media (max-width: 700px) {
  .row { grid-template-columns: calc(6em + 8px) 112px 24px minmax(0, 1fr); }
  .row .level .word { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; }
  .row.head .level { visibility: hidden; }
}
@media (max-width: 560px) {
  html, body { height: auto; }
  body { padding-left: 8px; overflow: visible; }
  #page { height: auto; min-height: 100vh; }
  header, .tools { padding-right: 8px; }
  .tools select { flex: 1 1 40%; min-width: 0; max-width: none; }
  .both { flex: none; height: 75vh; }
  .row { grid-template-columns: calc(5.4em + 8px) 24px minmax(0, 1fr); }
  .row .origin { display: none; }
}
@media (forced-colors: active) {
  .layer .row { border-left-color: Canvas; }
  .layer .row.error { border-left-color: CanvasText; }
  .row.selected, .grid:focus .row.selected { forced-color-adjust: none; color: HighlightText; background: Highlight; }
}
`;
