/** Formats the tree of edge clusters as text and as JSON. */
import * as l10n from '@vscode/l10n';
import { pairText } from '../describeEdge.ts';
import { severityTexts, statusSeverities, type StatusSeverity } from '#core/status/explainedStatus.ts';
import { formatCount } from '#core/text/counts.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { formatTimestamp } from '#core/common/time.ts';
import type { EdgeNode } from './edgeNode.ts';
import type { EdgeTree } from './edgeTree.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { edgeSource, describeEdgeSource, getResourceTitle } from '../table/edgePair.ts';
import { describeEdgeNode, getWorstSeverity } from './describeNode.ts';

/** Returns the worst severity of the tree, or `ok` if it's empty. */
export function worstOfTree({ clusters, others }: EdgeTree): StatusSeverity {
  const all = [...clusters, ...others].map(getWorstSeverity);
  return statusSeverities.find((severity) => all.includes(severity)) ?? 'ok';
}

/** Formats the tree as indented text. Healthy resources without children are only counted. */
export function edgeTreeText(tree: EdgeTree): string {
  const parts = [...tree.clusters, ...tree.others].map((node) => lines(node, 0).join('\n'));
  const left = tree.left.map((line) => l10n.t`Note: ${line}`);
  return `${[...parts, ...(left.length === 0 ? [] : [left.join('\n')]), describeEdgeSource()].join('\n\n')}\n`;
}

function lines(node: EdgeNode, depth: number): readonly string[] {
  const { resource, label, severity, entry, children } = node;
  const indent = '  '.repeat(depth);
  const told = describeEdgeNode(node);
  const pair = entry === undefined || told.text === '' ? '' : ` ${told.text}`;
  const quiet = children.filter((child) => child.severity === 'ok' && child.children.length === 0);
  const shown = quiet.length === 0 ? children : children.filter((child) => !quiet.includes(child));
  const below = (text: string): string => `${indent}  ${sanitizeLine(text, 400)}`;
  return [
    `${indent}${getResourceTitle(resource)} ${sanitizeLine(label, 100)}: ${severityTexts[severity]()}: ${told.headline}${pair}`,
    ...(told.cause ?? []).map((line, index) =>
      below(index === 0 ? l10n.t`Cause: ${line}` : l10n.t`Caused by: ${line}`),
    ),
    ...(severity === 'ok' || severity === 'info' || told.next === undefined ? [] : [below(l10n.t`Next: ${told.next}`)]),
    ...told.notes.map((note) => below(l10n.t`Note: ${note}`)),
    ...shown.flatMap((child) => lines(child, depth + 1)),
    ...quietLine(quiet, `${indent}  `),
  ];
}

function quietLine(quiet: readonly EdgeNode[], indent: string): readonly string[] {
  if (quiet.length === 0) return [];
  const kinds = new Set(quiet.map(({ resource }) => resource));
  const [kind] = kinds;
  const what = formatCount(
    quiet.length,
    kinds.size !== 1 || kind === undefined ? 'other' : kind === 'nodePool' ? 'node pool' : kind,
  );
  return [`${indent}${selectPlural(quiet.length, l10n.t`${what} is OK.`, l10n.t`${what} are OK.`)}`];
}

/** Returns the tree for JSON output. */
export function edgeTreeJson(tree: EdgeTree): object {
  return {
    severity: worstOfTree(tree),
    clusters: tree.clusters.map(nodeJson),
    others: tree.others.map(nodeJson),
    notRead: tree.left,
    ...(tree.asOf === undefined
      ? {}
      : { asOf: { from: formatTimestamp(tree.asOf.from), to: formatTimestamp(tree.asOf.to) } }),
    edgeTable: edgeSource,
  };
}

function nodeJson(node: EdgeNode): object {
  const { resource, label, id, entry, severity, missing, children, contradicting } = node;
  const { headline, meaning, passing, next, notKnown, notes, cause } = describeEdgeNode(node);
  const sure = entry !== undefined && !entry.noStatus && contradicting.length === 0;
  return {
    ...(resource === undefined ? {} : { resource }),
    name: label,
    id,
    severity,
    headline,
    meaning,
    ...(sure ? { status: entry.item.status, text: pairText(entry.item.status), source: entry.source } : {}),
    ...(contradicting.length === 0 || entry === undefined
      ? {}
      : { differ: [entry, ...contradicting].map(({ item, source }) => ({ status: item.status, source })) }),
    ...(passing === undefined ? {} : { passing }),
    ...(next === undefined ? {} : { next }),
    ...(cause === undefined ? {} : { cause }),
    notKnown,
    notes,
    missing,
    ...(children.length === 0 ? {} : { children: children.map(nodeJson) }),
  };
}
