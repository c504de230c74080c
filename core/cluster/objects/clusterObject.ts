/**
 * What every object of a cluster has, as far as we look at it. Answers of clusters are read field by field, and only
 * what is read is kept.
 */
import { omitUndefined, isJsonObject, getList, getString, getStringMap, getStrings } from '#core/common/json.ts';
import { managerOf } from './managedBy.ts';
import { parseTimestamp } from '#core/common/time.ts';

export interface ClusterObject {
  readonly uid: string;
  readonly name: string;
  /** Undefined for what belongs to no namespace. */
  readonly namespace?: string;
  readonly resourceVersion: string;
  /** Milliseconds since 1970. */
  readonly created?: number;
  /** Its deletion was asked for then; it stays as long as there are finalizers. */
  readonly deleting?: number;
  /** The tool that makes it from a Git repository: `Argo CD (application kata)`. */
  readonly managedBy?: string;
}

/** One of `status.conditions`. */
export interface StatusCondition {
  readonly type: string;
  /** `True`, `False` or `Unknown`, or whatever stands there. */
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** Milliseconds since 1970 of the last change. */
  readonly since?: number;
}

/** Characters of a name, at most: Kubernetes allows no more. Source: Kubernetes, "Object Names and IDs". */
const longestName = 253;
/**
 * Of the other texts, as far as they are kept: they are shown in a line, and a cluster may send megabytes of them,
 * again and again.
 */
const longestWord = 200;
const longestMessage = 1000;
/** A value of a ConfigMap: whoever reads one looks at a few hundred characters. */
const longestValue = 20_000;
/** Of a key of a label with its prefix, and of its value. Source: Kubernetes, "Labels and Selectors". */
const longestLabel = { key: 317, value: 63 };
/** Conditions of one object; names, images, labels, values in one list. */
const mostConditions = 100;
const mostInList = 1000;

/** A reason, a phase, a version: at most 200 characters of it. */
export function truncateWord(text: string): string {
  return cut(text, longestWord);
}

/** A message for people: at most 1,000 characters of it. */
export function truncateMessage(text: string): string {
  return cut(text, longestMessage);
}

/** A value of a ConfigMap: at most 20,000 characters of it. */
export function valueText(text: string): string {
  return cut(text, longestValue);
}

/** Whether a value of a ConfigMap is a beginning only: what is behind it is not known. */
export function isCutValue(text: string): boolean {
  return text.length === longestValue && text.endsWith('…');
}

/** A word that stands there, cut as by `truncateWord`. */
export function getWord(raw: unknown, ...path: readonly string[]): string | undefined {
  const found = getString(raw, ...path);
  return found === undefined ? undefined : truncateWord(found);
}

/** The name of an object that stands there; what is longer than names can be is none. */
export function getName(raw: unknown, ...path: readonly string[]): string | undefined {
  const found = getString(raw, ...path);
  return found === undefined || found.length > longestName ? undefined : found;
}

/** Labels, or what is as short as they; longer ones Kubernetes does not allow. */
export function getLabels(raw: unknown, ...path: readonly string[]): Readonly<Record<string, string>> {
  const labels = Object.entries(getStringMap(raw, ...path)).filter(
    ([key, value]) => key.length <= longestLabel.key && value.length <= longestLabel.value,
  );
  return Object.fromEntries(labels.slice(0, mostInList));
}

/** The images of the containers of a pod template. */
export function imagesAt(raw: unknown): readonly string[] {
  return getList(raw, 'spec', 'template', 'spec', 'containers')
    .slice(0, mostInList)
    .flatMap((one) => {
      const image = getString(one, 'image');
      return image === undefined ? [] : truncateMessage(image);
    });
}

/** Joined anew: what is cut out of a text would keep the whole alive. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`.split('').join('');
}

/** Names of objects in a list; what is longer than names can be is none. */
export function getNames(raw: unknown, ...path: readonly string[]): readonly string[] {
  return getStrings(raw, ...path).filter(({ length }) => length <= longestName);
}

/** What all objects have; undefined for what is no object of the API. */
export function parseClusterObject(raw: unknown): ClusterObject | undefined {
  const name = getString(raw, 'metadata', 'name');
  const uid = getString(raw, 'metadata', 'uid');
  const namespace = getString(raw, 'metadata', 'namespace');
  const resourceVersion = getString(raw, 'metadata', 'resourceVersion') ?? '';
  if (name === undefined || uid === undefined) return undefined;
  if ([name, uid, namespace ?? '', resourceVersion].some(({ length }) => length > longestName)) return undefined;
  return {
    uid,
    name,
    resourceVersion,
    ...omitUndefined({
      namespace,
      created: parseTimestamp(getString(raw, 'metadata', 'creationTimestamp')),
      deleting: parseTimestamp(getString(raw, 'metadata', 'deletionTimestamp')),
      managedBy: managerOf(raw),
    }),
  };
}

export function readConditions(raw: unknown): readonly StatusCondition[] {
  return getList(raw, 'status', 'conditions')
    .slice(0, mostConditions)
    .flatMap((one) => {
      const type = getString(one, 'type');
      if (!isJsonObject(one) || type === undefined) return [];
      const text = (field: string): string => getString(one, field) ?? '';
      const since = parseTimestamp(getString(one, 'lastTransitionTime'));
      return [
        {
          type: truncateWord(type),
          status: truncateWord(text('status')),
          reason: truncateWord(text('reason')),
          message: truncateMessage(text('message')),
          ...omitUndefined({ since }),
        },
      ];
    });
}

export function findStatusCondition(conditions: readonly StatusCondition[], type: string): StatusCondition | undefined {
  return conditions.find((condition) => condition.type === type);
}

export function readFinalizers(raw: unknown): readonly string[] {
  return getStrings(raw, 'metadata', 'finalizers').map(truncateWord);
}
