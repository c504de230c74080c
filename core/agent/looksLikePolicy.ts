/** Whether a file is one of ours, by its text alone: cheap, because it is asked of every file that is opened. */

/** `package agent_policy`, or a rule with the name of a request of the agent: those end in Request, but for two. */
const agentPolicy =
  /^[ \t]*package[ \t]+agent_policy\b|^[ \t]*(?:default[ \t]+)?(?:[A-Z]\w*Request|MemAgent(?:Memcg|Compact)Config)\b/m;

/** Is this Rego for the agent of a guest, or means to be? */
export function looksLikeAgentPolicy(text: string): boolean {
  return agentPolicy.test(text);
}

const dataTable = /^[ \t]*\[[ \t]*data[ \t]*\]/m;
const initdataFile = /^[ \t]*["'](?:aa\.toml|cdh\.toml|policy\.rego)["'][ \t]*=/m;
const head = /^[ \t]*(?:algorithm|version)[ \t]*=/m;

/** Is this TOML initdata, or means to be? */
export function looksLikeInitdata(text: string): boolean {
  return initdataFile.test(text) || (dataTable.test(text) && head.test(text));
}

/**
 * What a file is to us by its name and the editor's language for it; undefined for all that is neither Rego nor TOML.
 */
export function detectPolicyLanguage(path: string, languageId: string): 'rego' | 'toml' | undefined {
  const name = path.toLowerCase();
  if (languageId === 'rego' || name.endsWith('.rego')) return 'rego';
  if (languageId === 'toml' || name.endsWith('.toml')) return 'toml';
  return undefined;
}
