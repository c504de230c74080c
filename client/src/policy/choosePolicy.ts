/** Selects the policy that a command uses. */
import * as l10n from '@vscode/l10n';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { TabInputText, Uri, window, workspace, type TextDocument } from 'vscode';
import { detectPolicyLanguage, looksLikeInitdata } from '#core/agent/looksLikePolicy.ts';
import { containsPolicy } from './containsPolicy.ts';
import { getFileName, getFolder } from './documentState.ts';
import { mergeCandidates, type PolicyCandidate } from './policyCandidates.ts';
import { schemesOf } from '../language/documents/schemes.ts';
import { commandSolution } from '../vscode/commandSolution.ts';
import { showPick } from '../vscode/prompts/showPick.ts';
import { SolvableError } from '../vscode/solvableError.ts';

/** Folders with third-party files. */
const elsewhere = '**/{node_modules,vendor}/**';
/** Maximum number of files. A longer list isn't usable. */
const maxFiles = 200;
/** Maximum size of an initdata file in bytes. Annotations are limited to 256 KiB. */
const maxInitdata = 2_000_000;

/** Returns the URI that a menu or CodeLens passes to a command, or undefined if there is none. */
export function uriArgument(given: unknown): Uri | undefined {
  if (given instanceof Uri) return given;
  return typeof given === 'string' && given.includes(':') ? Uri.parse(given) : undefined;
}

/**
 * Returns the given policy or the one in a visible editor. Otherwise, asks the user to select one of the open policies
 * and Rego files in the workspace, unless there is only one. Returns undefined if the user cancels.
 */
export async function choosePolicy(given: unknown, title: string): Promise<Uri | undefined> {
  const uri = uriArgument(given) ?? findVisiblePolicy();
  if (uri !== undefined) return uri;
  const candidates = mergeCandidates(await openPolicies(), await regoFiles());
  const [only, ...others] = candidates;
  if (only === undefined)
    throw new SolvableError(
      l10n.t`No agent policy found in the open editors or the workspace.`,
      commandSolution(withEllipsis(l10n.t`New Agent Policy`), 'osc.policy.new'),
    );
  if (others.length === 0) return only.uri;
  return (await showPick(candidates, { title, placeHolder: l10n.t`Select a policy`, matchOnDescription: true }))?.uri;
}

/** Returns the policy in the active editor, or in another visible one. Returns undefined if there is none. */
export function findVisiblePolicy(): Uri | undefined {
  const editors = [window.activeTextEditor, ...window.visibleTextEditors];
  return editors.find((editor) => editor !== undefined && containsPolicy(editor.document))?.document.uri;
}

/** Returns the open Rego policies and, after them, the other Rego files of the workspace. */
export async function regoPolicies(): Promise<readonly PolicyCandidate<Uri>[]> {
  const open = await openPolicies(({ uri, languageId }) => detectPolicyLanguage(uri.path, languageId) === 'rego');
  return mergeCandidates(open, await regoFiles());
}

/** Returns the open initdata documents and, after them, those in the other TOML files of the workspace. */
export async function initdataFiles(): Promise<readonly PolicyCandidate<Uri>[]> {
  const open = await openPolicies(({ uri, languageId }) => detectPolicyLanguage(uri.path, languageId) === 'toml');
  const found = await listFiles('**/*.toml');
  const contents = await Promise.all(found.map(({ uri }) => readInitdata(uri)));
  return mergeCandidates(
    open,
    found.filter((_, index) => contents[index] === true),
  );
}

/** Returns whether a file contains initdata. */
async function readInitdata(uri: Uri): Promise<boolean> {
  const { size } = await workspace.fs.stat(uri);
  if (size > maxInitdata) return false;
  return looksLikeInitdata(new TextDecoder().decode(await workspace.fs.readFile(uri)));
}

/** Returns the open YAML files and, after them, the other YAML files of the workspace. */
export async function yamlFiles(): Promise<readonly PolicyCandidate<Uri>[]> {
  const open = workspace.textDocuments
    .filter(({ languageId, isUntitled, uri }) => languageId === 'yaml' && (isUntitled || uri.scheme !== 'git'))
    .map(candidateOf);
  return mergeCandidates(open, await listFiles('**/*.{yaml,yml}'));
}

/**
 * Returns the policies in all tabs. A background tab has no visible editor, for example when the walkthrough covers it,
 * and its policy might not be saved yet.
 */
async function openPolicies(
  accepts: (document: TextDocument) => boolean = () => true,
): Promise<readonly PolicyCandidate<Uri>[]> {
  const uris = window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) => (input instanceof TabInputText ? [input.uri] : [])),
  );
  const documents = await Promise.all(uris.filter(canBePolicy).map(documentOf));
  return documents
    .filter((document) => document !== undefined)
    .filter((document) => containsPolicy(document) && accepts(document))
    .map(candidateOf);
}

function candidateOf({ uri, isUntitled }: TextDocument): PolicyCandidate<Uri> {
  return {
    uri,
    label: getFileName(uri.path),
    description: isUntitled ? l10n.t`not saved` : getFolder(workspace.asRelativePath(uri)),
  };
}

/**
 * Returns whether a URI can be that of a policy that the user is editing. Untitled documents have no file extension.
 * Documents with other schemes, such as files of a Git commit, can't be edited.
 */
function canBePolicy({ scheme, path }: Uri): boolean {
  return (
    scheme === 'untitled' ||
    (schemesOf(workspace.workspaceFolders).includes(scheme) && detectPolicyLanguage(path, '') !== undefined)
  );
}

/**
 * Opens the document. Returns undefined if it can't be read, for example because its file was deleted. After a restart,
 * a tab has no document until it's visible.
 */
async function documentOf(uri: Uri): Promise<TextDocument | undefined> {
  try {
    return await workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

/** Lists the Rego files of the workspace. */
const regoFiles = (): Promise<readonly PolicyCandidate<Uri>[]> => listFiles('**/*.rego');

/** Lists the files of the workspace whose paths match a glob pattern, sorted. */
async function listFiles(pattern: string): Promise<readonly PolicyCandidate<Uri>[]> {
  const found = await workspace.findFiles(pattern, elsewhere, maxFiles);
  return found
    .map((uri) => ({ uri, path: workspace.asRelativePath(uri) }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ uri }) => ({ uri, label: getFileName(uri.path), description: getFolder(workspace.asRelativePath(uri)) }));
}
