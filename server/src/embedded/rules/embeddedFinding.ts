/** Summarizes the findings in an embedded policy or initdata as one finding on the value in the manifest. */
import * as l10n from '@vscode/l10n';
import type { Severity } from '#core/common/severity.ts';
import { severities as bySeverity } from '#core/common/severity.ts';
import { formatCount } from '#core/text/counts.ts';
import { getRuntimeClassName } from '#server/engine/yaml/objects/podNode.ts';
import { countLineBreaks } from '#server/engine/workspace/indexedObject.ts';
import type { PolicyEnvironment } from '#server/policy/model/policyEnvironment.ts';
import type { Finding, RuleContext } from '#server/engine/findings/rule.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { maxCheckedLength, maxCheckedLines } from './decodeEmbedded.ts';
import type { EmbeddedValue } from './embeddedValues.ts';
import { getSentenceSeparator, joinSentences, splitSentences } from '#core/text/grammar.ts';
import { cutText } from '#core/text/sanitize.ts';

/**
 * Returns the environment for checking an embedded document. It has no workspace, because the finding is cached with
 * the manifest and must not depend on other files.
 */
export function environmentOf({ release, severities }: RuleContext): PolicyEnvironment {
  const onError = (message: string) => {
    throw new Error(message);
  };
  return { release, severities, workspace: undefined, onError, now: Date.now() };
}

/** Returns whether the manifest creates pods that are certainly confidential. */
export function isConfidentialPod({ manifest }: RuleContext): boolean {
  return getRuntimeClassName(manifest) === 'kata-cc';
}

/** Returns the findings of at least this severity. */
function atLeast(all: readonly FileFinding[], least: Severity): readonly FileFinding[] {
  return all.filter(({ severity }) => bySeverity.indexOf(severity) <= bySeverity.indexOf(least));
}

/** Maximum number of findings that the command line lists for one value. */
const maxListed = 200;

/**
 * Returns one finding for all errors and warnings. Information is shown only when the embedded document is open. The
 * command line can't open it, so it lists all errors and warnings.
 */
export function* summary(value: EmbeddedValue, text: string, all: readonly FileFinding[]): Generator<Finding> {
  const told = atLeast(all, 'warning');
  const worst = bySeverity.find((severity) => told.some((finding) => finding.severity === severity));
  const first = told.find(({ severity }) => severity === worst);
  if (worst === undefined || first === undefined) return;
  const name = getShortName(value);
  const atLine = (start: number, message: string) => l10n.t`Line ${countLineBreaks(text, start) + 1}: ${message}`;
  const around = (message: string) =>
    `${name} (${formatCount(told.length, 'finding')}): ${joinSentences(atLine(first.start, message), l10n.t`To open the value, use the CodeLens above it.`)}`;
  const left = 240 - around('').length;
  // The advice is visible when the value is open.
  const [problem = ''] = splitSentences(first.message);
  const message = problem.length > left ? `${problem.slice(0, left - 3)}...` : problem;
  yield {
    start: value.node.start,
    end: value.node.end,
    severity: worst,
    message: around(message),
    onCommandLine: told.slice(0, maxListed).map((finding) => ({
      severity: finding.severity,
      message: `${name}: ${atLine(finding.start, finding.message)}`,
      ...(finding.advisory === undefined ? {} : { advisory: finding.advisory }),
    })),
  };
}

/** Returns the last part of the key, such as `policy` or `cc_init_data`. */
export function getShortName({ name }: Pick<EmbeddedValue, 'name'>): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Returns the finding about an embedded document that is too large to check. */
export function notChecked(value: EmbeddedValue): Finding {
  const size = maxCheckedLength / 1024;
  const tooLarge = l10n.t`${getShortName(value)} exceeds ${size} KiB or ${maxCheckedLines} lines, so it isn't checked here.`;
  const message = [tooLarge, l10n.t`To open the value, use the CodeLens above it.`].join(getSentenceSeparator());
  const { start, end } = value.node;
  return { start, end, severity: 'info', message, onCommandLine: [{ severity: 'info', message: tooLarge }] };
}

/** Joins sentences into one message and limits its length. */
export function sentence(...parts: readonly string[]): string {
  const whole = parts
    .filter((part) => part !== '')
    .join(getSentenceSeparator())
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ');
  return cutText(whole, 240, '...');
}
