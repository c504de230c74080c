/** Detects requests that an agent policy denied, or that the agent couldn't evaluate. Source: see readDenials.ts. */
import * as l10n from '@vscode/l10n';
import { readDenials } from '#core/agent/denials/readDenials.ts';
import { explainDenial } from '#core/status/denials/explainDenial.ts';
import { customizingAgentPolicy } from '#core/product/docSections.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { formatNames } from '#core/text/phrases.ts';
import { defineLogMessage } from './logMessage.ts';

export const policyDeniedMessage = defineLogMessage({
  id: 'log-policy-denied',
  title: () => l10n.t`An agent policy denies a request`,
  likelihood: 90,
  places: ['crio', 'kubelet', 'events'],
  pattern: /\b[A-Z]\w{0,200}(?: is blocked by policy|: internal error policy check)/,
  hints: ['is blocked by policy', 'internal error policy check'],
  about: () => l10n.t`Pods`,
  meaning: () => l10n.t`The agent policy in a pod's VM denies a request, so the pod operation fails.`,
  todo: () => l10n.t("Change the policy in the pod's policy annotation or initdata."),
  docs: customizingAgentPolicy,
  describe(lines) {
    const denials = lines.flatMap((line) => readDenials(line));
    const [first] = denials;
    if (first === undefined) return undefined;
    const { headline, meaning, todo } = explainDenial(first);
    const others = [...new Set(denials.map(({ request }) => request))].filter((name) => name !== first.request);
    return {
      headline,
      meaning: joinSentences(
        meaning,
        others.length === 0 ? '' : l10n.t`Other denied requests: ${formatNames(others.toSorted())}.`,
      ),
      ...(todo === undefined ? {} : { todo }),
    };
  },
});
