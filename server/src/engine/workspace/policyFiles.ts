/**
 * Indexes the package and the rule names of Rego files, for checks of their unit tests. Doesn't parse Rego, because the
 * parser is loaded only for open policies.
 */
import { isPolicyTest, isRequestName, looksLikeAgentPolicy } from '#core/agent/looksLikePolicy.ts';

/** Maximum number of rule names per file. Files with more names aren't indexed. */
const maxNames = 5000;

/** A Rego file about agent policies. */
export interface IndexedPolicy {
  readonly uri: string;
  /** The package as written, such as `agent_policy`. */
  readonly package: string;
  readonly names: ReadonlySet<string>;
  /** True if the file defines a rule for an agent request and isn't a unit test. */
  readonly isPolicy: boolean;
}

/** Returns whether a path or URI is the path of a Rego file. */
export function isRegoFile(uri: string): boolean {
  return /\.rego$/i.test(uri);
}

/** Returns the indexed data of a Rego file. Returns undefined if the file isn't about agent policies. */
export function indexPolicy(uri: string, text: string): IndexedPolicy | undefined {
  const packageName = /^[ \t\uFEFF]*package[ \t]+([\w.]+)/m.exec(text)?.[1];
  if (packageName === undefined || !looksLikeAgentPolicy(text)) return undefined;
  const names = new Set<string>();
  // A name at the start of a line can only be a rule or a keyword, unless a body isn't indented.
  for (const [, name = ''] of text.matchAll(/^(?:default[ \t]+)?([a-z_]\w*)/gim)) {
    names.add(name);
    if (names.size > maxNames) return undefined;
  }
  const all = [...names];
  const isPolicy = all.some(isRequestName) && !isPolicyTest(uri, all);
  return { uri, package: detach(packageName), names: shareNames(names), isPolicy };
}

/** Names of the files that were indexed last. */
const recentNames: ReadonlySet<string>[] = [];
const maxRecent = 8;

/**
 * Returns the names without the text that they're part of. Returns the same set for files with the same names, because
 * policies of genpolicy only differ in their data.
 */
function shareNames(names: ReadonlySet<string>): ReadonlySet<string> {
  const known = recentNames.find(
    (recent) => recent.size === names.size && [...names].every((name) => recent.has(name)),
  );
  if (known !== undefined) return known;
  const own = new Set([...names].map(detach));
  recentNames.push(own);
  if (recentNames.length > maxRecent) recentNames.shift();
  return own;
}

/** Returns a copy of a part of a text. V8 would keep the whole text in memory with the part. */
function detach(part: string): string {
  return part.split('').join('');
}

/** Returns whether two versions of a file define the same names. */
export function isSamePolicy(one: IndexedPolicy | undefined, other: IndexedPolicy | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.uri === other.uri &&
    one.package === other.package &&
    one.isPolicy === other.isPolicy &&
    one.names.size === other.names.size &&
    [...one.names].every((name) => other.names.has(name))
  );
}
