/** Converts chart filters to PromQL matchers. */

/** Filters for the charts of a cluster. Without filters, charts show the entire cluster. */
export interface MetricsFilters {
  /** Label that identifies the node: `node` if the collector adds it, otherwise `instance`. */
  readonly node?: { readonly label: 'node' | 'instance'; readonly value: string };
  /** Value of `sandbox_id`. */
  readonly sandbox?: string;
  /** Value of `cri_namespace`, the namespace of the pod. */
  readonly namespace?: string;
}

/** Name of a filter that a series can support. */
export type FilterName = keyof MetricsFilters;

/**
 * Quotes a text as a PromQL string in double quotation marks. PromQL uses the escape sequences of Go. Source:
 * prometheus/prometheus docs/querying/basics.md, string literals.
 */
export function quotedString(text: string): string {
  // oxlint-disable-next-line no-control-regex -- those are what is escaped
  const escaped = text.replaceAll(/["\\\u0000-\u001F\u007F]/g, (sign) => {
    if (sign === '"' || sign === '\\') return `\\${sign}`;
    if (sign === '\n') return String.raw`\n`;
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}

/**
 * Creates a selector from a series name, its own matchers, and the filters that it supports.
 * @param own matchers as written between braces
 */
export function createSelector(
  name: string,
  own: string,
  filters: MetricsFilters,
  known: readonly FilterName[],
): string {
  const matchers = [...(own === '' ? [] : [own]), ...matchersOf(filters, known)];
  return matchers.length === 0 ? name : `${name}{${matchers.join(', ')}}`;
}

function matchersOf({ node, sandbox, namespace }: MetricsFilters, known: readonly FilterName[]): readonly string[] {
  const out: string[] = [];
  if (node !== undefined && known.includes('node')) out.push(`${node.label}=${quotedString(node.value)}`);
  if (sandbox !== undefined && known.includes('sandbox')) out.push(`sandbox_id=${quotedString(sandbox)}`);
  if (namespace !== undefined && known.includes('namespace')) out.push(`cri_namespace=${quotedString(namespace)}`);
  return out;
}

/** Returns the active filters that a chart doesn't support. */
export function unheeded(filters: MetricsFilters, known: readonly FilterName[]): readonly FilterName[] {
  const all: readonly FilterName[] = ['node', 'sandbox', 'namespace'];
  return all.filter((name) => filters[name] !== undefined && !known.includes(name));
}
