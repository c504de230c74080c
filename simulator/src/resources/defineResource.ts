/** Creates resource types from the properties that differ from the defaults. */
import type { KubeObject } from '../store/kubeObject.ts';
import type { Column, ResourceType, StoredAs, Strategy } from '../store/resourceType.ts';
import { age } from '#core/text/humanDuration.ts';
import { jsonPath } from './jsonPath.ts';

/**
 * Data of a table column: its name, and the path or function that provides its value. Wide columns appear only with `-o
 * wide`.
 */
export interface ColumnData {
  readonly name: string;
  readonly path: string | ((object: KubeObject, now: number) => string | number | boolean | null);
  readonly type?: Column['type'];
  readonly wide?: boolean;
  readonly description?: string;
  readonly format?: string;
}

export interface ResourceData {
  readonly kind: string;
  /** Plural name, if it isn't the lowercase kind followed by an `s`. */
  readonly plural?: string;
  readonly namespaced?: boolean;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly status?: boolean;
  readonly subresources?: readonly string[];
  readonly verbs?: readonly string[];
  readonly generation?: boolean;
  readonly unconditionalUpdate?: boolean;
  readonly columns?: readonly ColumnData[];
  readonly fields?: Readonly<Record<string, (object: KubeObject) => string>>;
  readonly strategy?: Strategy;
  readonly custom?: boolean;
  readonly versions?: readonly string[];
  readonly storedAs?: StoredAs;
}

const allVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'] as const;

/**
 * Creates a resource type from its data.
 * @param groupVersion such as `apps/v1` or `v1`
 */
export function defineResource(groupVersion: string, data: ResourceData): ResourceType {
  const slash = groupVersion.indexOf('/');
  const version = groupVersion.slice(slash + 1);
  const singular = data.kind.toLowerCase();
  return {
    group: slash < 0 ? '' : groupVersion.slice(0, slash),
    version,
    versions: data.versions ?? [version],
    plural: data.plural ?? `${singular}s`,
    singular,
    kind: data.kind,
    listKind: `${data.kind}List`,
    namespaced: data.namespaced ?? true,
    shortNames: data.shortNames ?? [],
    categories: data.categories ?? [],
    status: data.status ?? false,
    subresources: data.subresources ?? [],
    verbs: data.verbs ?? allVerbs,
    generation: data.generation ?? false,
    unconditionalUpdate: data.unconditionalUpdate ?? true,
    columns: tableColumns(data.columns ?? [ageColumn]),
    fields: data.fields ?? {},
    strategy: data.strategy ?? {},
    custom: data.custom ?? false,
    storedAs: data.storedAs,
  };
}

export const ageColumn: ColumnData = { name: 'Age', path: ({ metadata }, now) => age(metadata.creationTimestamp, now) };
export const createdAtColumn: ColumnData = {
  name: 'Created At',
  path: ({ metadata }) => metadata.creationTimestamp,
  type: 'date',
};

function tableColumns(columns: readonly ColumnData[]): readonly Column[] {
  const name: Column = {
    name: 'Name',
    type: 'string',
    format: 'name',
    description: 'Name must be unique within a namespace.',
    cell: ({ metadata }) => metadata.name,
  };
  return [name, ...columns.map(columnOf)];
}

/** Converts the data of a column to a table column. */
export function columnOf({ name, path, type = 'string', wide = false, description, format }: ColumnData): Column {
  const column = {
    name,
    type,
    priority: wide ? 1 : 0,
    ...(description === undefined ? {} : { description }),
    ...(format === undefined ? {} : { format }),
  };
  if (typeof path === 'function') return { ...column, cell: path };
  const read = jsonPath(path);
  return { ...column, cell: (object, now) => cellOf(read?.(object) ?? [], type, now) };
}

/** Converts the values at a path to the content of a cell of the given type. */
function cellOf(values: readonly unknown[], type: Column['type'], now: number): string | number | boolean | null {
  const [first] = values;
  if (first === undefined) return null;
  if (type === 'date') return typeof first === 'string' ? age(first, now) : '<invalid>';
  if (type === 'integer') return typeof first === 'number' ? Math.trunc(first) : null;
  if (type === 'number') return typeof first === 'number' ? first : null;
  if (type === 'boolean') return typeof first === 'boolean' ? first : null;
  const words = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return words.join(',');
}
