/** Restricts the fixes of the findings in an object, so that applying them doesn't damage the file. */
import type { Edit, Finding, Fix } from '../engine/findings/rule.ts';
import { areLiterals, isPlainLiteral } from '../engine/yaml/objects/literalEdits.ts';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import type { MapNode, YamlNode } from '../engine/yaml/node.ts';
import type { RuleFinding } from './addFinding.ts';

/** Removes fixes outside the object, if the object is only a part of its document. */
export function withinPart(finding: Finding, { root, part }: Manifest): Finding {
  if (part === undefined) return finding;
  const fixes = finding.fixes?.filter(({ edits }) =>
    edits.every(
      ({ start, end, text }) =>
        start >= root.start && end <= root.end && (part !== 'generator' || isPlainLiteral(text) || areLiterals(text)),
    ),
  );
  return { ...finding, fixes: fixes ?? [] };
}

/**
 * Returns the findings with the fixes that would repeat a key no longer applied automatically: those that rename
 * several keys of a mapping to the same name, or a key to the name of another one. Only the user knows which one to
 * keep.
 */
export function withoutRepeatedKeys(findings: readonly RuleFinding[], root: YamlNode): readonly RuleFinding[] {
  if (findings.length === 0) return findings;
  const renames = new Map<number, Rename[]>();
  for (const { finding } of findings)
    for (const fix of finding.fixes ?? [])
      for (const edit of fix.sure ? fix.edits : []) {
        const name = edit.text.replace(/^(["'])(.*)\1$/, '$2');
        if (name !== '') renames.set(edit.start, [...(renames.get(edit.start) ?? []), { name, edit, fix }]);
      }
  if (renames.size === 0) return findings;
  const unsure = new Set<Fix>();
  for (const map of listMaps(root)) for (const fix of listRepeating(map, renames)) unsure.add(fix);
  if (unsure.size === 0) return findings;
  return findings.map((one) => {
    const { fixes } = one.finding;
    if (fixes?.some((fix) => unsure.has(fix)) !== true) return one;
    const own = fixes.map((fix) => (unsure.has(fix) ? { ...fix, sure: false } : fix));
    return { ...one, finding: { ...one.finding, fixes: own } };
  });
}

/** An edit that might rename a key. */
interface Rename {
  readonly name: string;
  readonly edit: Edit;
  readonly fix: Fix;
}

/** Yields the fixes that give a key of this mapping a name that another key has, or that another fix gives it. */
function* listRepeating(map: MapNode, renames: ReadonlyMap<number, readonly Rename[]>): Generator<Fix> {
  const keys = map.entries.filter(({ borrowed }) => !borrowed).map(({ key }) => key);
  const own = keys.flatMap(({ start, end }) => (renames.get(start) ?? []).filter(({ edit }) => edit.end === end));
  if (own.length === 0) return;
  for (const { name, edit, fix } of own) {
    const isTaken = keys.some(
      (key) =>
        key.start !== edit.start &&
        key.text === name &&
        // The same fix might rename or remove the other key.
        !fix.edits.some(({ start, end }) => start <= key.start && key.end <= end),
    );
    if (isTaken || own.some((other) => other.name === name && other.edit.start !== edit.start)) yield fix;
  }
}

/** Yields the mappings that are written in a node, and not inserted by an alias. */
function* listMaps(node: YamlNode): Generator<MapNode> {
  if (node.borrowed || node.type === 'scalar') return;
  if (node.type === 'map') yield node;
  const children = node.type === 'map' ? node.entries.map(({ value }) => value) : node.items;
  for (const child of children) yield* listMaps(child);
}
