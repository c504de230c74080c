/**
 * Fields that all Kubernetes objects have. Responses are parsed field by field, and only the parsed fields are kept.
 */
import { omitUndefined, isJsonObject, getList, getString, getStringMap, getStrings } from '#core/common/json.ts';
import { managerOf } from './managedBy.ts';
import { parseTimestamp } from '#core/common/time.ts';

export interface ClusterObject {
  readonly uid: string;
  readonly name: string;
  /** Undefined for cluster-scoped objects. */
  readonly namespace?: string;
  readonly resourceVersion: string;
  /** Milliseconds since 1970. */
  readonly created?: number;
  /**
   * Time when deletion was requested, in milliseconds since 1970. The object exists until its finalizers are removed.
   */
  readonly deleting?: number;
  /** GitOps tool that manages the object, such as `Argo CD (application kata)`. */
  readonly managedBy?: string;
}

/** An entry of `status.conditions`. */
export interface StatusCondition {
  readonly type: string;
  /** Usually `True`, `False` or `Unknown`, but can be any text. */
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** Time of the last change, in milliseconds since 1970. */
  readonly since?: number;
}

/** Maximum length of a name in Kubernetes. Source: Kubernetes, "Object Names and IDs". */
const longestName = 253;
/**
 * Maximum lengths of other texts. They are displayed in one line, and a cluster might repeatedly send megabytes of
 * text.
 */
const longestWord = 200;
const longestMessage = 1000;
/** Maximum length of a ConfigMap value. Values that the extension uses have at most a few hundred characters. */
const longestValue = 20_000;
/** Maximum lengths of a label key with its prefix, and of a label value. Source: Kubernetes, "Labels and Selectors". */
const longestLabel = { key: 317, value: 63 };
/** Maximum number of conditions per object, and of names, images, labels, or values per list. */
const mostConditions = 100;
const mostInList = 1000;

/** Truncates a short text such as a reason, phase, or version to 200 characters. */
export function truncateWord(text: string): string {
  return cut(text, longestWord);
}

/** Truncates a message to 1,000 characters. */
export function truncateMessage(text: string): string {
  return cut(text, longestMessage);
}

/** Truncates a ConfigMap value to 20,000 characters. */
export function valueText(text: string): string {
  return cut(text, longestValue);
}

/** Returns whether a ConfigMap value was truncated. If it was, the rest of the value is unknown. */
export function isCutValue(text: string): boolean {
  return text.length === longestValue && text.endsWith('…');
}

/** Returns the string at a path, truncated with `truncateWord`. */
export function getWord(raw: unknown, ...path: readonly string[]): string | undefined {
  const found = getString(raw, ...path);
  return found === undefined ? undefined : truncateWord(found);
}

/** Returns the object name at a path, or undefined if it's longer than a name can be. */
export function getName(raw: unknown, ...path: readonly string[]): string | undefined {
  const found = getString(raw, ...path);
  return found === undefined || found.length > longestName ? undefined : found;
}

/**
 * Returns the labels at a path, or another map of short strings. Omits entries that are longer than Kubernetes allows
 * for labels.
 */
export function getLabels(raw: unknown, ...path: readonly string[]): Readonly<Record<string, string>> {
  const labels = Object.entries(getStringMap(raw, ...path)).filter(
    ([key, value]) => key.length <= longestLabel.key && value.length <= longestLabel.value,
  );
  return Object.fromEntries(labels.slice(0, mostInList));
}

/** Returns the container images of a pod template. */
export function imagesAt(raw: unknown): readonly string[] {
  return getList(raw, 'spec', 'template', 'spec', 'containers')
    .slice(0, mostInList)
    .flatMap((one) => {
      const image = getString(one, 'image');
      return image === undefined ? [] : truncateMessage(image);
    });
}

/** Truncates a text. Joins its characters again, because a substring would keep the whole string in memory. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`.split('').join('');
}

/** Returns the object names in a list. Omits those that are longer than a name can be. */
export function getNames(raw: unknown, ...path: readonly string[]): readonly string[] {
  return getStrings(raw, ...path).filter(({ length }) => length <= longestName);
}

/** Parses the common fields. Returns undefined if the value isn't an API object. */
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
