/** Maps the findings in a kustomize patch to the document that contains the patch. */
import type { Edit, Finding, Fix, ManifestRule } from '../engine/findings/rule.ts';
import type { Span } from '../engine/text/span.ts';
import type { PathSegment, YamlNode } from '../engine/yaml/node.ts';
import type { PatchObject } from './patchObjects.ts';

/**
 * Rules that don't apply to patches: for patches, another rule replaces them, or they concern keys that a patch doesn't
 * contain.
 */
const excluded: ReadonlySet<string> = new Set([
  'kataconfig-unknown-field',
  'peerpodconfig-unknown-field',
  'peerpodconfig-deprecated',
  'ppcm-empty-list',
  'ppcm-instance-default-not-in-list',
  'ppcm-vxlan-default',
]);

/** Returns whether a rule applies to the part of an object that a patch contains. */
export function appliesToPatches({ id, needs, reads, mayBeAdded, severity }: ManifestRule): boolean {
  return needs === undefined && reads === undefined && mayBeAdded !== true && severity !== 'hint' && !excluded.has(id);
}

/** Returns a finding at its position in the document. Returns undefined if it's about something outside the patch. */
export function findingInDocument(finding: Finding, object: PatchObject): Finding | undefined {
  const { map, manifest, text, isFromJsonPatch } = object;
  const { start, end } = finding;
  if (end <= start) return undefined;
  const places = isFromJsonPatch ? placesIn(manifest.root) : undefined;
  if (places !== undefined && !places.has(`${start} ${end}`)) return undefined;
  const move = <Place extends { readonly start: number; readonly end: number }>(place: Place): Place => ({
    ...place,
    start: map.toFile(place.start),
    end: map.toFile(place.end),
  });
  const isPossible = (edit: Edit) =>
    !/[\r\n]/.test(edit.text + text.slice(edit.start, edit.end)) &&
    (object.takesQuotes || !/["'\\]/.test(edit.text)) &&
    (places === undefined || places.has(`${edit.start} ${edit.end}`));
  const fixes = (finding.fixes ?? [])
    .filter(({ edits }) => edits.every(isPossible))
    .map((fix): Fix => ({ ...fix, edits: fix.edits.map(move) }));
  return { ...move(finding), fixes, related: [] };
}

/** Returns the positions of the keys and values of an object. */
function placesIn(root: YamlNode): ReadonlySet<string> {
  const places = new Set<string>();
  const visit = (node: YamlNode): void => {
    places.add(`${node.start} ${node.end}`);
    if (node.type === 'seq') for (const item of node.items) visit(item);
    if (node.type !== 'map') return;
    for (const { key, value } of node.entries) {
      places.add(`${key.start} ${key.end}`);
      visit(value);
    }
  };
  if (root.type === 'map') for (const { key, value } of root.entries) [key, value].forEach(visit);
  return places;
}

/**
 * Returns the path of the key or value with exactly this range in the object of a JSON patch. The mappings of such an
 * object have no range of their own, because each operation can be anywhere in the patch.
 */
export function pathInJsonPatch(root: YamlNode, { start, end }: Span): readonly PathSegment[] | undefined {
  if (root.type === 'seq') return undefined;
  if (root.type === 'scalar') return root.start === start && root.end === end ? [] : undefined;
  for (const { key, value } of root.entries) {
    if (key.start === start && key.end === end && end > start) return [key.text];
    const below = pathInJsonPatch(value, { start, end });
    if (below !== undefined) return [key.text, ...below];
  }
  return undefined;
}
