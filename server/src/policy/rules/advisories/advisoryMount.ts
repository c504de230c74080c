import * as l10n from '@vscode/l10n';
import { mountAdvisory } from '#core/product/advisories.ts';
import type { Message } from '#core/text/message.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { analyzePolicy } from '../policyAnalysis.ts';
import { findAffectedClauses, type MountMark } from './findAffectedClauses.ts';
import { mountExample } from './exampleAdvisories.ts';

const reasons: Readonly<Record<MountMark, Message>> = {
  mount: () => l10n.t`This rule accepts mounts without a source.`,
  storage: () => l10n.t`This rule accepts any storage as the source of a mount.`,
  imagePull: () => l10n.t`This rule accepts an image at any mount point.`,
};

const fixed = '4.1.0';

/** The reasons with the remedy. */
const advice: Readonly<Record<MountMark, Message>> = {
  mount: () =>
    l10n.t`This rule accepts mounts without a source, so regenerate the policy with genpolicy ${fixed} or later and its settings, and update the reference values.`,
  storage: () =>
    l10n.t`This rule accepts any storage as the source of a mount, so regenerate the policy with genpolicy ${fixed} or later and its settings, and update the reference values.`,
  imagePull: () =>
    l10n.t`This rule accepts an image at any mount point, so regenerate the policy with genpolicy ${fixed} or later and its settings, and update the reference values.`,
};

export default definePolicyRule({
  id: 'rego-advisory-mount',
  title: () => l10n.t`Security advisory: mounts from the host`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The security advisory GHSA-fmg6-v47x-52wr affects the policy. The host can mount paths of its choice in containers, for example over \`/etc/hosts\`, \`/etc/resolv.conf\`, service account tokens, and volumes, and it can add files to \`/dev/shm\`. genpolicy generated such policies in Kata 4.0.0 and earlier.

The rule reports policies that use the containers of genpolicy in \`policy_data\`, if CreateContainerRequest uses a rule that:

- accepts a mount of the policy without checking that its source isn't empty
- accepts the mount point of any storage as the source of a mount without checking the driver
- accepts any storage with the driver \`image_guest_pull\` without checking the mount point

The names of rules and variables don't matter. The severity is error for confidential pods, which have the runtime class \`kata-cc\` or initdata with attestation settings. Otherwise, the severity is warning.

Regenerate the policy with genpolicy and its settings of Kata 4.1.0 or later, which belong together. The digest of the initdata changes, so update the reference values.`,
  source: [
    'kata-containers/kata-containers@fe8eeefc src/tools/genpolicy/rules.rego',
    'kata-containers/kata-containers@ddcb1ad8d2 docs/releases/4.1.0.md',
  ],
  *check({ policy, isConfidential = false }) {
    const { module, isAsked, isWhole } = analyzePolicy(policy);
    if (!isAsked || !isWhole) return;
    const [first, ...others] = findAffectedClauses(module).mounts;
    if (first === undefined) return;
    yield {
      ...first.span,
      severity: isConfidential ? 'error' : 'warning',
      message: joinSentences(
        l10n.t`${mountAdvisory.id}: the host can mount paths of its choice in containers.`,
        advice[first.mark](),
      ),
      advisory: mountAdvisory,
      alsoAt: others.map(({ mark, span }) => ({ ...span, message: reasons[mark]() })),
    };
  },
  examples: () => [mountExample],
});
