/** Detects agent policies and initdata by their text. Must be cheap because it runs for every opened file. */

/** Matches the name of an agent request. These names end in Request, with two exceptions. */
const requestName = String.raw`(?:[A-Z]\w*Request|MemAgent(?:Memcg|Compact)Config)`;

/**
 * Matches `package agent_policy` or a rule with the name of an agent request. Accepts byte order marks and no-break
 * spaces, so that a rule can report them.
 */
const agentPolicy = new RegExp(
  String.raw`^[ \t\uFEFF\u00A0]*package[ \t\u00A0]+agent_policy\b|^[ \t]*(?:default[ \t]+)?${requestName}\b`,
  'm',
);

/** Returns whether the text is Rego that appears to be an agent policy. */
export function looksLikeAgentPolicy(text: string): boolean {
  return agentPolicy.test(text);
}

/** Base64 of `package agent_policy`, for each of its three possible offsets in a group of 3 bytes. */
const encodedPackage = /cGFja2FnZSBhZ2VudF9wb2xpY3|BhY2thZ2UgYWdlbnRfcG9saWN|wYWNrYWdlIGFnZW50X3BvbGlje/;

/** Returns whether the text is a base64-encoded policy. */
export function looksLikeEncodedPolicy(text: string): boolean {
  if (/[^A-Za-z0-9+/=\s]/.test(text)) return false;
  const encoded = text.replaceAll(/\s+/g, '');
  return /^[^=]+={0,2}$/.test(encoded) && encodedPackage.test(encoded);
}

const wholeRequestName = new RegExp(`^${requestName}$`);

/** Returns whether a rule name has the form of a request name, even if there is no such request. */
export function isRequestName(name: string): boolean {
  return wholeRequestName.test(name);
}

/**
 * Returns whether a Rego file contains unit tests for a policy, judging by the file name or by the rules. The tests are
 * run with `opa test`, and no guest loads them.
 * @param path name, path, or URI of the file
 * @param ruleNames names of all rules in the file
 */
export function isPolicyTest(path: string, ruleNames: readonly string[]): boolean {
  return (
    /_test\.rego$/i.test(path) || (ruleNames.some((name) => name.startsWith('test_')) && !ruleNames.some(isRequestName))
  );
}

const dataTable = /^[ \t]*\[[ \t]*data[ \t]*\]/m;
const initdataFile = /^[ \t]*["'](?:aa\.toml|cdh\.toml|policy\.rego)["'][ \t]*=/m;
const head = /^[ \t]*(?:algorithm|version)[ \t]*=/m;

/** Returns whether the text is TOML that appears to be initdata. */
export function looksLikeInitdata(text: string): boolean {
  return initdataFile.test(text) || (dataTable.test(text) && head.test(text));
}

/** Returns the language of a file by its name and editor language. Returns undefined if it is neither Rego nor TOML. */
export function detectPolicyLanguage(path: string, languageId: string): 'rego' | 'toml' | undefined {
  const name = path.toLowerCase();
  if (languageId === 'rego' || name.endsWith('.rego')) return 'rego';
  if (languageId === 'toml' || name.endsWith('.toml') || name.endsWith('.toml.in')) return 'toml';
  return undefined;
}
