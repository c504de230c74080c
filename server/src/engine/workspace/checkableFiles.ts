/**
 * Determines which files of a folder are checked, by their names and, if a name isn't enough, by their texts. The
 * command line and the editor share this.
 */
import { looksLikeAgentPolicy, looksLikeInitdata, detectPolicyLanguage } from '#core/agent/looksLikePolicy.ts';
import { namesEdgeHosting } from '#core/edge/recognizeRequest.ts';
import { mentionsFilter } from '#core/explain/mentionsStatus.ts';

/** Returns true if a file with this name, path, or URI can be one that is checked. */
export function mayBeChecked(name: string): boolean {
  return /\.(?:ya?ml|json|promql|rego|toml)$/i.test(name);
}

/** A glob pattern for the files that are checked besides YAML. */
export const checkedBesidesYaml = '**/*.{json,promql,rego,toml}';

/** Maximum length of a request. Responses can be longer. */
export const longestRequest = 500_000;

/** Returns true if a JSON text certainly is a request with a filter of statuses. @param path its name counts too */
export function isRequest(text: string, path: string): boolean {
  return text.length <= longestRequest && mentionsFilter(text) && namesEdgeHosting(text, path);
}

/**
 * Returns true for YAML and PromQL, and for Rego, TOML, and JSON that concern OpenShift sandboxed containers: most of
 * those are of others.
 */
export function isChecked(uri: string, text: string): boolean {
  switch (detectPolicyLanguage(uri, '')) {
    case 'rego':
      return looksLikeAgentPolicy(text);
    case 'toml':
      return looksLikeInitdata(text);
    default:
      return !/\.json$/i.test(uri) || isRequest(text, uri);
  }
}
