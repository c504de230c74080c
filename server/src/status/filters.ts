/**
 * Finds status filters in a document: `Filter.Statuses` of edge hosting API requests, including requests within larger
 * structures.
 */
import type { EdgeResource } from '#core/edge/table/edgePair.ts';
import { resourceOfAction } from '#core/edge/listActions.ts';
import { resourceListed } from '#core/edge/recognizeRequest.ts';
import {
  findMapEntry,
  getYamlString,
  type MapNode,
  type YamlNode,
  type ScalarNode,
  type SeqNode,
} from '../engine/yaml/node.ts';

/** One status of a filter. */
export interface FilterEntry {
  readonly node: YamlNode;
  /** Phase of the entry. Undefined if the entry has no phase or its value is unknown. */
  readonly phase?: ScalarNode;
  readonly condition?: ScalarNode;
}

export interface StatusFilter {
  readonly list: SeqNode;
  readonly entries: readonly FilterEntry[];
  /** The listed resource kind, if known. */
  readonly resource?: EdgeResource;
}

export const phaseField = 'Phase';
export const conditionField = 'Conditions.Type';

/** Maximum number of filters in one document, of entries in one filter, and of nesting levels to search. */
const most = 100;
const mostEntries = 500;
const deepest = 12;

/**
 * Returns the filters in text order.
 * @param path path of the file. Its name can contain the API action, which determines the resource kind
 */
export function findStatusFilters(root: YamlNode | undefined, text: string, path: string): readonly StatusFilter[] {
  const found: StatusFilter[] = [];
  const listed = resourceListed(text, path);
  const go = (node: YamlNode, action: EdgeResource | undefined, depth: number): void => {
    if (depth > deepest || found.length >= most || node.type === 'scalar') return;
    if (node.type === 'seq') {
      for (const item of node.items) go(item, action, depth + 1);
      return;
    }
    const own = resourceOfAction(getYamlString(node, ['Action']) ?? '') ?? action;
    const filter = findMapEntry(node, 'Filter')?.value;
    const list = filter?.type === 'map' ? findMapEntry(filter, 'Statuses')?.value : undefined;
    if (filter?.type === 'map' && list?.type === 'seq') {
      const resource = own ?? listed ?? resourceByFields(filter);
      found.push({
        list,
        entries: list.items.slice(0, mostEntries).map(readEntry),
        ...(resource === undefined ? {} : { resource }),
      });
    }
    for (const { value, borrowed } of node.entries) if (!borrowed) go(value, own, depth + 1);
  };
  if (root !== undefined) go(root, undefined, 0);
  return found;
}

function readEntry(node: YamlNode): FilterEntry {
  const phase = wordAt(node, phaseField);
  const condition = wordAt(node, conditionField);
  return { node, ...(phase === undefined ? {} : { phase }), ...(condition === undefined ? {} : { condition }) };
}

function wordAt(node: YamlNode, field: string): ScalarNode | undefined {
  const value = findMapEntry(node, field)?.value;
  return value?.type === 'scalar' && typeof value.value === 'string' && value.value !== '' && !value.unknown
    ? value
    : undefined;
}

/** Returns the resource kind from filter fields that only one kind has. */
function resourceByFields(filter: MapNode): EdgeResource | undefined {
  const has = (field: string): boolean => findMapEntry(filter, field) !== undefined;
  if (has('NodePoolIds')) return 'node';
  if (has('DeployModes') || has('DeployNodeTypes')) return 'component';
  return has('DeleteProtectionEnabled') ? 'cluster' : undefined;
}

/** Returns the range of a scalar's text without quotation marks. Returns undefined if the text contains escapes. */
export function writtenAt({
  start,
  end,
  text,
}: ScalarNode): { readonly start: number; readonly end: number } | undefined {
  const marks = (end - start - text.length) / 2;
  return marks === 0 || marks === 1 ? { start: start + marks, end: end - marks } : undefined;
}
