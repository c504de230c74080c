/** Offers the names that other fields of the same object define: volumes, containers, ports, and labels. */
import { formatFieldPath, type FieldTable, type KindKnowledge } from '#core/kinds/field.ts';
import { noText } from '#core/text/message.ts';
import { findYamlNode, getYamlString, type MapNode, type PathSegment } from '#server/engine/yaml/node.ts';

/** Maximum number of names. */
const maxNames = 200;

/**
 * Returns the fields at a path with the names of the object as their values.
 * @param fields the fields at the path
 * @param path path of the cursor
 */
export function withDocumentNames(
  fields: FieldTable,
  { podPath = [] }: KindKnowledge,
  root: MapNode,
  path: readonly PathSegment[],
): FieldTable {
  const names = listReferences(root, podPath, path) ?? [];
  const at = formatFieldPath(path);
  if (path.join('.') === 'spec.selector.matchLabels') return { ...fields, ...labelFields(root, podPath, at) };
  const label = path.at(-1);
  if (path.slice(0, -1).join('.') === 'spec.selector.matchLabels' && label !== undefined)
    return { ...fields, ...labelFields(root, podPath, formatFieldPath(path.slice(0, -1))) };
  const field = fields[at];
  return names.length === 0 || field === undefined
    ? fields
    : {
        ...fields,
        [at]: { ...field, type: 'string', values: Object.fromEntries(names.map((name) => [name, noText] as const)) },
      };
}

/** Returns the names that the field at a path can refer to. Returns undefined for other fields. */
function listReferences(
  root: MapNode,
  podPath: readonly PathSegment[],
  path: readonly PathSegment[],
): readonly string[] | undefined {
  const spec = [...podPath, 'spec'];
  if (spec.some((step, index) => path[index] !== step)) return undefined;
  const [list, index, field, ...rest] = path.slice(spec.length);
  if (typeof index !== 'number' || !['containers', 'initContainers', 'ephemeralContainers'].includes(String(list)))
    return undefined;
  const container = [...spec, String(list), index];
  const reference = formatFieldPath(rest);
  if ((field === 'volumeMounts' || field === 'volumeDevices') && reference === '[].name')
    return [
      ...namesIn(root, [...spec, 'volumes'], ['name']),
      ...namesIn(root, ['spec', 'volumeClaimTemplates'], ['metadata', 'name']),
    ];
  if (String(field).endsWith('Probe') && /^(?:httpGet|tcpSocket)\.port$/.test(reference))
    return namesIn(root, [...container, 'ports'], ['name']);
  return reference.endsWith('.resourceFieldRef.containerName')
    ? ['containers', 'initContainers'].flatMap((name) => namesIn(root, [...spec, name], ['name']))
    : undefined;
}

function namesIn(root: MapNode, list: readonly PathSegment[], name: readonly PathSegment[]): readonly string[] {
  const node = findYamlNode(root, list);
  const items = node?.type === 'seq' ? node.items.slice(0, maxNames) : [];
  return items.flatMap((item) => getYamlString(item, name) ?? []);
}

/** Returns the labels of the pod template as fields of a selector. */
function labelFields(root: MapNode, podPath: readonly PathSegment[], at: string): FieldTable {
  const labels = findYamlNode(root, [...podPath, 'metadata', 'labels']);
  const entries = labels?.type === 'map' ? labels.entries.slice(0, maxNames) : [];
  return Object.fromEntries(
    entries.flatMap(({ key, value }) => {
      if (key.unknown || value.type !== 'scalar' || value.unknown || typeof value.value !== 'string') return [];
      const step = formatFieldPath([key.text]);
      return [
        [
          step.startsWith('[') ? `${at}${step}` : `${at}.${step}`,
          { summary: () => `\`${key.text}\``, type: 'string', only: value.text },
        ] as const,
      ];
    }),
  );
}
