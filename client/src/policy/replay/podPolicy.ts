/** Finds the policy of the pod that a denial names, in the files of the workspace. */
import { Uri, workspace } from 'vscode';
import { podPoliciesRequest } from '#server/protocol/protocol.ts';
import { packedUri } from '#client/language/documents/embeddedUri.ts';
import type { SendServerRequest } from '#client/language/server/serverRequests.ts';
import { decodeText } from '../decodeText.ts';
import { deniedPods } from './denialText.ts';

/** Maximum number of YAML files to search, and maximum size of each in bytes. */
const maxFiles = 500;
const maxSize = 2_000_000;

const mayEmbed = /io\.katacontainers\.config\.agent\.policy|cc_init_data/;

/**
 * Returns the embedded policy or initdata of the pod that a denial names. Returns undefined if the denial names no pod,
 * or if no file of the workspace contains its policy.
 */
export async function findPodPolicy(ask: SendServerRequest, denial: string): Promise<Uri | undefined> {
  const [pod] = deniedPods(denial);
  if (pod === undefined) return undefined;
  // A policy from the annotation has this name.
  const wanted = /: agent_policy:\d/.test(denial) ? 'rego' : /: \/run\/\S+:\d/.test(denial) ? 'toml' : undefined;
  const uris = await workspace.findFiles('**/*.{yaml,yml}', '**/{node_modules,vendor}/**', maxFiles);
  for (const uri of uris) {
    const text = await textOf(uri);
    if (text === undefined || !mayEmbed.test(text)) continue;
    const { policies } = await ask(podPoliciesRequest, { text, pod });
    const policy = policies.find(({ language }) => language === wanted) ?? policies[0];
    if (policy === undefined) continue;
    return Uri.from(packedUri({ source: uri.toString(), place: policy.place }, uri.path, policy.language));
  }
  return undefined;
}

/** Returns the text in the editor, or the saved text. Returns undefined if the file can't be read. */
async function textOf(uri: Uri): Promise<string | undefined> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  try {
    const { size } = await workspace.fs.stat(uri);
    return size > maxSize ? undefined : decodeText(await workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}
