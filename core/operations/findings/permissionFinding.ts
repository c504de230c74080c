/** Judges rights for a purpose: the verbs that are missing are named. */
import * as l10n from '@vscode/l10n';
import { countWords } from '#core/text/counts.ts';
import type { Finding } from './check.ts';
import { rights, rightWords, type RightPurpose } from '../lookups/permissions.ts';
import { knownFact, type Situation } from '../observedCluster.ts';
import { unknownFinding, unseen } from './unreadableData.ts';

/** @param verdict what it is when one is missing @param meaning what cannot be done then, in a sentence */
export function rightsFinding(situation: Situation, purposes: readonly RightPurpose[], verdict: 'warn' | 'fail', meaning: string): Finding {
  const access = knownFact(situation, 'access');
  if (access === undefined) return unknownFinding(unseen(situation, [], ['access']));
  const needed = rights.filter((right) => right.purposes.some((one) => purposes.includes(one)));
  const missing = needed.filter(({ id }) => access.allowed.get(id) === false);
  const unsaid = needed.filter(({ id }) => !access.allowed.has(id));
  if (missing.length > 0) {
    const [first] = missing;
    return {
      verdict,
      headline:
        missing.length === 1 && first !== undefined
          ? l10n.t({ message: 'You may not {0}', args: [rightWords(first)], comment: ['{0} is a right, such as: list pods'] })
          : l10n.t`${missing.length} of ${countWords(needed.length, 'right')} missing`,
      evidence: missing.map((right) => l10n.t({ message: 'You may not {0}.', args: [rightWords(right)], comment: ['{0} is a right, such as: list pods'] })),
      meaning,
      todo: l10n.t`Ask a cluster administrator for them, or let one do it.`,
    };
  }
  if (unsaid.length > 0) return unknownFinding(unsaid.map((right) => l10n.t`The cluster did not say whether you may ${rightWords(right)}.`));
  return {
    verdict: 'pass',
    headline: l10n.t`You have all ${needed.length}`,
    evidence: needed.map((right) => l10n.t({ message: 'You may {0}.', args: [rightWords(right)], comment: ['{0} is a right, such as: list pods'] })),
  };
}
