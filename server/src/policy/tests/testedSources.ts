/** Selects the policy and the helper files of a Rego unit test. */
import * as l10n from '@vscode/l10n';
import { isRequestName } from '#core/agent/looksLikePolicy.ts';
import { formatNames } from '#core/text/phrases.ts';
import { canonicalizeUri, getFolderUri, getUriFileName } from '#server/engine/workspace/fileUri.ts';
import { Policy } from '../model/policy.ts';
import { formatPackage } from '../rules/policyAnalysis.ts';

/** A Rego file. */
export interface RegoFile {
  readonly uri: string;
  readonly text: string;
}

/** The files that a unit test is evaluated with, or the reason why the policy isn't known. */
export type TestedSources =
  | { readonly policy: RegoFile; readonly helpers: readonly RegoFile[]; readonly problem?: undefined }
  | { readonly policy?: undefined; readonly problem: string };

interface Candidate extends RegoFile {
  readonly names: ReadonlySet<string>;
  readonly package: string;
  readonly isPolicy: boolean;
  readonly isBeside: boolean;
}

/** Maximum number of policies that a message names. */
const maxNamed = 3;

/**
 * Selects the policy that a unit test is for: in the same folder first, then among the other files. If there are
 * several, the policy whose name is the name of the test without `_test` is used, and then the only one that the user
 * selected.
 * @param files other Rego files
 * @param selected URIs of the files that the user selected
 */
export function selectTestedSources(
  test: RegoFile,
  files: readonly RegoFile[],
  selected: ReadonlySet<string> = new Set(),
): TestedSources {
  const { module, packages } = packagesOf(test);
  const folder = getFolderUri(canonicalizeUri(test.uri));
  const candidates = files
    .filter(({ uri }) => canonicalizeUri(uri) !== canonicalizeUri(test.uri))
    .flatMap((file): readonly Candidate[] => {
      // Most files of a folder belong to a different package. Parsing them would be slow.
      if (![...packages].some((name) => file.text.includes(name.slice(name.lastIndexOf('.') + 1)))) return [];
      const policy = new Policy(file.text);
      const name = formatPackage(policy.meant.package?.path ?? []);
      if (!packages.has(name)) return [];
      const names = ruleNamesOf(policy);
      const isPolicy = [...names].some(isRequestName) && !policy.isTest(file.uri);
      const isBeside = getFolderUri(canonicalizeUri(file.uri)) === folder;
      return [{ ...file, names, package: name, isPolicy, isBeside }];
    });
  const policies = candidates.filter(({ isPolicy }) => isPolicy);
  const beside = policies.filter(({ isBeside }) => isBeside);
  const policy = chooseOne(beside, test, selected) ?? chooseOne(policies, test, selected);
  if (policy === undefined) return { problem: describeChoice(module, beside.length > 0 ? beside : policies) };
  const others = candidates.filter(({ isPolicy }) => !isPolicy);
  return { policy, helpers: selectHelpers(test.text, policy, others) };
}

function packagesOf({ text }: RegoFile): { readonly module: string; readonly packages: ReadonlySet<string> } {
  const { package: own, imports } = new Policy(text).meant;
  const module = formatPackage(own?.path ?? []);
  const imported = imports.flatMap(({ path: [root, ...path] }) =>
    // An import can name a package or a rule in it.
    root?.text === 'data' ? [formatPackage(path), formatPackage(path.slice(0, -1))] : [],
  );
  return { module, packages: new Set([module, ...imported].filter((name) => name !== '')) };
}

function chooseOne(
  policies: readonly Candidate[],
  { uri }: RegoFile,
  selected: ReadonlySet<string>,
): Candidate | undefined {
  const [only, ...others] = policies;
  if (others.length === 0) return only;
  const wanted = getUriFileName(uri).replace(/_test\.rego$/i, '.rego');
  const named = policies.filter((file) => getUriFileName(file.uri) === wanted);
  if (named.length === 1) return named[0];
  const chosen = policies.filter((file) => selected.has(file.uri));
  return chosen.length === 1 ? chosen[0] : undefined;
}

function describeChoice(name: string, policies: readonly Candidate[]): string {
  if (policies.length === 0)
    return l10n.t('Found no policy in package {0}. Save the unit test next to its policy.', name);
  const names = formatNames(
    policies.map(({ uri }) => getUriFileName(uri)),
    maxNamed,
  );
  return l10n.t(
    'Found several policies in package {0}: {1}. Name the unit test after its policy, such as policy_test.rego for policy.rego.',
    name,
    names,
  );
}

/** Returns the files that define names that the test uses, directly or through another helper. */
function selectHelpers(test: string, policy: Candidate, others: readonly Candidate[]): readonly RegoFile[] {
  const defined = new Set([...policy.names, ...ruleNamesOf(new Policy(test))]);
  const helpers: Candidate[] = [];
  const texts = [test];
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) {
      if (defined.has(name)) continue;
      const helper = others.find(({ names }) => names.has(name));
      if (helper === undefined || helpers.includes(helper)) continue;
      helpers.push(helper);
      texts.push(helper.text);
      for (const own of helper.names) defined.add(own);
    }
  }
  return helpers.map(({ uri, text }) => ({ uri, text }));
}

function ruleNamesOf(policy: Policy): ReadonlySet<string> {
  return new Set(
    policy.meant.rules.flatMap(({ head: { ref } }) => {
      const root = ref.kind === 'ref' ? ref.base : ref;
      return root.kind === 'variable' ? root.name : [];
    }),
  );
}
