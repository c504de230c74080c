/** Creates CodeLens entries for content that is embedded in YAML. */
import * as l10n from '@vscode/l10n';
import type { CodeLens, Command, Position } from 'vscode-languageserver';
import { isPlaceholder } from '#core/text/placeholder.ts';
import { listEmbeddedKataConfigs } from '../engine/kataConfig/embeddedKataConfig.ts';
import { mayHaveKataConfigs } from '../engine/kataConfig/mayHaveKataConfigs.ts';
import { getYamlString, type YamlNode, type ScalarNode } from '../engine/yaml/node.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { takeWithinQuota } from '../engine/yaml/quota.ts';
import type { YamlDocument } from '../engine/yaml/yamlDocument.ts';
import {
  attachInitdataCommand,
  attachPolicyCommand,
  openEmbeddedCommandId,
  type EmbeddedPosition,
} from '../protocol/protocol.ts';
import { detectEmbeddedLanguage } from './embeddedText.ts';

/** Maximum number of CodeLens entries per file. */
const maxLenses = 200;

/** Creates a CodeLens above each YAML value that contains, or can contain, an embedded policy or initdata. */
export function packedLenses(file: OpenFile): CodeLens[] {
  const lenses: CodeLens[] = [];
  const documents = file.documents;
  for (const placed of takeWithinQuota(documents, mayHaveLenses)) {
    const { document, start } = placed;
    const index = documents.indexOf(placed);
    for (const { path, node, text } of listEmbeddedKataConfigs(document)) {
      const at = file.text.positionAt(start + node.start);
      const title = l10n.t`Open Kata Configuration`;
      const command = { title, command: openEmbeddedCommandId, arguments: [file.uri, { document: index, path }] };
      if (text !== undefined) lenses.push({ range: { start: at, end: at }, command });
    }
    const { root, template } = document.parsed;
    if (!document.mayBeKnown || template || root === undefined) continue;
    visit(root, [], (path, { key, value }) => {
      const at = file.text.positionAt(start + key.start);
      const commands = isPlaceholder(value.text)
        ? attachCommands(file.uri, root, path, at)
        : [openCommand(file.uri, { document: index, path })];
      lenses.push(...commands.map((command) => ({ range: { start: at, end: at }, command })));
    });
    if (lenses.length >= maxLenses) break;
  }
  return lenses.slice(0, maxLenses);
}

function mayHaveLenses(document: YamlDocument): boolean {
  return document.mayBeKnown || mayHaveKataConfigs(document);
}

function openCommand(uri: string, packed: EmbeddedPosition): Command {
  const title = detectEmbeddedLanguage(packed.path.at(-1)) === 'rego' ? l10n.t`Open Policy` : l10n.t`Open Initdata`;
  return { title, command: openEmbeddedCommandId, arguments: [uri, packed] };
}

/**
 * Returns the commands for a placeholder, which has no content to open. In a pod, a policy can be attached instead, as
 * an annotation or in initdata, or entire initdata. In a ConfigMap or a SandboxClaim, they can't.
 */
function attachCommands(
  uri: string,
  root: YamlNode,
  path: readonly (string | number)[],
  at: Position,
): readonly Command[] {
  if (path.at(-2) !== 'annotations') return [];
  if (path.some((_, depth) => getYamlString(root, [...path.slice(0, depth), 'kind']) === 'SandboxClaim')) return [];
  const policy = { title: l10n.t`Attach Policy...`, command: attachPolicyCommand, arguments: [uri, at] };
  return detectEmbeddedLanguage(path.at(-1)) === 'rego'
    ? [policy]
    : [policy, { title: l10n.t`Attach Initdata...`, command: attachInitdataCommand, arguments: [uri, at] }];
}

/** A map entry with a scalar value. */
interface ScalarEntry {
  readonly key: ScalarNode;
  readonly value: ScalarNode;
}

function visit(
  node: YamlNode,
  path: readonly (string | number)[],
  tell: (path: readonly (string | number)[], entry: ScalarEntry) => void,
): void {
  if (node.type === 'scalar' || node.borrowed) return;
  if (node.type === 'seq') {
    for (const [index, item] of node.items.entries()) visit(item, [...path, index], tell);
    return;
  }
  const isPlace = path.at(-1) === 'annotations' || path.at(-1) === 'data' || path.at(-1) === 'stringData';
  for (const { key, value, borrowed } of node.entries) {
    if (borrowed) continue;
    const here = [...path, key.text];
    if (value.type !== 'scalar') visit(value, here, tell);
    else if (isPlace && detectEmbeddedLanguage(key.text) !== undefined && !value.borrowed && !value.unknown)
      tell(here, { key, value });
  }
}
