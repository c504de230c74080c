/** Finds fields of agent-sandbox objects that only another version of the API has. */
import { agentSandboxIds, isOldSandboxVersion } from '#core/kubernetes/agentSandboxKinds.ts';
import { otherVersionFields, type OtherVersionField } from '#core/kinds/agentSandbox/otherVersionFields.ts';
import { oncePerObject } from '#server/engine/oncePerObject.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, getYamlString, type MapEntry, type MapNode } from '#server/engine/yaml/node.ts';

/** A field of another version, as written. */
export interface WrittenOtherField {
  readonly about: OtherVersionField;
  readonly entry: MapEntry;
  readonly map: MapNode;
}

/** Returns whether a manifest is an object of agent-sandbox. */
export function isAgentSandbox({ kind, part }: Manifest): boolean {
  return agentSandboxIds.includes(kind.id) && part !== 'generator';
}

/** Returns the fields that the version of an object doesn't have, but another version has. */
export const findOtherVersionFields = oncePerObject((manifest: Manifest): readonly WrittenOtherField[] => {
  const { kind, root } = manifest;
  const spec = findYamlNode(root, ['spec']);
  const apiVersion = getYamlString(root, ['apiVersion']);
  if (!isAgentSandbox(manifest) || spec?.type !== 'map' || apiVersion === undefined) return [];
  const isOld = isOldSandboxVersion(apiVersion);
  return otherVersionFields.flatMap((about) => {
    if (about.kind !== kind.kind || about.isMissingInOld !== isOld) return [];
    const entry = findMapEntry(spec, about.field);
    return entry === undefined || entry.key.unknown ? [] : [{ about, entry, map: spec }];
  });
});
