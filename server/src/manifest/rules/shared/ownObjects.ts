/**
 * Provides the checks that the rules in this folder share: which objects belong to the operator, and which values can
 * be checked.
 */
import * as l10n from '@vscode/l10n';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { listPodVmImageKeys, findPodVmImageProvider } from '#core/peerPods/keys/podVmImageKeys.ts';
import { isMisspelledNamespace } from '#server/engine/yaml/manifest.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, getYamlString, type YamlNode, type ScalarNode } from '#server/engine/yaml/node.ts';
import type { Span } from '#server/engine/text/span.ts';
import { listDataEntries, type ConfigDataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { repairPastedValue } from './pastedValue.ts';
import { createValueFinding, isString, findPlaceholder, type ValueProblem } from '../peerPods/checkValues.ts';
import type { Finding, RuleContext } from '#server/engine/findings/rule.ts';

/**
 * Returns whether the object is in a namespace that the operator doesn't use. It might then belong to other software.
 */
export function isInOtherNamespace({ root }: Manifest): boolean {
  const namespace = getYamlString(root, ['metadata', 'namespace']);
  return namespace !== undefined && namespace !== operatorNamespace && !isMisspelledNamespace(namespace);
}

/**
 * Returns whether an object that a kustomization generates gets its namespace from a field of the kustomization.
 * Another finding about that field then reports the namespace.
 */
export function hasCommonNamespace({ root, part }: Manifest): boolean {
  return part === 'generator' && findMapEntry(findYamlNode(root, ['metadata']), 'namespace')?.borrowed === true;
}

/** A value of a known key. */
export interface KnownValue {
  readonly entry: ConfigDataEntry;
  readonly key: ConfigKey;
  readonly text: string;
}

/**
 * Returns the values of these keys that can be checked. Excludes values that are empty, filled in later, placeholders,
 * or not strings.
 */
export function knownValues(manifest: Manifest, keys: readonly ConfigKey[]): KnownValue[] {
  if (isInOtherNamespace(manifest)) return [];
  return listDataEntries(manifest).flatMap((entry) => {
    const { unknown, text } = entry.value;
    const key = keys.find(({ name }) => name === entry.name);
    if (
      key === undefined ||
      unknown ||
      !isString(manifest, entry) ||
      text === '' ||
      findPlaceholder(text) !== undefined
    )
      return [];
    // Text that was pasted together with a value has its own rule.
    return repairPastedValue(text, key) === undefined ? [{ entry, key, text }] : [];
  });
}

/**
 * Reports problems in the ConfigMap of an image creation job. If a key is known only from unreleased source code, the
 * severity is information.
 */
export function* checkImageValues(
  { manifest }: RuleContext,
  judge: (value: KnownValue, provider: string) => ValueProblem | undefined,
): Iterable<Finding> {
  const provider = findPodVmImageProvider(manifest.kind.id);
  if (provider === undefined) return;
  for (const value of knownValues(manifest, listPodVmImageKeys(provider))) {
    const problem = judge(value, provider);
    if (problem !== undefined)
      yield createValueFinding(
        manifest,
        value.entry,
        value.key.unverified === true ? { ...problem, severity: 'info' } : problem,
      );
  }
}

/** Returns the range of a finding about the whole object. */
export function getHeaderSpan({ root }: Manifest): Span {
  const { start, end } = findYamlNode(root, ['kind']) ?? findYamlNode(root, ['apiVersion']) ?? root;
  return { start, end };
}

/** Returns a scalar if its value is a known string that the text contains. */
export function asKnownString(node: YamlNode | undefined): ScalarNode | undefined {
  return node?.type === 'scalar' && typeof node.value === 'string' && !node.unknown && node.end > node.start
    ? node
    : undefined;
}

/** Creates a finding with a fix that replaces the scalar. */
export function replaced(
  manifest: Manifest,
  node: ScalarNode,
  instead: string,
  message: string,
  sure: boolean,
): Finding {
  const fix = {
    title: l10n.t`Change to ${instead}`,
    edits: [replaceNode(node, instead)],
    sure: sure && node.anchored !== true,
  };
  return {
    start: node.start,
    end: node.end,
    message,
    fixes: node.borrowed || manifest.part === 'generator' ? [] : [fix],
  };
}
