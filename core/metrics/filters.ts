/** What a chart is narrowed to, as matchers of PromQL. */

/** What is shown of a cluster: all of it where nothing is chosen. */
export interface MetricsFilters {
  /** A node is known by whatever label tells it from others: `node` where the collector writes it, else `instance`. */
  readonly node?: { readonly label: 'node' | 'instance'; readonly value: string };
  /** `sandbox_id`. */
  readonly sandbox?: string;
  /** `cri_namespace`: that of the pod. */
  readonly namespace?: string;
}

/** What of the filters a series can be narrowed by. */
export type FilterName = keyof MetricsFilters;

/**
 * A text as a string of PromQL, in double quotes.
 * Source: prometheus/prometheus docs/querying/basics.md, string literals: the escapes of Go.
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

/** A series with matchers of its own and those of the filters that it knows. @param own as they stand between braces */
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

/** Which of the filters that are set a chart cannot follow. */
export function unheeded(filters: MetricsFilters, known: readonly FilterName[]): readonly FilterName[] {
  const all: readonly FilterName[] = ['node', 'sandbox', 'namespace'];
  return all.filter((name) => filters[name] !== undefined && !known.includes(name));
}
