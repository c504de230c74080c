/** Explains the status of a KataConfig in YAML and JSON, such as the output of `oc get kataconfig -o yaml`. */
import type { Release } from '#core/product/releases.ts';
import { explainText } from '#core/explain/explainText.ts';
import type { ExplainedStatus } from '#core/status/explainedStatus.ts';
import { findYamlNode, getYamlString, toPlainValue, type NodeLocation, type YamlNode } from '../engine/yaml/node.ts';
import type { PathSegment } from '../engine/yaml/node.ts';

/** Maximum number of characters of an object to explain. */
const maxLength = 500_000;

/**
 * Explains the status of a KataConfig if the location is in its `InProgress` condition, its node lists, or its node
 * counts. Otherwise, returns undefined.
 */
export function explainKataConfigAt(
  root: YamlNode | undefined,
  { path }: NodeLocation,
  release: Release,
): ExplainedStatus | undefined {
  const depth = path.indexOf('status');
  const object = depth === -1 ? undefined : findYamlNode(root, path.slice(0, depth));
  if (object?.type !== 'map' || object.end - object.start > maxLength || !isKataConfig(object)) return undefined;
  if (!isExplained(object, path.slice(depth))) return undefined;
  const value = toPlainValue(object);
  const place = { start: object.start, end: object.end };
  const [told] = explainText('', { parse: () => [{ value, placeOf: () => place }], release }).told;
  return told?.vocabulary === 'kata' && told.notKnown.length === 0 ? told : undefined;
}

function isKataConfig(object: YamlNode): boolean {
  return (
    getYamlString(object, ['kind']) === 'KataConfig' &&
    getYamlString(object, ['apiVersion'])?.startsWith('kataconfiguration.openshift.io/') === true
  );
}

/** Returns whether a path leads to a part of the status that the explanation is about. */
function isExplained(object: YamlNode, path: readonly PathSegment[]): boolean {
  const [, field, ...below] = path;
  if (field === 'kataNodes') return below.length > 0;
  const [index, name] = typeof below[0] === 'number' ? below : [undefined, ...below];
  if (field !== 'conditions' || name === undefined || !explainedFields.has(String(name))) return false;
  const condition = ['status', 'conditions', ...(index === undefined ? [] : [index])];
  return getYamlString(object, [...condition, 'type']) === 'InProgress';
}

const explainedFields: ReadonlySet<string> = new Set(['type', 'status', 'reason', 'message']);
