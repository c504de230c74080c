/**
 * CSS of the pages with policy decisions, in addition to the style of all pages. Rows are grids, so that they fit pages
 * from 320 px width without breaking words.
 */
export const policyPageStyle = `
.tools label { max-width: 100%; }
.tools select { min-width: 0; flex: 0 1 auto; }
h1, p { overflow-wrap: break-word; }
.decisions, .decisions thead, .decisions tbody { display: block; }
.decisions thead { position: sticky; top: 0; z-index: 1; background: var(--vscode-editor-background); }
.decisions tr { display: grid; grid-template-columns: minmax(0, 1fr) 13em; grid-template-rows: auto 1fr; grid-template-areas: "name decision" "about decision";
  column-gap: 12px; padding: 6px 8px; border-bottom: 1px solid var(--vscode-editorWidget-border, var(--vscode-panel-border)); }
.decisions th, .decisions td { display: block; min-width: 0; padding: 0; border: 0; overflow-wrap: break-word; }
.decisions .name { grid-area: name; }
.decisions .decision { grid-area: decision; }
.decisions .about { grid-area: about; }
.decisions thead .about { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
.decisions tbody .name { display: flex; align-items: flex-start; gap: 6px; }
.decisions tbody .name > :last-child { min-width: 0; }
.decisions tbody tr.differs { box-shadow: inset 3px 0 var(--vscode-editorGutter-modifiedBackground); }
.decisions tbody tr.differs th { box-shadow: none; }
.decisions .verdict { display: flex; align-items: flex-start; white-space: normal; }
.decisions .verdict svg { margin-top: 1px; }
.decisions .risk { align-items: flex-start; }
.decision button.link, .risk-mark { margin-left: 22px; }
.toggle, .risk-mark { display: none; }
.toggle { flex: none; padding: 0; border: 0; color: inherit; background: none; }
.toggle svg { display: block; margin-top: 2px; }
tr.open .toggle svg { transform: rotate(90deg); }
.change { margin-top: 4px; }
.change .mono { overflow-wrap: anywhere; padding: 0 4px; }
.change .inserted { background: var(--vscode-diffEditor-insertedTextBackground); }
.change .removed { background: var(--vscode-diffEditor-removedTextBackground); }
.reason { font-weight: 600; }
.reason + .reason { font-weight: normal; }
.save, .trace-toggle[aria-expanded="false"] { opacity: 0; }
tr:hover :is(.save, .trace-toggle), tr:focus-within :is(.save, .trace-toggle), tr.chosen :is(.save, .trace-toggle) { opacity: 1; }
@media (hover: none) { .save, .trace-toggle { opacity: 1 !important; } }
.trace ol { margin: 6px 0 0; padding: 0; list-style: none; cursor: text; }
.trace li { padding: 2px 0 2px 8px; border-left: 3px solid var(--vscode-testing-iconPassed, currentColor); overflow-wrap: anywhere; }
.trace li + li { margin-top: 6px; }
.trace .mono.quiet { padding-inline-start: 2ch; }
.trace li.unmet { border-left: 3px dashed var(--vscode-testing-iconFailed, currentColor); }
@media (max-width: 560px) {
  body { padding: 0 12px 16px; }
  .decisions tr { grid-template-columns: minmax(0, 1fr) 9.5em; }
  .decision .base, .decision button.link, .risk-mark { margin-left: 0; }
  .collapses .toggle { display: block; }
  .collapses tbody tr:not(.open) .about { display: none; }
  .collapses tbody tr:not(.open) .risk-mark { display: flex; }
}
@media (max-width: 440px) {
  .decisions tr { grid-template-columns: minmax(0, 1fr); grid-template-rows: none; grid-template-areas: "name" "decision" "about"; row-gap: 2px; }
  .decisions thead .decision { display: none; }
  .decisions tbody .decision { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 14px; }
  .collapses .decision { padding-left: 22px; }
}
@media (forced-colors: active) {
  .decisions tbody tr.differs { border-left: 3px solid Highlight; }
  .decisions tbody tr.differs th { border-left: 0; }
}
`;
