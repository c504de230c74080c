/**
 * Filters of statuses in a document: `Filter.Statuses` of requests to the API of edge hosting, also where such a
 * request is part of something larger.
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
  /** Left out: it has none, or one whose value is not known. */
  readonly phase?: ScalarNode;
  readonly condition?: ScalarNode;
}

export interface StatusFilter {
  readonly list: SeqNode;
  readonly entries: readonly FilterEntry[];
  /** What is listed, where that is known. */
  readonly resource?: EdgeResource;
}

export const phaseField = 'Phase';
export const conditionField = 'Conditions.Type';

/** Filters of one document, at most, entries of one, and how deep they are looked for. */
const most = 100;
const mostEntries = 500;
const deepest = 12;

/** In the order of the text. @param path of the file, which may name what is listed */
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

/** By fields of the filter that one kind of resources alone has. */
function resourceByFields(filter: MapNode): EdgeResource | undefined {
  const has = (field: string): boolean => findMapEntry(filter, field) !== undefined;
  if (has('NodePoolIds')) return 'node';
  if (has('DeployModes') || has('DeployNodeTypes')) return 'component';
  return has('DeleteProtectionEnabled') ? 'cluster' : undefined;
}

/** What stands between the quotation marks, if there are any; undefined where it is not written as it reads. */
export function writtenAt({
  start,
  end,
  text,
}: ScalarNode): { readonly start: number; readonly end: number } | undefined {
  const marks = (end - start - text.length) / 2;
  return marks === 0 || marks === 1 ? { start: start + marks, end: end - marks } : undefined;
}
