/** Reads the files that a policy test needs. */
import * as l10n from '@vscode/l10n';
import { Uri, workspace } from 'vscode';
import type { PolicyTest, PolicyTestParams } from '#server/protocol/protocol.ts';
import { decodeText } from '../decodeText.ts';
import { isRegoPath, policyPathOf, regoPattern } from './testFiles.ts';

/** Maximum number of Rego files, and maximum size of each in bytes, that are read for a unit test. */
const maxFiles = 200;
const maxSize = 1_000_000;

/** The files that the server needs to run a test. */
export interface TestedFiles {
  readonly params: Pick<PolicyTestParams, 'policy' | 'files'>;
  /** URI of the policy. Undefined if the server selects it. */
  readonly policyUri?: string;
}

/**
 * Reads the policy of a test, or all Rego files from which the server selects the policy of a unit test.
 * @throws if the policy can't be read
 */
export async function testedFiles(test: Uri, { policyFile: named }: PolicyTest): Promise<TestedFiles> {
  if (isRegoPath(test.path)) return { params: { files: await readRegoFiles(test) } };
  const policyFile = policyPathOf(test.path, named, workspace.getWorkspaceFolder(test)?.uri.path);
  if (policyFile === undefined) throw new Error(l10n.t`The policy "${named ?? ''}" isn't a .rego file in this folder.`);
  const uri = Uri.joinPath(test, '..', policyFile);
  const policy = await savedText(uri).catch(() => {
    throw new Error(l10n.t`Can't read ${policyFile}.`);
  });
  return { params: { policy }, policyUri: uri.toString() };
}

async function readRegoFiles(test: Uri): Promise<readonly { readonly uri: string; readonly text: string }[]> {
  const uris = await workspace.findFiles(regoPattern, '**/node_modules/**', maxFiles);
  const folder = Uri.joinPath(test, '..').toString();
  const isBeside = (uri: Uri) => Uri.joinPath(uri, '..').toString() === folder;
  const found: { readonly uri: string; readonly text: string }[] = [];
  for (const uri of uris.toSorted((one, other) => Number(isBeside(other)) - Number(isBeside(one)))) {
    try {
      const { size } = await workspace.fs.stat(uri);
      if (size <= maxSize) found.push({ uri: uri.toString(), text: await savedText(uri) });
    } catch {
      // The file was deleted in the meantime.
    }
  }
  return found;
}

/** Reads the saved text. VS Code saves files before it runs tests. */
export async function savedText(uri: Uri): Promise<string> {
  return decodeText(await workspace.fs.readFile(uri));
}
