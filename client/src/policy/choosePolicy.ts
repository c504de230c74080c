/** Which policy a command speaks of. */
import * as l10n from '@vscode/l10n';
import { Uri, window, workspace, type QuickPickItem } from 'vscode';
import { holdsPolicy } from './containsPolicy.ts';
import { commandSolution } from '../vscode/commandSolution.ts';
import { showPick } from '../vscode/prompts/showPick.ts';
import { SolvableError } from '../vscode/solvableError.ts';

/** Folders that hold nothing that somebody here wrote. */
const elsewhere = '**/{node_modules,vendor}/**';
/** A longer list is none to choose from. */
const maxFiles = 200;

/** A URI that a menu or a code lens hands over; undefined when there is none. */
export function givenUri(given: unknown): Uri | undefined {
  if (given instanceof Uri) return given;
  return typeof given === 'string' && given.includes(':') ? Uri.parse(given) : undefined;
}

/** The policy that was given, or the one in view, or the one that is chosen; undefined when nothing was chosen. */
export async function whichPolicy(given: unknown, title: string): Promise<Uri | undefined> {
  const uri = givenUri(given);
  if (uri !== undefined) return uri;
  const editors = [window.activeTextEditor, ...window.visibleTextEditors];
  for (const editor of editors) if (editor !== undefined && holdsPolicy(editor.document)) return editor.document.uri;
  const files = await regoFiles();
  const [only, ...others] = files;
  if (only === undefined) throw new SolvableError(l10n.t`The workspace has no agent policy.`, commandSolution(l10n.t`New Agent Policy...`, 'osc.policy.new'));
  if (others.length === 0) return only.uri;
  return (await showPick(files, { title, placeHolder: l10n.t`Which policy?`, matchOnDescription: true }))?.uri;
}

/** The Rego files of the workspace, as a list to choose from. */
export async function regoFiles(): Promise<(QuickPickItem & { readonly uri: Uri })[]> {
  const found = await workspace.findFiles('**/*.rego', elsewhere, maxFiles);
  return found
    .map((uri) => ({ uri, path: workspace.asRelativePath(uri) }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ uri, path }) => ({ uri, label: path.slice(path.lastIndexOf('/') + 1), description: path.slice(0, Math.max(0, path.lastIndexOf('/'))) }));
}
