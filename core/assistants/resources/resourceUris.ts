/** Defines the URIs of the resources that MCP clients can read. A resource is a document of the product. */

const scheme = 'osc://';

/** URI of the last must-gather report of the server. */
export const currentReportUri = `${scheme}report/current`;

/** Kinds of resources with an ID. Each URI is `osc://KIND/ID`. */
export type ResourceKind = 'docs' | 'release' | 'rule';

/** URI templates of the kinds (RFC 6570). The name of the variable is part of the interface. */
export const resourceTemplates: Readonly<Record<ResourceKind, { readonly uri: string; readonly variable: string }>> = {
  docs: { uri: `${scheme}docs/{page}`, variable: 'page' },
  release: { uri: `${scheme}release/{id}`, variable: 'id' },
  rule: { uri: `${scheme}rule/{id}`, variable: 'id' },
};

/** Returns the URI of a resource. */
export function resourceUri(kind: ResourceKind, id: string): string {
  return `${scheme}${kind}/${id}`;
}
