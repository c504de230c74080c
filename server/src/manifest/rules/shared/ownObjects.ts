/** Whose object it is, and which of its values can be judged: what the rules of this folder share. */
import * as l10n from '@vscode/l10n';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import {
  getPodVmImageConfigMapName,
  listPodVmImageKeys,
  findPodVmImageProvider,
} from '#core/peerPods/keys/podVmImageKeys.ts';
import { documentedProviders } from '#core/peerPods/providers.ts';
import { isMisspelledNamespace } from '#server/engine/yaml/manifest.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, getYamlString, type YamlNode, type ScalarNode } from '#server/engine/yaml/node.ts';
import type { Span } from '#server/engine/text/span.ts';
import { listDataEntries, type ConfigDataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { repairPastedValue } from './pastedValue.ts';
import { createValueFinding, isString, findPlaceholder, type ValueProblem } from '../peerPods/checkValues.ts';
import type { Finding, RuleContext } from '#server/engine/findings/rule.ts';

/** The ConfigMaps of the job that builds the image of the pod VM. */
export const imageConfigMapIds: readonly string[] = documentedProviders.map(getPodVmImageConfigMapName);

/**
 * It says that it lies in a namespace that the operator does not read: an object of this name may be somebody else's.
 */
export function isInOtherNamespace({ root }: Manifest): boolean {
  const namespace = getYamlString(root, ['metadata', 'namespace']);
  return namespace !== undefined && namespace !== operatorNamespace && !isMisspelledNamespace(namespace);
}

/** A value of a key that we know. */
export interface KnownValue {
  readonly entry: ConfigDataEntry;
  readonly key: ConfigKey;
  readonly text: string;
}

/**
 * The values of these keys that can be judged: not those that are empty, filled in later, left for the reader to fill
 * in, or no strings.
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
    // What was pasted along with a value has a rule of its own.
    return repairPastedValue(text, key) === undefined ? [{ entry, key, text }] : [];
  });
}

/**
 * What is wrong with the values of the ConfigMap of an image job. What is known from development sources only is
 * information.
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

/** Where a finding about the whole object stands. */
export function getHeaderSpan({ root }: Manifest): Span {
  const { start, end } = findYamlNode(root, ['kind']) ?? findYamlNode(root, ['apiVersion']) ?? root;
  return { start, end };
}

/** A scalar with a string that is known and stands in the text. */
export function asKnownString(node: YamlNode | undefined): ScalarNode | undefined {
  return node?.type === 'scalar' && typeof node.value === 'string' && !node.unknown && node.end > node.start
    ? node
    : undefined;
}

/** The finding on a scalar with another to put in its place. */
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
