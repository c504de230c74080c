/** Finds the YAML file that a command applies to. */
import * as l10n from '@vscode/l10n';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { DiagnosticSeverity, languages, window, workspace, Uri, type TextDocument, type TextEditor } from 'vscode';
import { formatCount } from '#core/text/counts.ts';
import { commandSolution } from '#client/vscode/commandSolution.ts';
import { ourSchemes } from '#client/language/documents/schemes.ts';
import { SolvableError } from '#client/vscode/solvableError.ts';

/** Returns the active YAML editor. Undefined if there is none. */
export function yamlInView(): TextEditor | undefined {
  const editor = window.activeTextEditor;
  return editor?.document.languageId === 'yaml' && ourSchemes.includes(editor.document.uri.scheme) ? editor : undefined;
}

/** Returns the selected file or the one in the active editor. Rejects if there is none. */
export async function yamlFile(given: unknown): Promise<TextDocument> {
  if (given instanceof Uri && ourSchemes.includes(given.scheme)) return workspace.openTextDocument(given);
  const editor = yamlInView();
  if (editor === undefined)
    throw new SolvableError(
      l10n.t`Open a YAML file first.`,
      commandSolution(withEllipsis(l10n.t`New OSC Manifest`), 'osc.manifest.new'),
    );
  return editor.document;
}

/** Throws if the extension reports errors in the file, so that an invalid file isn't sent to a cluster. */
export function demandNoErrors(document: TextDocument): void {
  const errors = languages
    .getDiagnostics(document.uri)
    .filter(({ severity, source }) => severity === DiagnosticSeverity.Error && source?.startsWith('OSC') === true);
  const [first] = errors;
  if (first === undefined) return;
  throw new Error(
    l10n.t`Fix ${formatCount(errors.length, 'error')} first. Line ${first.range.start.line + 1}: ${first.message}`,
  );
}

export function getDocumentName({ uri }: TextDocument): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
