import * as l10n from '@vscode/l10n';
import { copyFileAdvisory } from '#core/product/advisories.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { analyzePolicy } from '../policyAnalysis.ts';
import { findAffectedClauses } from './findAffectedClauses.ts';
import { copyFileExample } from './exampleAdvisories.ts';

export default definePolicyRule({
  id: 'rego-advisory-copyfile',
  title: () => l10n.t`Security advisory: files through symbolic links`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The security advisory GHSA-q49m-57vm-c8cc (CVE-2026-41326) affects the policy. The policy checks only the path of a file in CopyFileRequest. The host can create a symbolic link at an allowed path, and then write any file in the guest through this link. genpolicy generated such policies before Kata 3.29.0.

The rule reports policies that use the patterns of genpolicy in \`policy_data\`, if they can allow CopyFileRequest without reading \`input.file_type\` or \`input.symlink_target\`. The names of rules and variables don't matter.

Use a guest with Kata 3.29.0 or later, and regenerate the policy with genpolicy 3.31.0 or later. Policies from genpolicy 3.29 and 3.30 deny paths that end in a name with two letters, such as \`/ca\`.

If a policy without \`policy_data\` compares only \`input.path\` with a pattern, the severity is information. The rule reports this only for guests that provide \`input.file_type\`.`,
  source: [
    'kata-containers/kata-containers@1b9e49eb src/tools/genpolicy/rules.rego',
    'kata-containers/kata-containers@639ff357 src/tools/genpolicy/rules.rego',
    'kata-containers/kata-containers@56eda168 src/tools/genpolicy/rules.rego',
  ],
  *check({ policy, guest }) {
    const { module, isAsked, isWhole } = analyzePolicy(policy);
    if (!isAsked || !isWhole) return;
    const { copyFile, copyFilePaths } = findAffectedClauses(module);
    const [first, ...others] = copyFile;
    if (first !== undefined)
      yield {
        ...first,
        message: joinSentences(
          l10n.t`${copyFileAdvisory.id}: the host can write any file of the guest through a symbolic link.`,
          l10n.t`CopyFileRequest doesn't check the file type, so regenerate the policy with genpolicy ${'3.31.0'} or later, and use a guest with Kata ${'3.29.0'} or later.`,
        ),
        advisory: copyFileAdvisory,
        alsoAt: others.map((span) => ({ ...span, message: l10n.t`CopyFileRequest doesn't check the file type.` })),
      };
    // Other guests don't provide the type of the file.
    if (guest.copyFile !== 'extract') return;
    for (const span of copyFilePaths)
      yield {
        ...span,
        severity: 'info',
        message: l10n.t`CopyFileRequest checks only a pattern of the path, so a symbolic link can lead to another file. Also check input.file_type and, for symbolic links, input.symlink_target.`,
      };
  },
  examples: () => [copyFileExample],
});
