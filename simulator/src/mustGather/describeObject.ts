/**
 * Formats an object in the same way as `oc describe` for an unknown kind, which includes all custom resources. The
 * output was compared byte by byte with that of kubectl 1.32. Omits events. Source: kubernetes/kubectl pkg/describe
 * (genericDescriber, printUnstructuredContent, smartLabelFor); Go text/tabwriter with padding of two spaces.
 */
import { isJsonObject } from '#core/common/json.ts';
import type { KubeObject } from '../store/kubeObject.ts';

/** A line with a cell and the text after it. A string is a line without cells, which ends a column. */
type Line = readonly [string, string] | string;

const acronyms = ['API', 'URL', 'UID', 'OSB', 'GUID'];
const apart = new Set(['managedFields', 'name', 'namespace', 'labels', 'annotations']);

export function describeObject(object: KubeObject): string {
  const { metadata, ...rest } = object;
  const shown = Object.fromEntries(Object.entries(metadata).filter(([key]) => !apart.has(key)));
  const lines: Line[] = [
    ['Name:', metadata.name],
    ['Namespace:', metadata.namespace ?? ''],
    ...texts('Labels:', metadata.labels, '='),
    ...texts('Annotations:', metadata.annotations, ': '),
  ];
  content({ ...rest, metadata: shown }, 0, lines);
  return aligned([...lines, ['Events:', '<none>']]);
}

function texts(title: string, values: Readonly<Record<string, string>> | undefined, between: string): Line[] {
  const all = Object.entries(values ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return all.length === 0
    ? [[title, '<none>']]
    : all.map(([key, value], index) => [index === 0 ? title : '', `${key}${between}${value}`]);
}

function content(fields: Readonly<Record<string, unknown>>, level: number, lines: Line[]): void {
  const indent = '  '.repeat(level);
  for (const key of Object.keys(fields).toSorted()) {
    const value = fields[key];
    const title = `${indent}${label(key)}:`;
    if (isJsonObject(value)) {
      lines.push(title);
      content(value, level + 1, lines);
    } else if (Array.isArray(value)) {
      lines.push(title);
      for (const item of value as readonly unknown[]) {
        if (isJsonObject(item)) content(item, level + 1, lines);
        else lines.push(`${indent}  ${String(item)}`);
      }
    } else if (value !== undefined)
      lines.push([title, value === null ? '<nil>' : typeof value === 'string' ? value : JSON.stringify(value)]);
  }
}

/** Converts a field name to a label: `kataNodes` to `Kata Nodes`. Names with other characters remain unchanged. */
function label(key: string): string {
  if (/[^a-zA-Z-]/.test(key)) return key;
  const parts = key.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|-+/g) ?? [key];
  return parts
    .map((part) =>
      acronyms.includes(part.toUpperCase()) ? part.toUpperCase() : `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`,
    )
    .join(' ');
}

function aligned(lines: readonly Line[]): string {
  const out: string[] = [];
  for (let index = 0; index < lines.length;) {
    const column: (readonly [string, string])[] = [];
    for (let line = lines[index]; line !== undefined && typeof line !== 'string'; line = lines[index]) {
      column.push(line);
      index += 1;
    }
    const width = Math.max(0, ...column.map(([cell]) => cell.length)) + 2;
    out.push(...column.map(([cell, text]) => `${cell.padEnd(width)}${text}`));
    const single = lines[index];
    if (typeof single === 'string') {
      out.push(single);
      index += 1;
    }
  }
  return `${out.join('\n')}\n`;
}
