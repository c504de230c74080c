/** Lines above policies, and above what is packed in YAML. */
import * as l10n from '@vscode/l10n';
import type { CodeLens, Command, Position } from 'vscode-languageserver';
import { isPlaceholder } from '#core/labels/selectorSyntax.ts';
import { verdictCount } from '#core/agent/verdicts.ts';
import { countWords } from '#core/text/counts.ts';
import type { Release } from '#core/product/releases.ts';
import type { Node, ScalarNode } from '#server/engine/yaml/node.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { withinQuota } from '#server/engine/yaml/quota.ts';
import { attachPolicyCommand, openPackedCommand, showPolicyTableCommand, type PackedPlace, type PolicyVerdict } from '#server/protocol/protocol.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { packedLanguage } from '#server/embedded/embeddedText.ts';
import { initdataOf, policyInFile } from '../model/policyOfFile.ts';
import { policyTable } from '../table/table.ts';

export interface LensAbout {
  readonly release: Release;
  /** That in words. */
  readonly checkedFor: string;
  readonly findings: readonly FileFinding[];
  /** Behind the line of the release; empty: it only says something. */
  readonly releaseCommand: string;
  /** The client can show the table of a policy. */
  readonly policyCommands: boolean;
}

const verdicts: readonly PolicyVerdict[] = ['allowed', 'denied', 'conditional', 'undefined'];

/** At the top of a policy or an initdata document; none for files that are not ours. */
export function policyLenses(file: OpenFile, { release, checkedFor, findings, releaseCommand, policyCommands }: LensAbout): CodeLens[] {
  const placed = policyInFile(file);
  if (placed === undefined && initdataOf(file) === undefined) return [];
  const count = findings.filter(({ severity }) => severity !== 'hint').length;
  const found = count === 0 ? l10n.t`no findings` : countWords(count, 'finding');
  const top = { line: 0, character: 0 };
  const range = { start: top, end: top };
  const lenses: CodeLens[] = [{ range, command: { title: `${checkedFor} · ${found}`, command: releaseCommand } }];
  if (placed === undefined || !policyCommands) return lenses;
  const rows = policyTable(placed.policy, release);
  const counts = verdicts.map((verdict) => verdictCount(rows.filter((row) => row.verdict === verdict).length, verdict));
  const at = file.language === 'rego' ? top : file.text.positionAt(placed.toFile(0));
  lenses.push({
    range: { start: at, end: at },
    command: { title: l10n.t`Requests: ${counts.join(', ')}`, command: showPolicyTableCommand, arguments: [file.uri] },
  });
  return lenses;
}

/** Nobody scrolls past more. */
const maxLenses = 200;

/** Creates a CodeLens above each YAML value that contains, or will contain, a packed policy or initdata. */
export function packedLenses(file: OpenFile): CodeLens[] {
  const lenses: CodeLens[] = [];
  const documents = file.documents;
  for (const placed of withinQuota(documents)) {
    const { document, start } = placed;
    const { root, template } = document.parsed;
    if (!document.mayBeKnown || template || root === undefined) continue;
    const index = documents.indexOf(placed);
    visit(root, [], (path, { key, value }) => {
      const at = file.text.positionAt(start + key.start);
      const command = isPlaceholder(value.text) ? attachCommand(file.uri, path, at) : openCommand(file.uri, { document: index, path });
      if (command !== undefined) lenses.push({ range: { start: at, end: at }, command });
    });
    if (lenses.length >= maxLenses) break;
  }
  return lenses.slice(0, maxLenses);
}

function openCommand(uri: string, packed: PackedPlace): Command {
  const title = packedLanguage(packed.path.at(-1)) === 'rego' ? l10n.t`Open the policy` : l10n.t`Open the initdata`;
  return { title, command: openPackedCommand, arguments: [uri, packed] };
}

/** A placeholder contains nothing to open. A pod can get a policy instead, in its annotation or in its initdata; a ConfigMap can't. */
function attachCommand(uri: string, path: readonly (string | number)[], at: Position): Command | undefined {
  return path.at(-2) === 'annotations' ? { title: l10n.t`Attach Policy...`, command: attachPolicyCommand, arguments: [uri, at] } : undefined;
}

/** An entry of a map whose value is a scalar. */
interface ScalarEntry {
  readonly key: ScalarNode;
  readonly value: ScalarNode;
}

function visit(node: Node, path: readonly (string | number)[], tell: (path: readonly (string | number)[], entry: ScalarEntry) => void): void {
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
    else if (isPlace && packedLanguage(key.text) !== undefined && !value.borrowed && !value.unknown) tell(here, { key, value });
  }
}
